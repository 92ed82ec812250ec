import * as z from "zod/mini";

export const count = z.int().check(z.nonnegative());

/** Counts the writes of one meeting: of two states the one with the higher is the newer. */
export const seq = count;
