/** In which languages what is written reaches those in the call, and why in one of them it does not. */
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
  /** How many in the call read it. */
  readonly readerCount: number;
  /** Empty: all that is newest reached. */
  readonly gaps: readonly CoverageGap[];
}

export interface CoverageGap {
  /** `late`: it is on its way for longer than one waits. */
  readonly reason: TranslationFailureReason | "late";
  /** Languages whose newest line did not reach. */
  readonly sourceLanguages: readonly Language[];
}

/** Milliseconds for which a line that is on its way says nothing yet. */
export const COVERAGE_GRACE_MS = 5_000;

/**
 * The most read first. Of each language that is written the newest line decides; one that is on its way does so once that
 * lasts too long. `readers`: what each in the call reads. `isLate`: the line has these words for longer than `PATIENCE`.
 */
export function computeCoverage(
  lines: readonly Line[],
  missing: TranslationFailures,
  readers: readonly Language[],
  isLate: (line: Line) => boolean,
): readonly LanguageCoverage[] {
  const people = new Map<Language, number>();
  for (const language of readers) people.set(language, (people.get(language) ?? 0) + 1);
  return [...people]
    .sort(([a, many], [b, others]) => others - many || (a < b ? -1 : 1))
    .map(([language, count]) => ({
      language,
      readerCount: count,
      gaps: coverageGapsIn(lines, missing, language, isLate),
    }));
}

function coverageGapsIn(
  lines: readonly Line[],
  missing: TranslationFailures,
  into: Language,
  isLate: (line: Line) => boolean,
): CoverageGap[] {
  const decided = new Set<Language>();
  const reasons = new Map<CoverageGap["reason"], Language[]>();
  for (const line of lines.toReversed()) {
    if (line.deleted || line.language === into || decided.has(line.language)) continue;
    const stored = storedTranslation(line, into);
    const failed =
      storedFailure(line, into) ?? (stored === undefined ? (missing.get(line.id)?.get(into) ?? null) : null);
    const isPending = failed === null && stored?.status !== "ready";
    if (isPending && !isLate(line)) continue;
    const reason = isPending ? "late" : failed;
    decided.add(line.language);
    if (reason !== null) reasons.set(reason, [...(reasons.get(reason) ?? []), line.language]);
  }
  return [...reasons].map(([reason, sourceLanguages]) => ({ reason, sourceLanguages }));
}
