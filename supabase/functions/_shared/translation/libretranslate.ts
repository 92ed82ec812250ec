/** LibreTranslate, self-hosted or public: neural models for some fifty languages behind a small HTTP API. */
import * as z from "zod/mini";
import type { Language } from "../contracts/languages.ts";
import { chunksOf, processChunks } from "./chunk.ts";
import { type Engine, type EngineResult, notAttempted, type TimeBudget, unsupportedPair } from "./engine.ts";
import { requestJsonWithin } from "./httpRequest.ts";
import { validateTexts } from "./validateOutput.ts";

/** Codes that differ from ours. Older servers use the last. */
const LIBRETRANSLATE_CODES: Partial<Record<Language, readonly string[]>> = {
  nb: ["nb", "no"],
  pt: ["pt", "pt-PT", "pt-BR"],
  "zh-Hans": ["zh-Hans", "zh"],
  "zh-Hant": ["zh-Hant", "zt"],
};

/** A small machine manages this within a request's timeout. */
const CHUNK_SIZE = { maxTexts: 10, maxBytes: 16_000 };
const CONCURRENCY = 2;

const languageList = z.array(z.object({ code: z.string(), targets: z.array(z.string()) }));
const translated = z.object({ translatedText: z.array(z.string()) });

/** Source code → target codes, as the server names them. */
type Targets = ReadonlyMap<string, readonly string[]>;

export function createLibreTranslateEngine(url: string, apiKey: string | undefined): Engine {
  const base = url.endsWith("/") ? url : `${url}/`;
  let cached: Targets | undefined;

  async function fetchTargets(within: TimeBudget): Promise<EngineResult<Targets>> {
    if (cached !== undefined) return { ok: true, value: cached };
    const response = await requestJsonWithin(within, new URL("languages", base), null, languageList);
    if (!response.ok) return response;
    cached = new Map(response.value.map(({ code, targets }) => [code, targets]));
    return { ok: true, value: cached };
  }

  return {
    name: "libretranslate",
    readPairs: async (within) => {
      const supported = await fetchTargets(within);
      if (!supported.ok) return supported;
      return { ok: true, value: (source, target) => findCodes(supported.value, source, target) !== null };
    },
    translate: async (texts, source, target, within) => {
      const supported = await fetchTargets(within);
      if (!supported.ok) return texts.map(() => notAttempted(supported));
      const codes = findCodes(supported.value, source, target);
      if (codes === null) return texts.map(unsupportedPair);

      const options = {
        ...codes,
        format: "text",
        ...(apiKey === undefined ? {} : { api_key: apiKey }),
      };
      return processChunks(chunksOf(texts, CHUNK_SIZE), CONCURRENCY, async (chunk) => {
        const body = { q: chunk, ...options };
        const response = await requestJsonWithin(within, new URL("translate", base), body, translated);
        return response.ok ? validateTexts(chunk, response.value.translatedText) : response;
      });
    },
  };
}

/** Returns the server's codes of a pair, or null if it lacks the pair. */
function findCodes(supported: Targets, sourceLanguage: Language, targetLanguage: Language) {
  const source = codesFor(sourceLanguage).find((code) => supported.has(code));
  const target = codesFor(targetLanguage).find((code) => source !== undefined && supported.get(source)?.includes(code));
  return source === undefined || target === undefined ? null : { source, target };
}

const codesFor = (language: Language): readonly string[] => LIBRETRANSLATE_CODES[language] ?? [language];
