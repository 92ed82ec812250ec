import { type ReactNode, useId } from "react";
import { LANGUAGES, type Language } from "#contracts/languages.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { TranslateAnywayButton } from "~/translation/TranslateAnywayButton.tsx";
import { useTranslationFailureText } from "~/translation/useTranslationFailureText.ts";
import { LinkedText } from "~/ui/LinkedText.tsx";
import type { LineView } from "./lineView.ts";

/** Classes of the buttons under a failed line. */
export const LINE_ACTION_CLASS =
  "inline-flex min-h-control-s items-center gap-1.5 rounded-s px-2 font-strong hover:bg-danger-soft pointer-coarse:min-h-control";

interface LineTextProps {
  line: LineView;
  /** Whether the original is shown beside the translation. */
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** The label under a line has the same height in each state, so that an arriving translation moves nothing. */
const LABEL_CLASS =
  "-my-1 flex min-h-8 items-center py-1.5 text-13 leading-snug text-ink-soft pointer-coarse:min-h-control";
const LABEL_BUTTON_CLASS = `rounded-s text-start underline decoration-dotted decoration-1 underline-offset-4 hover:text-ink aria-expanded:text-ink ${LABEL_CLASS}`;

/**
 * The line in the reader's language. A click shows the original. While the translation is pending, the original is shown;
 * it appears after a moment, so that a fast translation replaces nothing that the reader has begun to read.
 */
export function LineText({ line, open, onOpenChange }: LineTextProps) {
  const t = useMessages();
  const format = useFormatters();
  const failureText = useTranslationFailureText();
  const { display, language, original, delivery, mentioned = [] } = line;
  const from = { language: format.languageName(language) };
  const unsent = delivery !== "sent" && delivery !== "failed";
  switch (display.kind) {
    case "original":
      return <LineParagraph language={language} text={original} mentioned={mentioned} faint={unsent} />;
    case "readable":
      return (
        <>
          <LineParagraph language={display.language} text={original} mentioned={mentioned} />
          <TranslateAnywayButton lineId={line.id} className={LABEL_BUTTON_CLASS} />
        </>
      );
    case "unavailable":
      return (
        <>
          <LineParagraph language={language} text={original} mentioned={mentioned} />
          <p className={LABEL_CLASS}>{t("chat.unavailable", { ...from, reason: failureText(display.reason) })}</p>
        </>
      );
    case "on-its-way":
      return (
        <>
          <LineParagraph language={language} text={original} mentioned={mentioned} faint className="appear-late" />
          <p className={`appear-late ${LABEL_CLASS}`}>{t("chat.onItsWay", from)}</p>
        </>
      );
    case "translated":
      return (
        <>
          <LineParagraph language={display.language} text={display.text} mentioned={mentioned} />
          <OriginalText
            line={line}
            label={t(display.source === "device" ? "chat.fromOnDevice" : "chat.from", from)}
            open={open}
            onOpenChange={onOpenChange}
          />
        </>
      );
    default:
      return display satisfies never;
  }
}

interface LineParagraphProps {
  language: Language;
  text: string;
  mentioned: readonly string[];
  faint?: boolean;
  className?: string;
  id?: string;
}

function LineParagraph({ language, text, mentioned, faint = false, className = "", id }: LineParagraphProps) {
  return (
    <p
      id={id}
      lang={language}
      dir={LANGUAGES[language].dir}
      className={`text-written max-w-full whitespace-pre-wrap ${faint ? "opacity-70" : ""} ${className}`}
    >
      <LinkedText text={text} mentioned={mentioned} />
    </p>
  );
}

/** "from Spanish". A click opens the original above, with a border in the author's colour. */
function OriginalText({ line, label, open, onOpenChange }: LineTextProps & { label: string }) {
  const t = useMessages();
  const id = useId();
  return (
    <>
      {open && (
        <LineParagraph
          id={id}
          language={line.language}
          text={line.original}
          mentioned={line.mentioned ?? []}
          className="mt-1 animate-rise border-s-2 border-person ps-3 text-14 text-ink-soft"
        />
      )}
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => onOpenChange(!open)}
        className={LABEL_BUTTON_CLASS}
      >
        {label}
        {open && ` · ${t("chat.hideOriginal")}`}
      </button>
    </>
  );
}

export function LineNote({ children, className = "" }: { children: ReactNode; className?: string }) {
  return <p className={`mt-0.5 text-13 leading-snug text-ink-soft ${className}`}>{children}</p>;
}
