/**
 * DeepL's API: `POST /v2/translate` with `{text: […], source_lang, target_lang}`, at most 50 texts and 128 KiB, answered
 * as `{translations: [{text}]}` (developers.deepl.com/api-reference/translate). 456: the month's characters are used up.
 */
import * as z from "zod/mini";
import type { Language } from "../contracts/languages.ts";
import { askWithin, type Manner } from "./ask.ts";
import { inTurn, portionsOf } from "./batches.ts";
import { checkTexts } from "./check.ts";
import { type Engine, spent, unsupported } from "./engine.ts";

/** Beside those whose code is ours (developers.deepl.com/docs/getting-started/supported-languages, autumn 2026). */
const RENAMED: Partial<Record<Language, { readonly source: string; readonly target: string }>> = {
  en: { source: "EN", target: "EN-US" },
  pt: { source: "PT", target: "PT-BR" },
  // Kurmanji, which is written in Latin letters, as ours is.
  ku: { source: "KMR", target: "KMR" },
  "zh-Hans": { source: "ZH", target: "ZH-HANS" },
  "zh-Hant": { source: "ZH", target: "ZH-HANT" },
};
const LACKS: readonly Language[] = ["am", "km", "kn", "rw", "so", "ti", "yo"];

/** Half of what a request may weigh, for what JSON adds to a text. */
const PORTION = { count: 50, bytes: 64_000 };
const AT_ONCE = 4;

const PUBLIC = { free: "https://api-free.deepl.com", paid: "https://api.deepl.com" } as const;
/** Keys of the free plan end so. */
const FREE = ":fx";

const QUOTA_EXCEEDED = 456;

const translated = z.object({ translations: z.array(z.object({ text: z.string() })) });
const complaint = z.object({ message: z.string() });

export function makeDeepL(key: string, url?: string): Engine {
  const base = url ?? (key.endsWith(FREE) ? PUBLIC.free : PUBLIC.paid);
  const manner: Manner = { headers: { authorization: `DeepL-Auth-Key ${key}` }, refusal };
  return {
    name: "deepl",
    translate: (texts, source, target, within) => {
      if (LACKS.includes(source) || LACKS.includes(target)) return Promise.resolve(texts.map(unsupported));
      const pair = { source_lang: nameOf(source, "source"), target_lang: nameOf(target, "target") };
      return inTurn(portionsOf(texts, PORTION), AT_ONCE, async (portion) => {
        const body = { text: portion, ...pair, preserve_formatting: true };
        const answer = await askWithin(within, new URL("/v2/translate", base), body, translated, manner);
        if (!answer.ok) return answer;
        return checkTexts(
          portion,
          answer.value.translations.map(({ text }) => text),
        );
      });
    },
  };
}

const nameOf = (language: Language, side: "source" | "target"): string =>
  RENAMED[language]?.[side] ?? language.toUpperCase();

/** A language that it gave up, or lacks in this plan, is no fault of the text. */
function refusal(status: number, body: unknown) {
  if (status === QUOTA_EXCEEDED) return spent("status 456");
  const said = complaint.safeParse(body);
  const isPair = status === 400 && said.success && /'(?:source|target)_lang' not supported/u.test(said.data.message);
  return isPair ? unsupported() : null;
}
