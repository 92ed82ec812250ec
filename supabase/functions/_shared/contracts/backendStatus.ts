import * as z from "zod/mini";
import { languagePairs } from "./languagePairs.ts";

/** Response of `translate` and `summarise` to a GET without a token: whether an engine, or a model, is configured. */
export const backendStatus = z.object({ configured: z.boolean() });

/** Response of `translate`. `pairs` is null while an engine's list cannot be read. */
export const translationStatus = z.extend(backendStatus, { pairs: z.nullable(languagePairs) });
