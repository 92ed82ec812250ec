/** The size of a run: `--smoke` takes every measure once with few rounds, to prove that it still measures. */
export const IS_SMOKE = process.argv.includes("--smoke");

/** Returns the first count, and the second in a smoke run. */
export const scaled = (full: number, smoke: number): number => (IS_SMOKE ? smoke : full);
