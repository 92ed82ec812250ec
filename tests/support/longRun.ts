/** `npm run test:long` runs more than CI has time for. */
const IS_LONG_RUN = process.env.PARLEY_LONG === "true";

const LONG_RUN_TAG = "@long";

/** Options of a test that takes long, or that checks in the browser what a test of another kind checks. */
export const ONLY_IN_LONG_RUN = { tag: LONG_RUN_TAG };

/** The tests that this run leaves out. */
export const LEFT_OUT = IS_LONG_RUN ? [] : [new RegExp(LONG_RUN_TAG, "u")];

/** Returns the first variant of a test, and all in a long run. */
export const checkedVariants = <const T>(all: readonly T[]): readonly T[] => (IS_LONG_RUN ? all : all.slice(0, 1));

/** The locales in which a screen is checked: the one that also mirrors it, and in a long run those with longer labels. */
export const CHECKED_LOCALES = checkedVariants(["ar", "en", "es"]);
