/** The pairs of languages that the configured engines translate: what every screen says about translation comes from here. */
import { LANGUAGE_CODES, type Language } from "./languages.ts";

/**
 * Each language of `from` is translated into each other language of `to`. Languages with the same targets share a group,
 * so an engine for all pairs is one group.
 */
export interface LanguagePairGroup {
  readonly from: readonly Language[];
  readonly to: readonly Language[];
}

/** Empty: nothing is translated. Null: unknown, so every pair may be translated. */
export type LanguagePairs = readonly LanguagePairGroup[] | null;

/** No pair at all: no engine is configured, or the meeting stores no lines. */
export const NO_PAIRS: LanguagePairs = [];

/** Returns whether a text in `from` can become readable in `to`. A language needs no translation into itself. */
export const canTranslate = (pairs: LanguagePairs, from: Language, to: Language): boolean =>
  from === to || pairs === null || pairs.some((group) => group.from.includes(from) && group.to.includes(to));

/** Returns false if no engine is configured. */
export const translatesAnything = (pairs: LanguagePairs): boolean => pairs === null || pairs.length > 0;

/** Returns whether any language can be translated from `code`, or into it. */
export const isTranslatable = (pairs: LanguagePairs, side: "from" | "to", code: Language): boolean =>
  pairs === null ||
  pairs.some(({ from, to }) =>
    side === "from" ? from.includes(code) : to.includes(code) && from.some((other) => other !== code),
  );

/** Returns why no engine translates the pair, or null if an engine may. */
export function engineGap(
  engines: LanguagePairs,
  from: Language,
  to: Language,
): "translate/unavailable" | "translate/unsupported-pair" | null {
  if (canTranslate(engines, from, to)) return null;
  return translatesAnything(engines) ? "translate/unsupported-pair" : "translate/unavailable";
}

export interface Reader {
  /** The participant's number in the meeting. */
  readonly number: number;
  readonly name: string;
  readonly reads: Language;
}

export interface ReaderGroups<R extends Pick<Reader, "reads">> {
  /** Readers who get the text in their language, as it is or translated. */
  readonly reached: readonly R[];
  /** Readers who get the original, because no engine translates the pair. */
  readonly unreached: readonly R[];
  /** Languages into which the text is translated, each once. */
  readonly languages: readonly Language[];
  /** Languages of `unreached`, each once. */
  readonly gaps: readonly Language[];
}

export function groupReaders<R extends Pick<Reader, "reads">>(
  pairs: LanguagePairs,
  from: Language,
  readers: readonly R[],
): ReaderGroups<R> {
  const isReached = ({ reads }: R) => canTranslate(pairs, from, reads);
  const reached = readers.filter(isReached);
  const unreached = readers.filter((reader) => !isReached(reader));
  return {
    ...{ reached, unreached },
    languages: languagesOf(reached).filter((language) => language !== from),
    gaps: languagesOf(unreached),
  };
}

const languagesOf = (readers: readonly Pick<Reader, "reads">[]) => [...new Set(readers.map(({ reads }) => reads))];

/** Groups the pairs for which `translates` returns true. */
export function groupLanguagePairs(translates: (from: Language, to: Language) => boolean): NonNullable<LanguagePairs> {
  const groups = new Map<string, { from: Language[]; to: Language[] }>();
  for (const from of LANGUAGE_CODES) {
    const to = LANGUAGE_CODES.filter((code) => code === from || translates(from, code));
    if (to.length === 1) continue;
    const key = to.join(" ");
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { from: [from], to });
    else group.from.push(from);
  }
  return [...groups.values()];
}
