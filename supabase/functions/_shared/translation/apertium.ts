/**
 * Apertium, through its web service APy. It is rule-based and small: good between close languages, modest from English.
 * The installed pairs are fetched once. Without a direct pair, a text goes through one pivot language (French → Spanish →
 * English).
 */
import * as z from "zod/mini";
import { isLanguage, type Language } from "../contracts/languages.ts";
import { processEach } from "./chunk.ts";
import { type Engine, type EngineResult, notAttempted, type TimeBudget, unsupportedPair } from "./engine.ts";
import { requestJsonWithin } from "./httpRequest.ts";
import { validateText } from "./validateOutput.ts";

/** Apertium uses ISO 639-3. Variants (`por_BR`) are skipped. */
const APERTIUM_CODES: Readonly<Record<string, Language>> = {
  bel: "be",
  bul: "bg",
  cat: "ca",
  ces: "cs",
  dan: "da",
  deu: "de",
  eng: "en",
  epo: "eo",
  eus: "eu",
  fin: "fi",
  fra: "fr",
  glg: "gl",
  hin: "hi",
  ind: "id",
  isl: "is",
  ita: "it",
  kaz: "kk",
  mkd: "mk",
  nld: "nl",
  nob: "nb",
  oci: "oc",
  pol: "pl",
  por: "pt",
  ron: "ro",
  rus: "ru",
  slk: "sk",
  slv: "sl",
  spa: "es",
  swe: "sv",
  tur: "tr",
  ukr: "uk",
  urd: "ur",
};

/** Preferred pivots: languages with good pairs to many others. */
const PIVOT_LANGUAGES: readonly Language[] = ["es", "en", "fr"];

/** Simultaneous requests, each with one text. */
const CONCURRENCY = 4;

const pairList = z.object({
  responseData: z.array(z.object({ sourceLanguage: z.string(), targetLanguage: z.string() })),
});
const translated = z.object({ responseData: z.object({ translatedText: z.string() }) });

/** Source language → target language → name of the pair, such as `eng|spa`. */
type Pairs = ReadonlyMap<Language, ReadonlyMap<Language, string>>;

export function createApertiumEngine(url: string): Engine {
  const base = url.endsWith("/") ? url : `${url}/`;
  let cached: Pairs | undefined;

  async function fetchPairs(within: TimeBudget): Promise<EngineResult<Pairs>> {
    if (cached !== undefined) return { ok: true, value: cached };
    const response = await requestJsonWithin(within, new URL("listPairs", base), null, pairList);
    if (!response.ok) return response;
    cached = readPairs(response.value.responseData);
    return { ok: true, value: cached };
  }

  /** Requests each step by itself, because `/translateChain` always marks unknown words with `*`. */
  async function translateOne(
    text: string,
    steps: readonly string[],
    within: TimeBudget,
  ): Promise<EngineResult<string>> {
    let current = text;
    for (const langpair of steps) {
      const form = new URLSearchParams({ langpair, q: current, markUnknown: "no" });
      const response = await requestJsonWithin(within, new URL("translate", base), form, translated);
      if (!response.ok) return response;
      current = response.value.responseData.translatedText;
    }
    return validateText(text, current);
  }

  return {
    name: "apertium",
    translate: async (texts, source, target, within) => {
      const installed = await fetchPairs(within);
      if (!installed.ok) return texts.map(() => notAttempted(installed));
      const steps = findSteps(installed.value, source, target);
      if (steps === null) return texts.map(unsupportedPair);
      return processEach(texts, CONCURRENCY, (text) => translateOne(text, steps, within));
    },
  };
}

function readPairs(list: z.infer<typeof pairList>["responseData"]): Pairs {
  const pairs = new Map<Language, Map<Language, string>>();
  for (const { sourceLanguage, targetLanguage } of list) {
    const source = readName(sourceLanguage);
    const target = readName(targetLanguage);
    if (source === null || target === null) continue;
    const targets = pairs.get(source) ?? new Map<Language, string>();
    pairs.set(source, targets.set(target, `${sourceLanguage}|${targetLanguage}`));
  }
  return pairs;
}

function readName(name: string): Language | null {
  return APERTIUM_CODES[name] ?? (isLanguage(name) ? name : null);
}

/** Returns the pairs to go through, at most two, or null if there are none. */
export function findSteps(pairs: Pairs, source: Language, target: Language): readonly string[] | null {
  const direct = pairs.get(source)?.get(target);
  if (direct !== undefined) return [direct];
  const others = [...pairs.keys()].filter((language) => !PIVOT_LANGUAGES.includes(language)).sort();
  for (const pivot of [...PIVOT_LANGUAGES, ...others]) {
    const first = pairs.get(source)?.get(pivot);
    const second = pairs.get(pivot)?.get(target);
    if (first !== undefined && second !== undefined) return [first, second];
  }
  return null;
}
