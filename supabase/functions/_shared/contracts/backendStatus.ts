import * as z from "zod/mini";
import type { LanguagePairs } from "./languagePairs.ts";
import { LANGUAGE_CODES, language } from "./languages.ts";

/** Response of `translate` and `summarise` to a GET without a token: whether an engine, or a model, is configured. */
export const backendStatus = z.object({ configured: z.boolean() });

const languageSet = z.array(language).check(z.maxLength(LANGUAGE_CODES.length));

/** Apart from the type, which pages load without this parser. */
const languagePairs: z.ZodMiniType<LanguagePairs> = z.nullable(
  z.array(z.object({ from: languageSet, to: languageSet })).check(z.maxLength(LANGUAGE_CODES.length)),
);

/** Response of `translate`. `pairs` is null while an engine's list cannot be read. */
export const translationStatus = z.extend(backendStatus, { pairs: languagePairs });
