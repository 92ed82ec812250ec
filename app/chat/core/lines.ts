/**
 * The lines of a meeting, each once, in the order of `seq`, whatever order they come in and however often. What is known
 * of a line comes in parts, as a whole or as its marks or translations alone: each part remembers the `seq` of its newest
 * news, and older news change nothing. Every function gives the same object back when nothing changed.
 */
import type { Language } from "#contracts/languages.ts";
import type { Line, Reactions, Translation } from "#contracts/lines.ts";
import { keepObject } from "../../platform/store.ts";

export interface Lines {
  readonly byId: ReadonlyMap<string, Line>;
  readonly ordered: readonly Line[];
  readonly news: ReadonlyMap<string, News>;
  /** What came before its line. */
  readonly early: ReadonlyMap<string, Early>;
}

/** The `seq` of the newest news of each part. */
interface News {
  readonly whole: number;
  readonly reactions: number;
  readonly translations: Readonly<Partial<Record<Language, number>>>;
}

interface Early {
  readonly translations: readonly { readonly seq: number; readonly value: Translation }[];
  readonly reactions: { readonly seq: number; readonly value: Reactions } | null;
}

export const NO_LINES: Lines = { byId: new Map(), ordered: [], news: new Map(), early: new Map() };

const EARLY_LINES = 100;
const NOTHING_EARLY: Early = { translations: [], reactions: null };

/**
 * Whole lines, as they stood at their `changed`. A stored line may become an account's that was a guest's. Where nothing is
 * stored anybody can send words under the id of a line that they heard: those are no news of it.
 */
export function withLines(lines: Lines, arrived: readonly Line[]): Lines {
  const byId = new Map(lines.byId);
  const news = new Map(lines.news);
  const early = new Map(lines.early);
  let moved = false;
  for (const line of arrived) {
    const known = byId.get(line.id);
    const before = news.get(line.id);
    if (known !== undefined && known.author !== line.author && (known.fleeting || line.fleeting)) continue;
    if (known !== undefined && before !== undefined && before.whole >= line.changed) continue;
    const merged = mergeWhole(known, before, line, early.get(line.id) ?? NOTHING_EARLY);
    early.delete(line.id);
    byId.set(line.id, merged.line);
    news.set(line.id, merged.news);
    moved = true;
  }
  return moved ? inOrder(byId, news, early) : lines;
}

/** All marks under a line, as they stood at `seq`. */
export function withReactions(lines: Lines, lineId: string, value: Reactions, seq: number): Lines {
  const line = lines.byId.get(lineId);
  const before = lines.news.get(lineId);
  if (line === undefined || before === undefined) {
    const known = lines.early.get(lineId) ?? NOTHING_EARLY;
    return (known.reactions?.seq ?? -1) >= seq ? lines : soon(lines, lineId, { ...known, reactions: { seq, value } });
  }
  if (before.reactions >= seq) return lines;
  return withOne(lines, { ...line, reactions: value }, { ...before, reactions: seq });
}

/** Some translations of a line, as they stood at `seq`. */
export function withTranslations(lines: Lines, lineId: string, made: readonly Translation[], seq: number): Lines {
  const line = lines.byId.get(lineId);
  const before = lines.news.get(lineId);
  if (line === undefined || before === undefined) {
    const known = lines.early.get(lineId) ?? NOTHING_EARLY;
    const translations = [...known.translations, ...made.map((value) => ({ seq, value }))];
    return soon(lines, lineId, { ...known, translations });
  }
  const merged = mergeTranslations(
    line,
    before,
    made.map((value) => ({ seq, value })),
  );
  return merged.line === line && merged.news === before ? lines : withOne(lines, merged.line, merged.news);
}

/** Without these: what is told of one of them later is of a line that is not known. */
export function withoutLines(lines: Lines, gone: readonly Line[]): Lines {
  if (gone.length === 0) return lines;
  const byId = new Map(lines.byId);
  const news = new Map(lines.news);
  for (const { id } of gone) {
    byId.delete(id);
    news.delete(id);
  }
  return inOrder(byId, news, lines.early);
}

/** The newest part wins: marks and translations that are newer than the whole stay. */
function mergeWhole(known: Line | undefined, before: News | undefined, arrived: Line, early: Early) {
  const seq = arrived.changed;
  const kept = known?.revision === arrived.revision ? known.translations : [];
  const newer = kept.flatMap((value) => {
    const at = before?.translations[value.language] ?? 0;
    return at > seq ? [{ seq: at, value }] : [];
  });
  const marks =
    known !== undefined && before !== undefined && before.reactions > seq
      ? { seq: before.reactions, value: known.reactions }
      : { seq, value: arrived.reactions };
  const { reactions } = early;
  const newestMarks = reactions !== null && reactions.seq > marks.seq ? reactions : marks;
  return mergeTranslations(
    { ...arrived, reactions: newestMarks.value },
    {
      whole: seq,
      reactions: newestMarks.seq,
      translations: Object.fromEntries(arrived.translations.map(({ language }) => [language, seq])),
    },
    [...newer, ...early.translations.filter((one) => one.seq > seq)],
  );
}

/** Of the line's present words only. */
function mergeTranslations(line: Line, before: News, made: Early["translations"]): { line: Line; news: News } {
  let { translations } = line;
  let heard = before.translations;
  for (const { seq, value } of made) {
    const last = heard[value.language] ?? 0;
    if (value.revision !== line.revision || line.deleted || last > seq) continue;
    const at = translations.findIndex(({ language }) => language === value.language);
    const known = translations[at];
    // The last try that failed is given up without a number of its own: told late, the failure is as new, and over.
    if (known?.status === "unavailable" && last === seq) continue;
    if (last !== seq) heard = { ...heard, [value.language]: seq };
    if (known === undefined) translations = [...translations, value];
    else if (keepObject(known, value) !== known) translations = translations.with(at, value);
  }
  return {
    line: translations === line.translations ? line : { ...line, translations },
    news: heard === before.translations ? before : { ...before, translations: heard },
  };
}

const withOne = (lines: Lines, line: Line, news: News): Lines =>
  inOrder(new Map(lines.byId).set(line.id, line), new Map(lines.news).set(line.id, news), lines.early);

const inOrder = (byId: Lines["byId"], news: Lines["news"], early: Lines["early"]): Lines => ({
  byId,
  ordered: [...byId.values()].sort((a, b) => a.seq - b.seq),
  news,
  early,
});

function soon(lines: Lines, lineId: string, what: Early): Lines {
  const early = new Map(lines.early).set(lineId, what);
  const [oldest] = early.keys();
  if (early.size > EARLY_LINES && oldest !== undefined) early.delete(oldest);
  return { ...lines, early };
}
