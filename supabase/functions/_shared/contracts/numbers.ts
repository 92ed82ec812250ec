import * as z from "zod/mini";

const wholeNumber = z.int().check(z.nonnegative());

export const count = wholeNumber;

/** Counts the writes of one meeting: of two states the one with the higher is the newer. */
export const seq = wholeNumber;
