import * as z from "zod/mini";

const wholeNumber = z.int().check(z.nonnegative());

export const count = wholeNumber;

/** Counts the writes of a meeting. The state with the higher number is newer. */
export const seq = wholeNumber;
