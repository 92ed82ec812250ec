import * as z from "zod/mini";

/** Of `translate`, to a GET, without a token: whether there is an engine. Where there is none, lines are read as they were written. */
export const translateState = z.object({ configured: z.boolean() });
