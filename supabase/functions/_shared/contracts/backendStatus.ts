import * as z from "zod/mini";

/** Of `translate` and `summarise`, to a GET, without a token: whether there is an engine, or a model, behind them. */
export const backendStatus = z.object({ configured: z.boolean() });
