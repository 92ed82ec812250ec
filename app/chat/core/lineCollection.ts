/**
 * The lines of a meeting, each once, in the order of `seq`, whatever order they come in and however often. What is known
 * of a line comes in parts, as a whole or as its marks or translations alone: each part remembers the `seq` of its newest
 * news, and older news change nothing. Every function gives the same object back when nothing changed.
 */
import type { Language } from "#contracts/languages.ts";
import type { Line, Reactions, Translation } from "#contracts/lines.ts";
import { reuseIfShallowEqual } from "../../lib/store.ts";

export interface LineCollection {
  readonly byId: ReadonlyMap<string, Line>;
  readonly ordered: readonly Line[];
  readonly versions: ReadonlyMap<string, PartVersions>;
  /** What came before its line. */
  readonly earlyParts: ReadonlyMap<string, EarlyParts>;
}

/** The `seq` of the newest news of each part. */
interface PartVersions {
  readonly line: number;
  readonly reactions: number;
  readonly translations: Readonly<Partial<Record<Language, number>>>;
}

interface EarlyParts {
  readonly translations: readonly { readonly seq: number; readonly value: Translation }[];
  readonly reactions: { readonly seq: number; readonly value: Reactions } | null;
}

export const EMPTY_COLLECTION: LineCollection = {
  byId: new Map(),
  ordered: [],
  versions: new Map(),
  earlyParts: new Map(),
};

const MAX_EARLY_LINES = 100;
const NO_EARLY_PARTS: EarlyParts = { translations: [], reactions: null };

/**
 * Whole lines, as they stood at their `changed`. A stored line may become an account's that was a guest's. Where nothing is
 * stored anybody can send words under the id of a line that they heard: those are no news of it.
 */
export function withLines(lines: LineCollection, arrived: readonly Line[]): LineCollection {
  const byId = new Map(lines.byId);
  const news = new Map(lines.versions);
  const early = new Map(lines.earlyParts);
  let moved = false;
  for (const line of arrived) {
    const known = byId.get(line.id);
    const before = news.get(line.id);
    if (known !== undefined && known.author !== line.author && (known.fleeting || line.fleeting)) continue;
    if (known !== undefined && before !== undefined && before.line >= line.changed) continue;
    const merged = mergeLine(known, before, line, early.get(line.id) ?? NO_EARLY_PARTS);
    early.delete(line.id);
    byId.set(line.id, merged.line);
    news.set(line.id, merged.news);
    moved = true;
  }
  return moved ? sortedCollection(byId, news, early) : lines;
}

/** All marks under a line, as they stood at `seq`. */
export function withReactions(lines: LineCollection, lineId: string, value: Reactions, seq: number): LineCollection {
  const line = lines.byId.get(lineId);
  const before = lines.versions.get(lineId);
  if (line === undefined || before === undefined) {
    const known = lines.earlyParts.get(lineId) ?? NO_EARLY_PARTS;
    return (known.reactions?.seq ?? -1) >= seq
      ? lines
      : bufferEarlyPart(lines, lineId, { ...known, reactions: { seq, value } });
  }
  if (before.reactions >= seq) return lines;
  return replaceLine(lines, { ...line, reactions: value }, { ...before, reactions: seq });
}

/** Some translations of a line, as they stood at `seq`. */
export function withTranslations(
  lines: LineCollection,
  lineId: string,
  made: readonly Translation[],
  seq: number,
): LineCollection {
  const line = lines.byId.get(lineId);
  const before = lines.versions.get(lineId);
  if (line === undefined || before === undefined) {
    const known = lines.earlyParts.get(lineId) ?? NO_EARLY_PARTS;
    const translations = [...known.translations, ...made.map((value) => ({ seq, value }))];
    return bufferEarlyPart(lines, lineId, { ...known, translations });
  }
  const merged = mergeTranslations(
    line,
    before,
    made.map((value) => ({ seq, value })),
  );
  return merged.line === line && merged.news === before ? lines : replaceLine(lines, merged.line, merged.news);
}

/** Without these: what is told of one of them later is of a line that is not known. */
export function withoutLines(lines: LineCollection, gone: readonly Line[]): LineCollection {
  if (gone.length === 0) return lines;
  const byId = new Map(lines.byId);
  const news = new Map(lines.versions);
  for (const { id } of gone) {
    byId.delete(id);
    news.delete(id);
  }
  return sortedCollection(byId, news, lines.earlyParts);
}

/** The newest part wins: marks and translations that are newer than the whole stay. */
function mergeLine(known: Line | undefined, before: PartVersions | undefined, arrived: Line, early: EarlyParts) {
  const seq = arrived.changed;
  const kept = known?.revision === arrived.revision ? known.translations : [];
  const newer = kept.flatMap((value) => {
    const at = before?.translations[value.language] ?? 0;
    return at > seq ? [{ seq: at, value }] : [];
  });
  const storedReactions =
    known !== undefined && before !== undefined && before.reactions > seq
      ? { seq: before.reactions, value: known.reactions }
      : { seq, value: arrived.reactions };
  const { reactions } = early;
  const newestReactions = reactions !== null && reactions.seq > storedReactions.seq ? reactions : storedReactions;
  return mergeTranslations(
    { ...arrived, reactions: newestReactions.value },
    {
      line: seq,
      reactions: newestReactions.seq,
      translations: Object.fromEntries(arrived.translations.map(({ language }) => [language, seq])),
    },
    [...newer, ...early.translations.filter((one) => one.seq > seq)],
  );
}

/** Of the line's present words only. */
function mergeTranslations(
  line: Line,
  before: PartVersions,
  made: EarlyParts["translations"],
): { line: Line; news: PartVersions } {
  let { translations } = line;
  let versions = before.translations;
  for (const { seq, value } of made) {
    const last = versions[value.language] ?? 0;
    if (value.revision !== line.revision || line.deleted || last > seq) continue;
    const at = translations.findIndex(({ language }) => language === value.language);
    const known = translations[at];
    // The last try that failed is given up without a number of its own: told late, the failure is as new, and over.
    if (known?.status === "unavailable" && last === seq) continue;
    if (last !== seq) versions = { ...versions, [value.language]: seq };
    if (known === undefined) translations = [...translations, value];
    else if (reuseIfShallowEqual(known, value) !== known) translations = translations.with(at, value);
  }
  return {
    line: translations === line.translations ? line : { ...line, translations },
    news: versions === before.translations ? before : { ...before, translations: versions },
  };
}

const replaceLine = (lines: LineCollection, line: Line, news: PartVersions): LineCollection =>
  sortedCollection(
    new Map(lines.byId).set(line.id, line),
    new Map(lines.versions).set(line.id, news),
    lines.earlyParts,
  );

const sortedCollection = (
  byId: LineCollection["byId"],
  news: LineCollection["versions"],
  early: LineCollection["earlyParts"],
): LineCollection => ({
  byId,
  ordered: [...byId.values()].sort((a, b) => a.seq - b.seq),
  versions: news,
  earlyParts: early,
});

function bufferEarlyPart(lines: LineCollection, lineId: string, what: EarlyParts): LineCollection {
  const earlyParts = new Map(lines.earlyParts).set(lineId, what);
  const [oldest] = earlyParts.keys();
  if (earlyParts.size > MAX_EARLY_LINES && oldest !== undefined) earlyParts.delete(oldest);
  return { ...lines, earlyParts };
}
