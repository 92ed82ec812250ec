/**
 * Apertium, through the service of the folder `apertium/` or Apertium's own, APy, which speaks the same calls. It is
 * rule-based and small: good between close languages, modest from English. The installed pairs are fetched once. Without
 * a direct pair, a text goes through one pivot language (French → Spanish → English).
 */
import * as z from "zod/mini";
import { isLanguage, type Language } from "../contracts/languages.ts";
import { processEach } from "./chunk.ts";
import {
  type Engine,
  type EngineResult,
  notAttempted,
  type TimeBudget,
  unreachable,
  unsupportedPair,
} from "./engine.ts";
import { requestJsonWithin } from "./httpRequest.ts";
import { validateText } from "./validateOutput.ts";

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

/** `token` is the bearer token of our service. */
export function createApertiumEngine(url: string, token?: string): Engine {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const base = url.endsWith("/") ? url : `${url}/`;
  let cached: Pairs | undefined;

  async function fetchPairs(within: TimeBudget): Promise<EngineResult<Pairs>> {
    if (cached !== undefined) return { ok: true, value: cached };
    const response = await requestJsonWithin(within, new URL("listPairs", base), null, pairList, { headers });
    if (!response.ok) return response;
    const pairs = toPairs(response.value.responseData);
    // A service without pairs is still being set up: no text is rejected for good, and the list is fetched again.
    if (pairs.size === 0) return unreachable("no pairs");
    cached = pairs;
    return { ok: true, value: pairs };
  }

  /** Requests each step by itself, because `/translateChain` always marks unknown words with `*`. */
  async function translateOne(
    text: string,
    steps: readonly string[],
    within: TimeBudget,
  ): Promise<EngineResult<string>> {
    let current = text;
    for (const langpair of steps) {
      // APy reads a text as HTML by default, and damages typed signs more than as plain text.
      const form = new URLSearchParams({ langpair, q: current, markUnknown: "no", format: "txt" });
      const response = await requestJsonWithin(within, new URL("translate", base), form, translated, { headers });
      if (!response.ok) return response;
      current = response.value.responseData.translatedText;
    }
    return validateText(text, current);
  }

  return {
    name: "apertium",
    readPairs: async (within) => {
      const installed = await fetchPairs(within);
      if (!installed.ok) return installed;
      return { ok: true, value: (source, target) => findSteps(installed.value, source, target) !== null };
    },
    translate: async (texts, source, target, within) => {
      const installed = await fetchPairs(within);
      if (!installed.ok) return texts.map(() => notAttempted(installed));
      const steps = findSteps(installed.value, source, target);
      if (steps === null) return texts.map(unsupportedPair);
      return processEach(texts, CONCURRENCY, (text) => translateOne(text, steps, within));
    },
  };
}

function toPairs(list: z.infer<typeof pairList>["responseData"]): Pairs {
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

/** Reads a language of two or three letters. Variants (`por_BR`) are skipped. */
function readName(name: string): Language | null {
  if (!/^[a-z]{2,3}$/u.test(name)) return null;
  const [tag = ""] = Intl.getCanonicalLocales(name);
  return isLanguage(tag) ? tag : null;
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
