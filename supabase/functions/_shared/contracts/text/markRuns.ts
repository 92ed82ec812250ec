/** More marks than any letter has. */
const LONG_RUN = /\p{M}{30}/gu;
/** Shows nothing, and separates the marks before it from those behind it. */
const GRAPHEME_JOINER = "\u034F";

/** Cuts long runs of marks. Sorting a run, which normalizing does, takes quadratic time (UAX #15, stream-safe text). */
export const cutMarkRuns = (text: string): string => text.replace(LONG_RUN, `$&${GRAPHEME_JOINER}`);
