/**
 * Finds short lines that are more likely in the reader's language than in their own: "Vale, perfecto" by somebody who said
 * English. The evidence are parts of words that are frequent in a language, by the statistics of the detector eld. They are
 * loaded for the two languages of a line (12 KB each).
 */
import * as z from "zod/mini";
import type { Language } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
import type { Clock } from "../../lib/clock.ts";
import { type KeyValueStorage, readStored, writeStored } from "../../lib/storage.ts";

/** Languages with statistics. A line in or for another language is always translated. */
export const STATISTICS_LANGUAGES: ReadonlySet<Language> = new Set<Language>([
  ...(["am", "ar", "az", "be", "bg", "bn", "bs", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu", "fa"] as const),
  ...(["fi", "fr", "gu", "he", "hi", "hr", "hu", "hy", "id", "is", "it", "ja", "ka", "kn", "ko", "lt", "lv"] as const),
  ...(["ml", "mr", "ms", "nb", "nl", "pa", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sv", "ta", "te", "th"] as const),
  ...(["tl", "tr", "uk", "ur", "vi", "zh-Hans", "zh-Hant"] as const),
]);

export const MAX_WORDS = 4;
/** Addresses, file names and mentions, which have no language. They are searched word by word, so that the time is linear. */
const NON_WORD = /\S@\S|^@\S|\p{L}\.\p{L}/u;
const LINK = /https?:\S+/u;
/** The reader's language must have this much more evidence, because most lines are in the language of their author. */
const MIN_RATIO = 1.2;
/** The share of the parts of words that must be frequent in the reader's language. */
const MIN_KNOWN_SHARE = 0.6;
/** A line waits for the statistics at most this long. */
export const LOAD_TIMEOUT_MS = 2_000;
/** A pair whose statistics did not load is tried again after this time. */
export const RETRY_MS = 60_000;
const STORAGE_KEY = "parley.translate-anyway";

/** Scores by parts of words. */
type Statistics = ReadonlyMap<string, number>;
/** By score, the parts of words. */
const statisticsFile = z.record(z.string(), z.string());
const storedIds = z.array(z.string());

export interface ShortLineCheck {
  /** Returns undefined while the statistics load. `onChange` is called when they have. */
  isReadable(line: Pick<Line, "id" | "language" | "text">, reads: Language): boolean | undefined;
  /** The line counts as not readable from now on, in this tab. */
  translateAnyway(lineId: string): void;
}

export interface ShortLineCheckOptions {
  /** Returns the content of a statistics file. Rejects if it cannot be loaded. */
  fetchStatistics: (language: Language) => Promise<unknown>;
  /** Storage of the tab. */
  storage: KeyValueStorage;
  clock: Clock;
  onChange: () => void;
}

export function createShortLineCheck(options: ShortLineCheckOptions): ShortLineCheck {
  const { fetchStatistics, storage, clock, onChange } = options;
  /** By language. */
  const statistics = new Map<Language, Promise<Statistics>>();
  /** By pair of languages; undefined while the statistics load. */
  const checks = new Map<string, ((text: string) => boolean) | undefined>();
  const translated = new Set(parseIds(readStored(storage, STORAGE_KEY)));

  function load(language: Language): Promise<Statistics> {
    const loading =
      statistics.get(language) ?? fetchStatistics(language).then((file) => parseStatistics(statisticsFile.parse(file)));
    statistics.set(language, loading);
    loading.catch(() => statistics.delete(language));
    return loading;
  }

  function loadCheck(from: Language, to: Language) {
    const pair = `${from} ${to}`;
    const finish = (check: (text: string) => boolean) => {
      if (checks.get(pair) !== undefined) return;
      checks.set(pair, check);
      onChange();
    };
    const fail = () => {
      finish(() => false);
      clock.after(RETRY_MS, () => checks.delete(pair));
    };
    checks.set(pair, undefined);
    const cancel = clock.after(LOAD_TIMEOUT_MS, fail);
    Promise.all([load(from), load(to)]).then(
      ([own, readers]) => {
        cancel();
        finish(memoize((text) => isMoreLikely(text, readers, own)));
      },
      () => {
        cancel();
        fail();
      },
    );
  }

  return {
    isReadable({ id, language, text }, reads) {
      const isSupported = STATISTICS_LANGUAGES.has(language) && STATISTICS_LANGUAGES.has(reads);
      if (translated.has(id) || !isSupported || wordsOf(text).length > MAX_WORDS) return false;
      const pair = `${language} ${reads}`;
      if (!checks.has(pair)) loadCheck(language, reads);
      return checks.get(pair)?.(text) ?? (checks.has(pair) ? undefined : false);
    },
    translateAnyway(lineId) {
      translated.add(lineId);
      writeStored(storage, STORAGE_KEY, JSON.stringify([...translated]));
      onChange();
    },
  };
}

const wordsOf = (text: string): readonly string[] =>
  text
    .replace(/\S+/gu, (word) => (NON_WORD.test(word) ? " " : word.replace(LINK, " ")))
    .toLowerCase()
    .match(/[\p{L}\p{M}]+/gu) ?? [];

function isMoreLikely(text: string, than: Statistics, own: Statistics): boolean {
  const parts = [...new Set(wordsOf(text).flatMap(partsOf))];
  const readers = evidenceOf(parts, than);
  return (
    readers.known > 0 &&
    readers.known >= parts.length * MIN_KNOWN_SHARE &&
    readers.score >= evidenceOf(parts, own).score * MIN_RATIO
  );
}

function evidenceOf(parts: readonly string[], statistics: Statistics): { score: number; known: number } {
  const scores = parts.flatMap((part) => statistics.get(part) ?? []);
  return { score: scores.reduce((sum, score) => sum + score, 0), known: scores.length };
}

/** Returns the parts of a word as the statistics have them: four bytes of UTF-8 each, with a blank at the word's ends. */
function partsOf(word: string): readonly string[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(word));
  const parts: string[] = [];
  let at = 0;
  for (; at + 4 < bytes.length; at += 3) parts.push(`${at === 0 ? " " : ""}${bytes.slice(at, at + 4)}`);
  parts.push(`${at === 0 ? " " : ""}${bytes.slice(Math.max(0, bytes.length - 4))} `);
  return parts;
}

function memoize(check: (text: string) => boolean): (text: string) => boolean {
  const results = new Map<string, boolean>();
  return (text) => {
    const result = results.get(text) ?? check(text);
    results.set(text, result);
    return result;
  };
}

const parseStatistics = (file: Readonly<Record<string, string>>): Statistics =>
  new Map(
    Object.entries(file).flatMap(([score, parts]) => parts.split("|").map((part) => [part, Number(score)] as const)),
  );

function parseIds(stored: string | null): readonly string[] {
  try {
    return storedIds.parse(JSON.parse(stored ?? "[]"));
  } catch {
    return [];
  }
}
