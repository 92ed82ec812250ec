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
  readonly reason: TranslateReason;
  /** Languages whose newest line did not reach. */
  readonly from: readonly Language[];
}

/**
 * The most read first. Of each language that is written the newest line whose translation is settled decides: one that is
 * on its way says nothing yet. `readers`: what each in the call reads.
 */
export function reach(
  lines: readonly Line[],
  missing: Missing,
  readers: readonly Language[],
): readonly LanguageReach[] {
  const people = new Map<Language, number>();
  for (const language of readers) people.set(language, (people.get(language) ?? 0) + 1);
  return [...people]
    .sort(([a, many], [b, others]) => others - many || (a < b ? -1 : 1))
    .map(([language, count]) => ({ language, people: count, unreached: unreachedIn(lines, missing, language) }));
}

function unreachedIn(lines: readonly Line[], missing: Missing, into: Language): Unreached[] {
  const decided = new Set<Language>();
  const reasons = new Map<TranslateReason, Language[]>();
  for (const line of lines.toReversed()) {
    if (line.deleted || line.language === into || decided.has(line.language)) continue;
    const stored = storedTranslation(line, into);
    const reason =
      failureOfLine(line, into) ?? (stored === undefined ? (missing.get(line.id)?.get(into) ?? null) : null);
    if (reason === null && stored?.status !== "ready") continue;
    decided.add(line.language);
    if (reason !== null) reasons.set(reason, [...(reasons.get(reason) ?? []), line.language]);
  }
  return [...reasons].map(([reason, from]) => ({ reason, from }));
}
