/**
 * The lines of a meeting, each once, in the order of `seq`, whatever order they come in and however often. Every
 * function gives the same object back when nothing changed.
 */
import type { Line, Translation } from "#contracts/meetings.ts";
import { keepObject } from "../../platform/store.ts";

export interface Lines {
  readonly byId: ReadonlyMap<string, Line>;
  readonly ordered: readonly Line[];
  /** Translations that came before their line. */
  readonly early: ReadonlyMap<string, readonly Translation[]>;
}

export const NO_LINES: Lines = { byId: new Map(), ordered: [], early: new Map() };

const EARLY_LINES = 100;

export function withLines(lines: Lines, arrived: readonly Line[]): Lines {
  let byId: Map<string, Line> | null = null;
  let { early } = lines;
  for (const line of arrived) {
    const known = (byId ?? lines.byId).get(line.id);
    const next = mergeLine(known, line, early.get(line.id) ?? []);
    if (early.has(line.id)) {
      const rest = new Map(early);
      rest.delete(line.id);
      early = rest;
    }
    if (next === known) continue;
    byId ??= new Map(lines.byId);
    byId.set(line.id, next);
  }
  if (byId === null) return early === lines.early ? lines : { ...lines, early };
  return { byId, ordered: [...byId.values()].sort((a, b) => a.seq - b.seq), early };
}

export function withTranslations(lines: Lines, lineId: string, translations: readonly Translation[]): Lines {
  const line = lines.byId.get(lineId);
  if (line !== undefined) return withLines(lines, [{ ...line, translations: [...translations] }]);
  const early = new Map(lines.early).set(lineId, [...(lines.early.get(lineId) ?? []), ...translations]);
  const [oldest] = early.keys();
  if (early.size > EARLY_LINES && oldest !== undefined) early.delete(oldest);
  return { ...lines, early };
}

function mergeLine(known: Line | undefined, arrived: Line, early: readonly Translation[]): Line {
  if (known !== undefined && known.revision > arrived.revision) return known;
  const kept = known?.revision === arrived.revision ? known.translations : [];
  const translations = mergeTranslations(kept, [...arrived.translations, ...early], arrived.revision);
  if (known === undefined || known.revision < arrived.revision) return { ...arrived, translations };
  return translations === known.translations ? known : { ...known, translations };
}

/** What is final is not undone by older news; what is under way gives way to newer news. */
const RANK: Readonly<Record<Translation["status"], number>> = { claimed: 0, failed: 0, unavailable: 1, ready: 2 };

function mergeTranslations(kept: Translation[], arrived: readonly Translation[], revision: number): Translation[] {
  let merged = kept;
  for (const translation of arrived) {
    if (translation.revision !== revision) continue;
    const at = merged.findIndex(({ language }) => language === translation.language);
    const known = merged[at];
    if (known === undefined) {
      merged = [...merged, translation];
      continue;
    }
    if (RANK[known.status] > RANK[translation.status] || keepObject(known, translation) === known) continue;
    merged = merged.with(at, translation);
  }
  return merged;
}
