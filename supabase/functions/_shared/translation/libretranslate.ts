/** LibreTranslate, one's own or the public one: neural models for some fifty languages behind a small HTTP API. */
import * as z from "zod/mini";
import type { Language } from "../contracts/languages.ts";
import { ask } from "./ask.ts";
import { checkTexts } from "./check.ts";
import { type Engine, type EngineResult, unsupported } from "./engine.ts";

/** Where its names differ from ours; older servers have the last. */
const NAMES: Partial<Record<Language, readonly string[]>> = {
  nb: ["nb", "no"],
  pt: ["pt", "pt-PT", "pt-BR"],
  "zh-Hans": ["zh-Hans", "zh"],
  "zh-Hant": ["zh-Hant", "zt"],
};

const languageList = z.array(z.object({ code: z.string(), targets: z.array(z.string()) }));
const translated = z.object({ translatedText: z.array(z.string()) });

/** From a language's name there, the names that it goes into. */
type Targets = ReadonlyMap<string, readonly string[]>;

export function makeLibreTranslate(url: string, apiKey: string | undefined): Engine {
  const base = url.endsWith("/") ? url : `${url}/`;
  let known: Targets | undefined;

  async function targets(signal: AbortSignal): Promise<EngineResult<Targets>> {
    if (known !== undefined) return { ok: true, value: known };
    const answer = await ask(new URL("languages", base), null, languageList, signal);
    if (!answer.ok) return answer;
    known = new Map(answer.value.map(({ code, targets }) => [code, targets]));
    return { ok: true, value: known };
  }

  return {
    name: "libretranslate",
    translate: async (texts, source, target, signal) => {
      const offered = await targets(signal);
      if (!offered.ok) return offered;
      const from = namesOf(source).find((name) => offered.value.has(name));
      const to = namesOf(target).find((name) => from !== undefined && offered.value.get(from)?.includes(name));
      if (from === undefined || to === undefined) return unsupported();

      const answer = await ask(
        new URL("translate", base),
        {
          q: texts,
          source: from,
          target: to,
          format: "text",
          ...(apiKey === undefined ? {} : { api_key: apiKey }),
        },
        translated,
        signal,
      );
      return answer.ok ? checkTexts(texts, answer.value.translatedText) : answer;
    },
  };
}

const namesOf = (language: Language): readonly string[] => NAMES[language] ?? [language];
