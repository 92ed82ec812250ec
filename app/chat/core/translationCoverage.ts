/** The languages in which the people in the call can read the lines, and the gaps with their reasons. */
import { canTranslate, engineGap, type LanguagePairs, translatesAnything } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
import type { Participant } from "#contracts/meetings.ts";
import type { TranslationFailures } from "../../translation/lineTranslator.ts";
import {
  storedFailure,
  storedTranslation,
  type TranslationFailureReason,
} from "../../translation/resolveTranslation.ts";

export interface LanguageCoverage {
  readonly language: Language;
  /** How many people in the call read the language. */
  readonly readerCount: number;
  /** Empty if the newest line of every source language is translated. */
  readonly gaps: readonly CoverageGap[];
}

export interface CoverageGap {
  /** `late`: pending for longer than the grace period. */
  readonly reason: TranslationFailureReason | "late";
  /** Languages whose newest line is not translated. */
  readonly sourceLanguages: readonly Language[];
}

/** A person in the call. */
export type CoveredPerson = Pick<Participant, "speaks" | "reads">;

interface CoverageInput {
  readonly lines: readonly Line[];
  readonly failures: TranslationFailures;
  /** The people in the call. */
  readonly people: readonly CoveredPerson[];
  readonly pairs: LanguagePairs;
  /** Whether the line's text is older than the grace period. */
  isLate(line: Line): boolean;
}

/**
 * Returns the coverage of each reading language, the most read first. The newest line of each source language decides; a
 * pending line is skipped until it is late. For a language that somebody else speaks, the engines' pairs decide before the
 * first line.
 */
export function computeCoverage(input: CoverageInput): readonly LanguageCoverage[] {
  const readerCounts = new Map<Language, number>();
  for (const { reads } of input.people) readerCounts.set(reads, (readerCounts.get(reads) ?? 0) + 1);
  return [...readerCounts]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .map(([language, readerCount]) => ({
      language,
      readerCount,
      gaps: coverageGapsIn(language, input),
    }));
}

/** Returns the languages that somebody speaks to another reader of `into`, and that no engine translates. */
function missingSources(into: Language, { people, pairs }: CoverageInput): readonly Language[] {
  // Without any engine, one text says so for all pairs.
  if (!translatesAnything(pairs)) return [];
  const speakers = people.filter((speaker) => people.some((reader) => reader !== speaker && reader.reads === into));
  return [...new Set(speakers.map(({ speaks }) => speaks))].filter((speaks) => !canTranslate(pairs, speaks, into));
}

function coverageGapsIn(into: Language, input: CoverageInput): CoverageGap[] {
  const { lines, failures, pairs, isLate } = input;
  const decided = new Set<Language>();
  const reasons = new Map<CoverageGap["reason"], Language[]>();
  const addGap = (reason: CoverageGap["reason"], language: Language) =>
    reasons.set(reason, [...(reasons.get(reason) ?? []), language]);
  for (const line of lines.toReversed()) {
    if (line.deleted || line.language === into || decided.has(line.language)) continue;
    const stored = storedTranslation(line, into);
    const missing =
      stored === undefined ? (failures.get(line.id)?.get(into) ?? engineGap(pairs, line.language, into)) : null;
    const failed = storedFailure(line, into) ?? missing;
    const isPending = failed === null && stored?.status !== "ready";
    if (isPending && !isLate(line)) continue;
    const reason = isPending ? "late" : failed;
    decided.add(line.language);
    if (reason !== null) addGap(reason, line.language);
  }
  for (const language of missingSources(into, input))
    if (!decided.has(language)) addGap("translate/unsupported-pair", language);
  return [...reasons].map(([reason, sourceLanguages]) => ({ reason, sourceLanguages }));
}
