/** LibreTranslate, one's own or the public one: neural models for some fifty languages behind a small HTTP API. */
import * as z from "zod/mini";
import type { Language } from "../contracts/languages.ts";
import { chunksOf, processChunks } from "./chunk.ts";
import { type Engine, type EngineResult, notAttempted, type TimeBudget, unsupportedPair } from "./engine.ts";
import { requestJsonWithin } from "./httpRequest.ts";
import { validateTexts } from "./validateOutput.ts";

/** Where its names differ from ours; older servers have the last. */
const LIBRETRANSLATE_CODES: Partial<Record<Language, readonly string[]>> = {
  nb: ["nb", "no"],
  pt: ["pt", "pt-PT", "pt-BR"],
  "zh-Hans": ["zh-Hans", "zh"],
  "zh-Hant": ["zh-Hant", "zt"],
};

/** What a small machine manages within the time limit of a request. */
const CHUNK_SIZE = { maxTexts: 10, maxBytes: 16_000 };
const CONCURRENCY = 2;

const languageList = z.array(z.object({ code: z.string(), targets: z.array(z.string()) }));
const translated = z.object({ translatedText: z.array(z.string()) });

/** From a language's name there, the names that it goes into. */
type Targets = ReadonlyMap<string, readonly string[]>;

export function createLibreTranslateEngine(url: string, apiKey: string | undefined): Engine {
  const base = url.endsWith("/") ? url : `${url}/`;
  let known: Targets | undefined;

  async function targets(within: TimeBudget): Promise<EngineResult<Targets>> {
    if (known !== undefined) return { ok: true, value: known };
    const answer = await requestJsonWithin(within, new URL("languages", base), null, languageList);
    if (!answer.ok) return answer;
    known = new Map(answer.value.map(({ code, targets }) => [code, targets]));
    return { ok: true, value: known };
  }

  return {
    name: "libretranslate",
    translate: async (texts, source, target, within) => {
      const offered = await targets(within);
      if (!offered.ok) return texts.map(() => notAttempted(offered));
      const from = codesFor(source).find((name) => offered.value.has(name));
      const to = codesFor(target).find((name) => from !== undefined && offered.value.get(from)?.includes(name));
      if (from === undefined || to === undefined) return texts.map(unsupportedPair);

      const manner = { source: from, target: to, format: "text", ...(apiKey === undefined ? {} : { api_key: apiKey }) };
      return processChunks(chunksOf(texts, CHUNK_SIZE), CONCURRENCY, async (portion) => {
        const body = { q: portion, ...manner };
        const answer = await requestJsonWithin(within, new URL("translate", base), body, translated);
        return answer.ok ? validateTexts(portion, answer.value.translatedText) : answer;
      });
    },
  };
}

const codesFor = (language: Language): readonly string[] => LIBRETRANSLATE_CODES[language] ?? [language];
