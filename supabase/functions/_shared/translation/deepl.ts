/**
 * DeepL's API: `POST /v2/translate` with `{text: […], source_lang, target_lang}`, at most 50 texts and 128 KiB. It returns
 * `{translations: [{text}]}` (developers.deepl.com/api-reference/translate), or 456 when the month's quota is exhausted.
 */
import * as z from "zod/mini";
import type { Language } from "../contracts/languages.ts";
import { chunksOf, processChunks } from "./chunk.ts";
import { type Engine, type PairTest, quotaExceeded, unsupportedPair } from "./engine.ts";
import { type HttpRequestOptions, requestJsonWithin } from "./httpRequest.ts";
import { validateTexts } from "./validateOutput.ts";

/** Codes that differ from ours (developers.deepl.com/docs/getting-started/supported-languages, autumn 2026). */
const DEEPL_CODES: Partial<Record<Language, { readonly source: string; readonly target: string }>> = {
  en: { source: "EN", target: "EN-US" },
  pt: { source: "PT", target: "PT-BR" },
  // Kurmanji, in Latin letters like our `ku`.
  ku: { source: "KMR", target: "KMR" },
  "zh-Hans": { source: "ZH", target: "ZH-HANS" },
  "zh-Hant": { source: "ZH", target: "ZH-HANT" },
};
const UNSUPPORTED_LANGUAGES: readonly Language[] = ["am", "km", "kn", "rw", "so", "ti", "yo"];

/** Half the maximum of a request, because JSON escapes add to a text. */
const CHUNK_SIZE = { maxTexts: 50, maxBytes: 64_000 };
const CONCURRENCY = 4;

const API_URLS = { free: "https://api-free.deepl.com", paid: "https://api.deepl.com" } as const;
/** The end of a free plan's key. */
const FREE_KEY_SUFFIX = ":fx";

const QUOTA_EXCEEDED_STATUS = 456;

const translated = z.object({ translations: z.array(z.object({ text: z.string() })) });
const errorSchema = z.object({ message: z.string() });

export function createDeepLEngine(key: string, url?: string): Engine {
  const base = url ?? (key.endsWith(FREE_KEY_SUFFIX) ? API_URLS.free : API_URLS.paid);
  const options: HttpRequestOptions = { headers: { authorization: `DeepL-Auth-Key ${key}` }, parseFailure };
  return {
    name: "deepl",
    readPairs: () => Promise.resolve({ ok: true, value: isSupported }),
    translate: (texts, source, target, within) => {
      if (!isSupported(source, target)) return Promise.resolve(texts.map(unsupportedPair));
      const pair = { source_lang: deeplCode(source, "source"), target_lang: deeplCode(target, "target") };
      return processChunks(chunksOf(texts, CHUNK_SIZE), CONCURRENCY, async (chunk) => {
        const body = { text: chunk, ...pair, preserve_formatting: true };
        const response = await requestJsonWithin(within, new URL("/v2/translate", base), body, translated, options);
        if (!response.ok) return response;
        return validateTexts(
          chunk,
          response.value.translations.map(({ text }) => text),
        );
      });
    },
  };
}

const isSupported: PairTest = (...pair) => !pair.some((language) => UNSUPPORTED_LANGUAGES.includes(language));

const deeplCode = (language: Language, side: "source" | "target"): string =>
  DEEPL_CODES[language]?.[side] ?? language.toUpperCase();

/** A language that DeepL dropped, or lacks in this plan, is not the text's fault. */
function parseFailure(status: number, body: unknown) {
  if (status === QUOTA_EXCEEDED_STATUS) return quotaExceeded("status 456");
  const parsed = errorSchema.safeParse(body);
  const isPair =
    status === 400 && parsed.success && /'(?:source|target)_lang' not supported/u.test(parsed.data.message);
  return isPair ? unsupportedPair() : null;
}
