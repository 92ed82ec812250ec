import { type ReactNode, useId } from "react";
import { LANGUAGES, type Language } from "#contracts/languages.ts";
import { type MessageKey, useFormat, useMessages } from "~/i18n/index.tsx";
import type { TranslateReason } from "~/languages/index.ts";
import { Skeleton } from "~/ui/Skeleton.tsx";
import { pieces } from "../mentions.ts";
import type { LineView } from "../view.ts";

const REASONS = {
  "translate/unavailable": "chat.reason.unavailable",
  "translate/unsupported-pair": "chat.reason.pair",
  "translate/quota": "chat.reason.quota",
  "translate/not-kept": "chat.reason.notKept",
} as const satisfies Record<TranslateReason, MessageKey>;

/** Why there is no translation; where a day's is used up, when the next day begins: it is that of UTC. */
export function useReason(): (reason: TranslateReason) => string {
  const t = useMessages();
  const format = useFormat();
  return (reason) => {
    if (reason !== "translate/quota") return t(REASONS[reason]);
    const now = new Date();
    return t(REASONS[reason], {
      time: format.time(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)),
    });
  };
}

/** The look of what mends something under a line. */
export const MEND =
  "inline-flex min-h-control-s items-center gap-1.5 rounded-s px-2 font-strong hover:bg-danger-soft pointer-coarse:min-h-control";

interface WordsProps {
  line: LineView;
  /** Whether the original is shown beside the translation. */
  open: boolean;
  onOpen(open: boolean): void;
}

/** The words as the reader has them, with the original one press away. */
export function Words({ line, open, onOpen }: WordsProps) {
  const t = useMessages();
  const format = useFormat();
  const reason = useReason();
  const { reading, language, original, delivery, mentioned = [] } = line;
  const from = { language: format.languageName(language) };
  const unsent = delivery !== "sent" && delivery !== "failed";
  switch (reading.kind) {
    case "original":
      return <Written language={language} text={original} mentioned={mentioned} faint={unsent} />;
    case "unavailable":
      return (
        <>
          <Written language={language} text={original} mentioned={mentioned} />
          <Note>{t("chat.unavailable", { ...from, reason: reason(reading.reason) })}</Note>
        </>
      );
    case "on-its-way":
      return (
        <>
          <span className="appear-late my-1.5 grid w-full gap-2">
            <Skeleton className="w-[86%]" />
            <Skeleton className="w-[52%]" />
          </span>
          <Original line={line} label={t("chat.onItsWay", from)} open={open} onOpen={onOpen} />
        </>
      );
    case "translated":
      return (
        <>
          <Written language={reading.language} text={reading.text} mentioned={mentioned} />
          <Original
            line={line}
            label={t(reading.source === "device" ? "chat.fromOnDevice" : "chat.from", from)}
            open={open}
            onOpen={onOpen}
          />
        </>
      );
    default:
      return reading satisfies never;
  }
}

interface WrittenProps {
  language: Language;
  text: string;
  mentioned: readonly string[];
  faint?: boolean;
  className?: string;
  id?: string;
}

function Written({ language, text, mentioned, faint = false, className = "", id }: WrittenProps) {
  return (
    <p
      id={id}
      lang={language}
      dir={LANGUAGES[language].dir}
      className={`text-written max-w-full whitespace-pre-wrap ${faint ? "opacity-70" : ""} ${className}`}
    >
      {pieces(text, mentioned).map((piece, index) =>
        piece.name ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name than their place
          <bdi key={index} className="font-strong text-accent">
            {piece.text}
          </bdi>
        ) : (
          piece.text
        ),
      )}
    </p>
  );
}

/** "from Spanish", dotted; a press opens the original above it, on a thread in the speaker's colour. */
function Original({ line, label, open, onOpen }: WordsProps & { label: string }) {
  const t = useMessages();
  const id = useId();
  return (
    <>
      {open && (
        <Written
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
        onClick={() => onOpen(!open)}
        className="-my-1 min-h-8 rounded-s py-1 text-start text-13 leading-snug text-ink-soft underline decoration-dotted decoration-1 underline-offset-4 hover:text-ink aria-expanded:text-ink pointer-coarse:min-h-control"
      >
        {label}
        {open && ` · ${t("chat.hideOriginal")}`}
      </button>
    </>
  );
}

export function Note({ children, className = "" }: { children: ReactNode; className?: string }) {
  return <p className={`mt-0.5 text-13 leading-snug text-ink-soft ${className}`}>{children}</p>;
}
