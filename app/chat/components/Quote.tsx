import { useId } from "react";
import { LANGUAGES } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { LinkedText } from "~/ui/LinkedText.tsx";
import { displayedText } from "../core/screenReaderAnnouncer.ts";
import type { QuoteView } from "../lineView.ts";

/** The text of a quoted line in the reader's language, truncated to one row. */
export function QuotedText({ line }: { line: NonNullable<QuoteView["line"]> }) {
  const t = useMessages();
  if (line.deleted) return <span className="truncate italic rtl:not-italic">{t("chat.deleted")}</span>;
  const { display } = line;
  const language = display.kind === "translated" ? display.language : line.language;
  return (
    <span lang={language} dir={LANGUAGES[language].dir} className="truncate">
      <LinkedText text={displayedText(line)?.text ?? line.original} />
    </span>
  );
}

/** The line that a reply refers to. A click scrolls to it. */
export function Quote({ quote, onJump }: { quote: QuoteView; onJump(id: string): void }) {
  const t = useMessages();
  const { id, line } = quote;
  const contentId = useId();
  return (
    <div
      data-person={line ? line.authorColour : undefined}
      className="relative mt-1 mb-0.5 grid min-h-control-s w-fit max-w-full content-center justify-items-start rounded-e-s border-s-2 border-person ps-2.5 pe-2 text-start text-13 leading-snug text-ink-soft hover:bg-hover pointer-coarse:min-h-control"
    >
      {/* Below the text, because a button must not contain links. */}
      <button
        type="button"
        title={t("chat.jump")}
        aria-labelledby={contentId}
        onClick={() => onJump(id)}
        className="absolute inset-0 rounded-e-s"
      />
      <span id={contentId} className="pointer-events-none relative grid max-w-full [&_a]:pointer-events-auto">
        {line === null ? (
          <span>{t("chat.earlierLine")}</span>
        ) : (
          <>
            <bdi className="max-w-full truncate font-strong text-person">
              {line.isMe ? t("chat.you") : line.authorName}
            </bdi>
            <span className="grid max-w-full">
              <QuotedText line={line} />
            </span>
          </>
        )}
      </span>
    </div>
  );
}
