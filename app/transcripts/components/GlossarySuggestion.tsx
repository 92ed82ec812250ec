import BookOpen from "lucide-react/icons/book-open";
import { useState } from "react";
import type { ErrorCode, Result } from "#contracts/errors.ts";
import { LANGUAGES, type Language } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import type { WordChange } from "../core/wordDiff.ts";

interface GlossarySuggestionProps {
  changes: readonly WordChange[];
  language: Language;
  onAdd(change: WordChange): Promise<Result<unknown>>;
}

/** Suggests corrected words as glossary terms, because a recogniser repeats its mistakes. */
export function GlossarySuggestion({ changes, language, onAdd }: GlossarySuggestionProps) {
  const t = useMessages();
  const [added, setAdded] = useState<readonly WordChange[]>([]);
  const [error, setError] = useState<ErrorCode | null>(null);

  async function add(change: WordChange) {
    const result = await onAdd(change);
    setError(result.ok ? null : result.error.code);
    if (result.ok) setAdded((before) => [...before, change]);
  }
  const { dir } = LANGUAGES[language];
  return (
    <section className="grid max-w-[560px] gap-2 rounded-m bg-accent-soft px-4 py-3">
      <h3 className="flex items-center gap-2 text-14 font-strong">
        <BookOpen className="size-4" />
        {t("transcript.term")}
      </h3>
      <ul className="grid gap-2">
        {changes.map((change) => (
          <li key={`${change.before} ${change.after}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14">
            <span lang={language} dir={dir} className="min-w-0 flex-1 basis-40 wrap-anywhere">
              <s className="text-ink-soft">{change.before}</s> → <strong>{change.after}</strong>
            </span>
            {!added.includes(change) && (
              <Button size="s" onClick={() => add(change)}>
                <span>{t.rich("transcript.term.add", { term: <bdi lang={language}>{change.after}</bdi> })}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="text-13 leading-snug text-success empty:hidden">
        {added.length > 0 && t("transcript.term.added", { term: added.map(({ after }) => after).join(", ") })}
      </p>
      {error && (
        <p role="alert" className="text-13 leading-snug text-danger">
          {errorText(t, error)}
        </p>
      )}
    </section>
  );
}
