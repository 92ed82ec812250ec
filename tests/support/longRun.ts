/** `npm run test:long` checks more than CI has time for. */
export const IS_LONG_RUN = process.env.PARLEY_LONG === "true";

/** The locales in which a screen is checked: one for each direction, and in a long run the one with the longest labels. */
export const CHECKED_LOCALES = IS_LONG_RUN ? (["en", "es", "ar"] as const) : (["en", "ar"] as const);
