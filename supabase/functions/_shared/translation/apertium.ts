/**
 * Apertium, through its web service APy. Rule-based and small: good between close languages, modest from English. Which
 * pairs are installed is asked once; what has no pair of its own goes over one language between (French → Spanish →
 * English).
 */
import * as z from "zod/mini";
import { isLanguage, type Language } from "../contracts/languages.ts";
import { processEach } from "./chunk.ts";
import { type Engine, type EngineResult, notAttempted, type TimeBudget, unsupportedPair } from "./engine.ts";
import { requestJsonWithin } from "./httpRequest.ts";
import { validateText } from "./validateOutput.ts";

/** Apertium names languages by ISO 639-3. Variants (`por_BR`) are passed over. */
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

/** Languages with good pairs to many others come first as the one between. */
const PIVOT_LANGUAGES: readonly Language[] = ["es", "en", "fr"];

/** Texts are asked for one by one; so many at once. */
const CONCURRENCY = 4;

const pairList = z.object({
  responseData: z.array(z.object({ sourceLanguage: z.string(), targetLanguage: z.string() })),
});
const translated = z.object({ responseData: z.object({ translatedText: z.string() }) });

/** From a language, what it goes into, each with the name of the pair: `eng|spa`. */
type Pairs = ReadonlyMap<Language, ReadonlyMap<Language, string>>;

export function createApertiumEngine(url: string): Engine {
  const base = url.endsWith("/") ? url : `${url}/`;
  let known: Pairs | undefined;

  async function pairs(within: TimeBudget): Promise<EngineResult<Pairs>> {
    if (known !== undefined) return { ok: true, value: known };
    const answer = await requestJsonWithin(within, new URL("listPairs", base), null, pairList);
    if (!answer.ok) return answer;
    known = readPairs(answer.value.responseData);
    return { ok: true, value: known };
  }

  /** One step at a time rather than by `/translateChain`, which marks unknown words with `*` whatever one asks. */
  async function translateOne(
    text: string,
    steps: readonly string[],
    within: TimeBudget,
  ): Promise<EngineResult<string>> {
    let current = text;
    for (const langpair of steps) {
      const form = new URLSearchParams({ langpair, q: current, markUnknown: "no" });
      const answer = await requestJsonWithin(within, new URL("translate", base), form, translated);
      if (!answer.ok) return answer;
      current = answer.value.responseData.translatedText;
    }
    return validateText(text, current);
  }

  return {
    name: "apertium",
    translate: async (texts, source, target, within) => {
      const installed = await pairs(within);
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

/** The pairs to go through, at most two; null when there is no way. */
export function findSteps(pairs: Pairs, source: Language, target: Language): readonly string[] | null {
  const direct = pairs.get(source)?.get(target);
  if (direct !== undefined) return [direct];
  const others = [...pairs.keys()].filter((language) => !PIVOT_LANGUAGES.includes(language)).sort();
  for (const between of [...PIVOT_LANGUAGES, ...others]) {
    const first = pairs.get(source)?.get(between);
    const second = pairs.get(between)?.get(target);
    if (first !== undefined && second !== undefined) return [first, second];
  }
  return null;
}
