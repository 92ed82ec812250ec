import * as z from "zod/mini";

/** Response of `translate` and `summarise` to a GET without a token: whether an engine, or a model, is configured. */
export const backendStatus = z.object({ configured: z.boolean() });
