import RotateCw from "lucide-react/icons/rotate-cw";
import X from "lucide-react/icons/x";
import { memo, type ReactNode, useId, useState } from "react";
import { LANGUAGES, type Language } from "#contracts/languages.ts";
import { type MessageKey, useFormat, useMessages } from "~/i18n/index.tsx";
import type { TranslateReason } from "~/languages/index.ts";
import { Avatar } from "~/ui/Avatar.tsx";
import { errorText } from "~/ui/errors.tsx";
import { personColour } from "~/ui/person.ts";
import { Skeleton } from "~/ui/Skeleton.tsx";
import type { LineView } from "../view.ts";

const REASONS = {
  "translate/unavailable": "chat.reason.unavailable",
  "translate/unsupported-pair": "chat.reason.pair",
  "translate/quota": "chat.reason.quota",
} as const satisfies Record<TranslateReason, MessageKey>;

interface MessageProps {
  line: LineView;
  onRetry(id: string): void;
  onDiscard(id: string): void;
}

const MEND =
  "inline-flex min-h-control-s items-center gap-1.5 rounded-s px-2 font-strong hover:bg-danger-soft pointer-coarse:min-h-control";

/** A line as minutes have it: who, when, the words; without a bubble. */
export const Message = memo(function Message({ line, onRetry, onDiscard }: MessageProps) {
  const t = useMessages();
  const format = useFormat();
  const { authorNumber, authorName, isMe, time, delivery } = line;
  return (
    <li data-person={personColour(authorNumber)} className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-3">
      <Avatar number={authorNumber} name={authorName} />
      <div className="grid justify-items-start">
        <p className="flex max-w-full items-baseline gap-2 leading-snug">
          <bdi className="truncate font-strong text-person">{isMe ? t("chat.you") : authorName}</bdi>
          <time dateTime={new Date(time).toISOString()} className="flex-none text-13 text-ink-soft">
            {format.time(time)}
          </time>
        </p>
        <Words line={line} />
        {delivery === "pending" && <Note className="appear-late">{t("chat.sending")}</Note>}
        {delivery === "failed" && (
          <div role="alert" className="mt-1 text-13 leading-snug text-danger">
            <p>
              {t("chat.notSent")} {line.failure && errorText(t, line.failure)}
            </p>
            <button type="button" onClick={() => onRetry(line.id)} className={`-ms-2 ${MEND}`}>
              <RotateCw className="size-4" />
              {t("chat.sendAgain")}
            </button>
            <button type="button" onClick={() => onDiscard(line.id)} className={MEND}>
              <X className="size-4" />
              {t("chat.discard")}
            </button>
          </div>
        )}
      </div>
    </li>
  );
});

/** The words as the reader has them, with the original one press away. */
function Words({ line }: { line: LineView }) {
  const t = useMessages();
  const format = useFormat();
  const { reading, language, original, delivery } = line;
  const from = { language: format.languageName(language) };
  switch (reading.kind) {
    case "original":
      return <Written language={language} text={original} faint={delivery === "pending"} />;
    case "unavailable":
      return (
        <>
          <Written language={language} text={original} />
          <Note>{t("chat.unavailable", { ...from, reason: t(REASONS[reading.reason]) })}</Note>
        </>
      );
    case "on-its-way":
      return (
        <>
          <span className="appear-late my-1.5 grid w-full gap-2">
            <Skeleton className="w-[86%]" />
            <Skeleton className="w-[52%]" />
          </span>
          <Original line={line} label={t("chat.onItsWay", from)} />
        </>
      );
    case "translated":
      return (
        <>
          <Written language={reading.language} text={reading.text} />
          <Original line={line} label={t(reading.source === "device" ? "chat.fromOnDevice" : "chat.from", from)} />
        </>
      );
    default:
      return reading satisfies never;
  }
}

interface WrittenProps {
  language: Language;
  text: string;
  faint?: boolean;
  className?: string;
  id?: string;
}

function Written({ language, text, faint = false, className = "", id }: WrittenProps) {
  return (
    <p
      id={id}
      lang={language}
      dir={LANGUAGES[language].dir}
      className={`text-written max-w-full whitespace-pre-wrap ${faint ? "opacity-70" : ""} ${className}`}
    >
      {text}
    </p>
  );
}

/** "from Spanish", dotted; a press opens the original above it, on a thread in the speaker's colour. */
function Original({ line, label }: { line: LineView; label: string }) {
  const t = useMessages();
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      {open && (
        <Written
          id={id}
          language={line.language}
          text={line.original}
          className="mt-1 animate-rise border-s-2 border-person ps-3 text-14 text-ink-soft"
        />
      )}
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="-my-1 min-h-8 rounded-s py-1 text-start text-13 leading-snug text-ink-soft underline decoration-dotted decoration-1 underline-offset-4 hover:text-ink aria-expanded:text-ink pointer-coarse:min-h-control"
      >
        {label}
        {open && ` · ${t("chat.hideOriginal")}`}
      </button>
    </>
  );
}

function Note({ children, className = "" }: { children: ReactNode; className?: string }) {
  return <p className={`mt-0.5 text-13 leading-snug text-ink-soft ${className}`}>{children}</p>;
}
