/** The pairs of languages that the configured engines translate: what every screen says about translation comes from here. */
import * as z from "zod/mini";
import { LANGUAGE_CODES, type Language, language } from "./languages.ts";

const languageSet = z.array(language).check(z.maxLength(LANGUAGE_CODES.length));

/**
 * Each language of `from` is translated into each other language of `to`. Languages with the same targets share a group,
 * so an engine for all pairs is one group.
 */
export const languagePairs = z
  .array(z.object({ from: languageSet, to: languageSet }))
  .check(z.maxLength(LANGUAGE_CODES.length));

/** Empty: nothing is translated. Null: unknown, so every pair may be translated. */
export type LanguagePairs = z.infer<typeof languagePairs> | null;

/** No pair at all: no engine is configured, or the meeting stores no lines. */
export const NO_PAIRS: LanguagePairs = [];

/** Returns whether a text in `from` can become readable in `to`. A language needs no translation into itself. */
export const canTranslate = (pairs: LanguagePairs, from: Language, to: Language): boolean =>
  from === to || pairs === null || pairs.some((group) => group.from.includes(from) && group.to.includes(to));

/** Returns whether any language can be translated from `code`, or into it. */
export const isTranslatable = (pairs: LanguagePairs, side: "from" | "to", code: Language): boolean =>
  pairs === null ||
  pairs.some(({ from, to }) =>
    side === "from" ? from.includes(code) : to.includes(code) && from.some((other) => other !== code),
  );

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
