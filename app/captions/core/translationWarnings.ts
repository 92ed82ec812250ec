/** Of one's own lines the translations in which something changed, until they are looked at or some time has passed. */
import type { TermEntry } from "#contracts/glossary.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
import type { Cancel, Clock } from "../../lib/clock.ts";
import { checkFidelity, type ExpectedTerm, type FidelityIssue } from "./fidelityCheck.ts";

export interface TranslationWarning {
  readonly line: string;
  readonly text: string;
  readonly into: Language;
  readonly translated: string;
  readonly issues: readonly FidelityIssue[];
}

export interface TranslationWarnings {
  /** One's own lines, and the names of those in the meeting. */
  check(lines: readonly Line[], names: readonly string[]): void;
  setTerms(terms: readonly TermEntry[]): void;
  /** Those that there are were seen. */
  dismissAll(): void;
  close(): void;
}

/** Later nobody knows any more what they said. */
export const WARNING_DURATION_MS = 30_000;

export function createTranslationWarnings({
  clock,
  changed,
}: {
  clock: Clock;
  changed: (doubts: readonly TranslationWarning[]) => void;
}): TranslationWarnings {
  /** Line, revision and language, of the lines that there are: each is looked at once. What is there at first is not new. */
  const checked = new Set<string>();
  let first = true;
  let terms: readonly TermEntry[] = [];
  let shown: readonly (TranslationWarning & { readonly until: number })[] = [];
  let cancel: Cancel = () => {};

  function set(next: typeof shown) {
    if (next.length === 0 && shown.length === 0) return;
    shown = next;
    changed(shown);
    cancel();
    const until = Math.min(...shown.map((one) => one.until));
    if (shown.length > 0)
      cancel = clock.after(Math.max(1, until - clock.now()), () => set(shown.filter((one) => one.until > clock.now())));
  }

  const namesFor = (people: readonly string[], from: Language, into: Language): ExpectedTerm[] => [
    ...people.map((name) => ({ said: name, expected: name })),
    ...terms.flatMap(({ term, language, never, translations }) => {
      const expected = never ? term : translations[into];
      return language === from && expected !== undefined ? [{ said: term, expected }] : [];
    }),
  ];

  return {
    check(lines, people) {
      const ids = new Set(lines.map(({ id }) => id));
      for (const key of checked) if (!ids.has(key.slice(0, key.indexOf(" ")))) checked.delete(key);
      const found = lines.flatMap((line) =>
        line.translations.flatMap(({ language: into, revision, status, text }) => {
          const key = `${line.id} ${revision} ${into} ${text}`;
          if (status !== "ready" || text === null || revision !== line.revision || checked.has(key)) return [];
          checked.add(key);
          if (first) return [];
          const doubts = checkFidelity(line, { text, language: into }, namesFor(people, line.language, into));
          if (doubts.length === 0) return [];
          return [
            {
              line: line.id,
              text: line.text,
              into,
              translated: text,
              issues: doubts,
              until: clock.now() + WARNING_DURATION_MS,
            },
          ];
        }),
      );
      first = false;
      const stands = shown.filter(({ line, text }) => lines.some((one) => one.id === line && one.text === text));
      if (found.length > 0 || stands.length < shown.length) set([...stands, ...found]);
    },
    setTerms(next) {
      terms = next;
    },
    dismissAll: () => set([]),
    close: () => cancel(),
  };
}
