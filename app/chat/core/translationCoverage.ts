/** The languages in which the people in the call can read the lines, and the gaps with their reasons. */
import type { Language } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
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

/**
 * Returns the coverage of each reading language, the most read first. The newest line of each source language decides; a
 * pending line is skipped until it is late. `readers` has the reading language of each person in the call. `isLate` tells
 * whether the line's text is older than the grace period.
 */
export function computeCoverage(
  lines: readonly Line[],
  failures: TranslationFailures,
  readers: readonly Language[],
  isLate: (line: Line) => boolean,
): readonly LanguageCoverage[] {
  const readerCounts = new Map<Language, number>();
  for (const language of readers) readerCounts.set(language, (readerCounts.get(language) ?? 0) + 1);
  return [...readerCounts]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .map(([language, readerCount]) => ({
      language,
      readerCount,
      gaps: coverageGapsIn(lines, failures, language, isLate),
    }));
}

function coverageGapsIn(
  lines: readonly Line[],
  failures: TranslationFailures,
  into: Language,
  isLate: (line: Line) => boolean,
): CoverageGap[] {
  const decided = new Set<Language>();
  const reasons = new Map<CoverageGap["reason"], Language[]>();
  for (const line of lines.toReversed()) {
    if (line.deleted || line.language === into || decided.has(line.language)) continue;
    const stored = storedTranslation(line, into);
    const failed =
      storedFailure(line, into) ?? (stored === undefined ? (failures.get(line.id)?.get(into) ?? null) : null);
    const isPending = failed === null && stored?.status !== "ready";
    if (isPending && !isLate(line)) continue;
    const reason = isPending ? "late" : failed;
    decided.add(line.language);
    if (reason !== null) reasons.set(reason, [...(reasons.get(reason) ?? []), line.language]);
  }
  return [...reasons].map(([reason, sourceLanguages]) => ({ reason, sourceLanguages }));
}
