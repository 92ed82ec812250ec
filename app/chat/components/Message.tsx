import Forward from "lucide-react/icons/forward";
import RotateCw from "lucide-react/icons/rotate-cw";
import X from "lucide-react/icons/x";
import { memo, useCallback, useRef, useState } from "react";
import type { Emoji } from "#contracts/lines.ts";
import { LateFile } from "~/files/index.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import { Avatar } from "~/ui/Avatar.tsx";
import { errorText } from "~/ui/errors.tsx";
import { personColour } from "~/ui/person.ts";
import { type LineActs, rightsOf } from "../acts.ts";
import { isNameAlone, type LineView } from "../view.ts";
import { LineTools } from "./LineTools.tsx";
import { Late } from "./late.ts";
import { Marks } from "./Marks.tsx";
import { Quote } from "./Quote.tsx";
import { useLongPress } from "./useLongPress.ts";
import { MEND, Note, Words } from "./Words.tsx";

interface MessageProps {
  line: LineView;
  onRetry(id: string): void;
  onDiscard(id: string): void;
  /** Without them the line is only read. */
  acts?: LineActs;
  /** Every original is shown, until somebody closes it. */
  originals?: boolean;
  /** The first that came since the chat was last open. */
  isNew?: boolean;
}

/** A line as minutes have it: who, when, the words; without a bubble. */
export const Message = memo(function Message(props: MessageProps) {
  const { line, onRetry, onDiscard, acts, originals = false, isNew = false } = props;
  const t = useMessages();
  const format = useFormat();
  const { id, authorNumber, authorName, isMe, time, delivery, replyTo, reactions = [], act = null } = line;
  const { originalOpen, openOriginal } = useOriginal(originals);
  const [menu, setMenu] = useState(0);
  const askMenu = () => setMenu((before) => before + 1);
  const [part, setPart] = useState<"react" | "mark" | "correct" | null>(null);
  const row = useRef<HTMLLIElement>(null);
  const closePart = useCallback(() => {
    setPart(null);
    // To where the keyboard came from, unless it went elsewhere itself.
    if (row.current?.querySelector("fieldset")?.contains(document.activeElement))
      row.current.querySelector<HTMLElement>("[data-line-tools] button[aria-haspopup]")?.focus();
  }, []);
  const rights = rightsOf(line);
  const usable = acts !== undefined && (rights.copy || rights.discard);
  const press = useLongPress(() => usable && askMenu());
  const react = (emoji: Emoji, given: boolean) => acts?.react(id, emoji, given);
  return (
    <li
      ref={row}
      id={`line-${id}`}
      tabIndex={-1}
      data-person={personColour(authorNumber)}
      data-mentions-me={line.mentionsMe}
      {...press}
      className="group/line -mx-2 grid scroll-my-8 grid-cols-[32px_minmax(0,1fr)] gap-x-3 rounded-m px-2 data-[mentions-me=true]:bg-accent-soft data-[mentions-me=true]:py-2 pointer-coarse:[-webkit-touch-callout:none]"
    >
      {isNew && (
        <p className="col-span-2 mb-3 flex items-center gap-3 text-13 leading-snug font-strong text-accent before:h-px before:flex-1 before:bg-accent after:h-px after:flex-1 after:bg-accent">
          {t("chat.new")}
        </p>
      )}
      <Avatar number={authorNumber} name={authorName} />
      <div className="relative grid justify-items-start">
        <p className="flex max-w-full items-baseline gap-2 leading-snug pointer-coarse:pe-11">
          <bdi className="truncate font-strong text-person">{isMe ? t("chat.you") : authorName}</bdi>
          <time dateTime={new Date(time).toISOString()} className="flex-none text-13 text-ink-soft">
            {format.time(time)}
          </time>
          {line.edited && !line.deleted && line.correctedBy === undefined && (
            <span className="flex-none text-13 text-ink-soft">{t("chat.edited")}</span>
          )}
          {line.mentionsMe && <span className="sr-only">{t("chat.mentionsYou")}</span>}
        </p>
        {line.forwarded && (
          <p className="flex items-center gap-1 text-13 leading-snug text-ink-soft">
            <Forward className="size-3.5 rtl:-scale-x-100" />
            {t("chat.forwarded")}
          </p>
        )}
        {replyTo && acts && <Quote quote={replyTo} onJump={acts.jump} />}
        {line.deleted ? (
          <p className="text-14 leading-normal text-ink-soft italic rtl:not-italic">{t("chat.deleted")}</p>
        ) : (
          !isNameAlone(line) && <Words line={line} open={originalOpen} onOpen={openOriginal} />
        )}
        {line.file && (
          <LateFile onFailed={() => acts?.failed()}>
            {({ SeenFile }) => line.file && <SeenFile id={id} file={line.file} />}
          </LateFile>
        )}
        {(line.mark || line.correctedBy !== undefined) && (
          <Late onFailed={() => acts?.failed()}>{({ LineNotes }) => <LineNotes line={line} />}</Late>
        )}
        {reactions.length > 0 && (
          <Marks reactions={reactions} onReact={acts !== undefined && rights.react ? react : undefined} />
        )}
        {act && (
          <Late onFailed={() => acts?.failed()}>
            {({ ActNote }) => (
              <ActNote act={act} onEdit={(text) => acts?.edit(line, text)} onDiscard={() => onDiscard(id)} />
            )}
          </Late>
        )}
        {delivery === "pending" && <Note className="appear-late">{t("chat.sending")}</Note>}
        {(delivery === "failed" || delivery === "held") && (
          <div role={delivery === "failed" ? "alert" : undefined} className="mt-1 text-13 leading-snug text-danger">
            <p>
              {delivery === "held" ? t("chat.notSentYet") : t("chat.notSent")}{" "}
              {delivery === "failed" && line.failure && errorText(t, line.failure)}
            </p>
            <button type="button" onClick={() => onRetry(id)} className={`-ms-2 ${MEND}`}>
              <RotateCw className="size-4" />
              {t("chat.sendAgain")}
            </button>
            <button type="button" onClick={() => onDiscard(id)} className={MEND}>
              <X className="size-4" />
              {t("chat.discard")}
            </button>
          </div>
        )}
        {usable && (
          <LineTools
            rights={rights}
            originalOpen={originalOpen}
            asked={menu}
            onAsk={askMenu}
            onFailed={() => {
              setMenu(0);
              acts.failed();
            }}
            onReply={() => acts.reply(line)}
            onReact={() => setPart("react")}
            onEdit={() => acts.edit(line)}
            onCorrect={() => setPart("correct")}
            onMark={() => setPart("mark")}
            onRemove={() => acts.remove(line)}
            onForward={() => acts.forward(line)}
            onCopy={() => acts.copy(line)}
            onOriginal={() => openOriginal(!originalOpen)}
            onRetranslate={() => acts.retranslate(id)}
            onReport={() => acts.report(id)}
            onDiscard={() => onDiscard(id)}
          />
        )}
      </div>
      {part && (
        <Late
          onFailed={() => {
            setPart(null);
            acts?.failed();
          }}
        >
          {({ MarkPicker, WorkOnLine }) =>
            part === "react" ? (
              <MarkPicker
                given={reactions.flatMap(({ emoji, mine }) => (mine ? [emoji] : []))}
                onPick={react}
                onClose={closePart}
              />
            ) : (
              acts?.atWork && (
                <WorkOnLine
                  key={part}
                  id={id}
                  atWork={acts.atWork}
                  correcting={part === "correct"}
                  onClose={closePart}
                />
              )
            )
          }
        </Late>
      )}
    </li>
  );
});

/** Open for all by the reader's choice, and for this line by a press, which counts until that choice changes. */
function useOriginal(all: boolean) {
  const [pressed, setPressed] = useState<{ all: boolean; open: boolean } | null>(null);
  return {
    originalOpen: pressed?.all === all ? pressed.open : all,
    openOriginal: (open: boolean) => setPressed({ all, open }),
  };
}
