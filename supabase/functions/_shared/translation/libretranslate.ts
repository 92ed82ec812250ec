/** LibreTranslate, one's own or the public one: neural models for some fifty languages behind a small HTTP API. */
import * as z from "zod/mini";
import type { Language } from "../contracts/languages.ts";
import { askWithin } from "./ask.ts";
import { inTurn, portionsOf } from "./batches.ts";
import { checkTexts } from "./check.ts";
import { type Engine, type EngineResult, unsent, unsupported, type Within } from "./engine.ts";

/** Where its names differ from ours; older servers have the last. */
const NAMES: Partial<Record<Language, readonly string[]>> = {
  nb: ["nb", "no"],
  pt: ["pt", "pt-PT", "pt-BR"],
  "zh-Hans": ["zh-Hans", "zh"],
  "zh-Hant": ["zh-Hant", "zt"],
};

/** What a small machine manages within the time limit of a request. */
const PORTION = { count: 10, bytes: 16_000 };
const AT_ONCE = 2;

const languageList = z.array(z.object({ code: z.string(), targets: z.array(z.string()) }));
const translated = z.object({ translatedText: z.array(z.string()) });

/** From a language's name there, the names that it goes into. */
type Targets = ReadonlyMap<string, readonly string[]>;

export function makeLibreTranslate(url: string, apiKey: string | undefined): Engine {
  const base = url.endsWith("/") ? url : `${url}/`;
  let known: Targets | undefined;

  async function targets(within: Within): Promise<EngineResult<Targets>> {
    if (known !== undefined) return { ok: true, value: known };
    const answer = await askWithin(within, new URL("languages", base), null, languageList);
    if (!answer.ok) return answer;
    known = new Map(answer.value.map(({ code, targets }) => [code, targets]));
    return { ok: true, value: known };
  }

  return {
    name: "libretranslate",
    translate: async (texts, source, target, within) => {
      const offered = await targets(within);
      if (!offered.ok) return texts.map(() => unsent(offered));
      const from = namesOf(source).find((name) => offered.value.has(name));
      const to = namesOf(target).find((name) => from !== undefined && offered.value.get(from)?.includes(name));
      if (from === undefined || to === undefined) return texts.map(unsupported);

      const manner = { source: from, target: to, format: "text", ...(apiKey === undefined ? {} : { api_key: apiKey }) };
      return inTurn(portionsOf(texts, PORTION), AT_ONCE, async (portion) => {
        const body = { q: portion, ...manner };
        const answer = await askWithin(within, new URL("translate", base), body, translated);
        return answer.ok ? checkTexts(portion, answer.value.translatedText) : answer;
      });
    },
  };
}

const namesOf = (language: Language): readonly string[] => NAMES[language] ?? [language];
