/**
 * The lines of a meeting in the order of `seq`. Updates can arrive repeatedly and in any order, for a whole line or only
 * its reactions or translations. Each part remembers the `seq` of its newest update and ignores older ones. Every function
 * returns the same object if nothing changed.
 */
import type { Language } from "#contracts/languages.ts";
import type { Line, Reactions, Translation } from "#contracts/lines.ts";
import { reuseIfShallowEqual } from "../../lib/store.ts";

export interface LineCollection {
  readonly byId: ReadonlyMap<string, Line>;
  readonly ordered: readonly Line[];
  readonly versions: ReadonlyMap<string, PartVersions>;
  /** Updates that arrived before their line. */
  readonly earlyParts: ReadonlyMap<string, EarlyParts>;
}

/** The `seq` of the newest update of each part. */
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
 * Adds whole lines, each as of its `changed`. The author of a stored line can change: a guest becomes an account. An
 * ephemeral line with another author is ignored, because any peer could send text under its id.
 */
export function withLines(lines: LineCollection, arrived: readonly Line[]): LineCollection {
  const byId = new Map(lines.byId);
  const versions = new Map(lines.versions);
  const early = new Map(lines.earlyParts);
  let moved = false;
  for (const line of arrived) {
    const known = byId.get(line.id);
    const before = versions.get(line.id);
    if (known !== undefined && known.author !== line.author && (known.fleeting || line.fleeting)) continue;
    if (known !== undefined && before !== undefined && before.line >= line.changed) continue;
    const merged = mergeLine(known, before, line, early.get(line.id) ?? NO_EARLY_PARTS);
    early.delete(line.id);
    byId.set(line.id, merged.line);
    versions.set(line.id, merged.versions);
    moved = true;
  }
  return moved ? sortedCollection(byId, versions, early) : lines;
}

/** Replaces the reactions of a line as of `seq`. */
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

/** Adds translations of a line as of `seq`. */
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
  return merged.line === line && merged.versions === before ? lines : replaceLine(lines, merged.line, merged.versions);
}

/** Removes lines. Later updates of them are treated as updates of an unknown line. */
export function withoutLines(lines: LineCollection, gone: readonly Line[]): LineCollection {
  if (gone.length === 0) return lines;
  const byId = new Map(lines.byId);
  const versions = new Map(lines.versions);
  for (const { id } of gone) {
    byId.delete(id);
    versions.delete(id);
  }
  return sortedCollection(byId, versions, lines.earlyParts);
}

/** Keeps reactions and translations that are newer than the whole line. */
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
    [...newer, ...early.translations.filter((part) => part.seq > seq)],
  );
}

/** Ignores translations of other revisions. */
function mergeTranslations(
  line: Line,
  before: PartVersions,
  made: EarlyParts["translations"],
): { line: Line; versions: PartVersions } {
  let { translations } = line;
  let seqs = before.translations;
  for (const { seq, value } of made) {
    const last = seqs[value.language] ?? 0;
    if (value.revision !== line.revision || line.deleted || last > seq) continue;
    const at = translations.findIndex(({ language }) => language === value.language);
    const known = translations[at];
    // `unavailable` follows the last `failed` without its own `seq`, so a late `failed` must not replace it.
    if (known?.status === "unavailable" && last === seq) continue;
    if (last !== seq) seqs = { ...seqs, [value.language]: seq };
    if (known === undefined) translations = [...translations, value];
    else if (reuseIfShallowEqual(known, value) !== known) translations = translations.with(at, value);
  }
  return {
    line: translations === line.translations ? line : { ...line, translations },
    versions: seqs === before.translations ? before : { ...before, translations: seqs },
  };
}

const replaceLine = (lines: LineCollection, line: Line, versions: PartVersions): LineCollection =>
  sortedCollection(
    new Map(lines.byId).set(line.id, line),
    new Map(lines.versions).set(line.id, versions),
    lines.earlyParts,
  );

const sortedCollection = (
  byId: LineCollection["byId"],
  versions: LineCollection["versions"],
  earlyParts: LineCollection["earlyParts"],
): LineCollection => ({
  byId,
  ordered: [...byId.values()].sort((a, b) => a.seq - b.seq),
  versions,
  earlyParts,
});

function bufferEarlyPart(lines: LineCollection, lineId: string, parts: EarlyParts): LineCollection {
  const earlyParts = new Map(lines.earlyParts).set(lineId, parts);
  const [oldest] = earlyParts.keys();
  if (earlyParts.size > MAX_EARLY_LINES && oldest !== undefined) earlyParts.delete(oldest);
  return { ...lines, earlyParts };
}
