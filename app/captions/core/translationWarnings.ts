/** Doubtful translations of own lines, until they are dismissed or expire. */
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
  /** Checks new translations of own lines. `names`: the names of the meeting's participants. */
  check(lines: readonly Line[], names: readonly string[]): void;
  setTerms(terms: readonly TermEntry[]): void;
  dismissAll(): void;
  close(): void;
}

/** Speakers no longer remember their words after that. */
export const WARNING_DURATION_MS = 30_000;

export function createTranslationWarnings({
  clock,
  onChange,
}: {
  clock: Clock;
  onChange: (warnings: readonly TranslationWarning[]) => void;
}): TranslationWarnings {
  /** Keys of checked translations: each is checked once. Those of the first call are not new. */
  const checked = new Set<string>();
  let first = true;
  let terms: readonly TermEntry[] = [];
  let shown: readonly (TranslationWarning & { readonly until: number })[] = [];
  let cancel: Cancel = () => {};

  function set(next: typeof shown) {
    if (next.length === 0 && shown.length === 0) return;
    shown = next;
    onChange(shown);
    cancel();
    const nextEnd = Math.min(...shown.map(({ until }) => until));
    if (shown.length > 0)
      cancel = clock.after(Math.max(1, nextEnd - clock.now()), () =>
        set(shown.filter(({ until }) => until > clock.now())),
      );
  }

  const namesFor = (people: readonly string[], from: Language, into: Language): ExpectedTerm[] => [
    ...people.map((name) => ({ spoken: name, expected: name })),
    ...terms.flatMap(({ term, language, never, translations }) => {
      const expected = never ? term : translations[into];
      return language === from && expected !== undefined ? [{ spoken: term, expected }] : [];
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
          const issues = checkFidelity(line, { text, language: into }, namesFor(people, line.language, into));
          if (issues.length === 0) return [];
          return [
            {
              line: line.id,
              text: line.text,
              into,
              translated: text,
              issues,
              until: clock.now() + WARNING_DURATION_MS,
            },
          ];
        }),
      );
      first = false;
      const current = shown.filter((warning) =>
        lines.some(({ id, text }) => id === warning.line && text === warning.text),
      );
      if (found.length > 0 || current.length < shown.length) set([...current, ...found]);
    },
    setTerms(next) {
      terms = next;
    },
    dismissAll: () => set([]),
    close: () => cancel(),
  };
}
