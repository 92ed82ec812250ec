/** In which languages what is written reaches those in the call, and why in one of them it does not. */
import type { Language } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
import { failureOfLine, storedTranslation, type TranslateReason } from "../../languages/core/index.ts";
import type { Missing } from "./reading.ts";

export interface LanguageReach {
  readonly language: Language;
  /** How many in the call read it. */
  readonly people: number;
  /** Empty: all that is newest reached. */
  readonly unreached: readonly Unreached[];
}

export interface Unreached {
  /** `late`: it is on its way for longer than one waits. */
  readonly reason: TranslateReason | "late";
  /** Languages whose newest line did not reach. */
  readonly from: readonly Language[];
}

/** Milliseconds for which a line that is on its way says nothing yet. */
export const PATIENCE = 5_000;

/**
 * The most read first. Of each language that is written the newest line decides; one that is on its way does so once that
 * lasts too long. `readers`: what each in the call reads. `isLate`: the line has these words for longer than `PATIENCE`.
 */
export function reach(
  lines: readonly Line[],
  missing: Missing,
  readers: readonly Language[],
  isLate: (line: Line) => boolean,
): readonly LanguageReach[] {
  const people = new Map<Language, number>();
  for (const language of readers) people.set(language, (people.get(language) ?? 0) + 1);
  return [...people]
    .sort(([a, many], [b, others]) => others - many || (a < b ? -1 : 1))
    .map(([language, count]) => ({
      language,
      people: count,
      unreached: unreachedIn(lines, missing, language, isLate),
    }));
}

function unreachedIn(
  lines: readonly Line[],
  missing: Missing,
  into: Language,
  isLate: (line: Line) => boolean,
): Unreached[] {
  const decided = new Set<Language>();
  const reasons = new Map<Unreached["reason"], Language[]>();
  for (const line of lines.toReversed()) {
    if (line.deleted || line.language === into || decided.has(line.language)) continue;
    const stored = storedTranslation(line, into);
    const failed =
      failureOfLine(line, into) ?? (stored === undefined ? (missing.get(line.id)?.get(into) ?? null) : null);
    const underWay = failed === null && stored?.status !== "ready";
    if (underWay && !isLate(line)) continue;
    const reason = underWay ? "late" : failed;
    decided.add(line.language);
    if (reason !== null) reasons.set(reason, [...(reasons.get(reason) ?? []), line.language]);
  }
  return [...reasons].map(([reason, from]) => ({ reason, from }));
}
