import ArrowDown from "lucide-react/icons/arrow-down";
import BellOff from "lucide-react/icons/bell-off";
import EllipsisVertical from "lucide-react/icons/ellipsis-vertical";
import MessageSquare from "lucide-react/icons/message-square";
import X from "lucide-react/icons/x";
import { useCallback, useState } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { type FileParts, LateFileTray, useFileDrop, type Wish } from "~/files/index.ts";
import { useMessages } from "~/i18n/index.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { errorWords } from "~/ui/errors.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import type { LineActs } from "../acts.ts";
import { useMuted, useOriginals } from "../useDeviceChoice.ts";
import type { LineView } from "../view.ts";
import { Announcements } from "./Announcements.tsx";
import { Composer, type ComposerProps } from "./Composer.tsx";
import { Late, preloadExtras } from "./late.ts";
import { Message } from "./Message.tsx";
import type { Said } from "./useSaid.ts";
import { useStickToBottom } from "./useStickToBottom.ts";

export interface ChatPanelProps extends Omit<ComposerProps, "onFiles"> {
  meetingId: string;
  /** What files are shared with. */
  fileParts: FileParts;
  /** What is written and shared here stays. */
  keeps: boolean;
  /** In the order of the meeting, one's own unsent ones last. */
  lines: readonly LineView[];
  /** What was written before is there, as far as it was asked for. */
  settled: boolean;
  /** Lines before the first can be had. */
  earlier: { readonly loading: boolean; load(): void } | null;
  /** What keeps lines or translations from coming. */
  trouble: ErrorCode | null;
  /** What keeps one's own words from going, and how many wait. */
  held: { readonly code: ErrorCode; readonly waiting: number } | null;
  /** The first line that was new when the chat was opened. */
  newFrom: string | null;
  acts: LineActs;
  /** A short word about what was just done. */
  said: Said | null;
  /** Sends a failed line again, under its id. */
  onRetry(id: string): void;
  /** Gives up what is not sent, and forgets what was refused. */
  onDiscard(id: string): void;
  onClose(): void;
}

/** What was written, each line in the reader's language, and the field to write. */
export function ChatPanel(props: ChatPanelProps) {
  const { meetingId, fileParts, keeps, lines, settled, earlier, trouble, held, newFrom, acts, said, ...rest } = props;
  const { onRetry, onDiscard, onClose, ...composer } = rest;
  const t = useMessages();
  const ids = lines.map(({ id }) => id);
  const { box, content, unseen, toBottom } = useStickToBottom(ids, lines.at(-1)?.isMe ?? false);
  const [muted] = useMuted(meetingId);
  const [originals] = useOriginals();
  const [wish, setWish] = useState<Wish | null>(null);
  const want = useCallback((what: Wish["what"]) => setWish({ what }), []);
  useFileDrop(want);
  return (
    <div className="relative grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto_auto]">
      <header className="flex items-center border-b border-line py-2.5 ps-5 pe-2.5">
        <h2 className="me-auto text-18 leading-snug font-head">{t("chat.title")}</h2>
        {muted && (
          <span className="me-1 flex items-center gap-1.5 text-13 text-ink-soft">
            <BellOff className="size-4" />
            {t("chat.muted")}
          </span>
        )}
        <Settings meetingId={meetingId} onFailed={acts.failed} />
        <IconButton label={t("action.close")} icon={<X />} onClick={onClose} />
      </header>
      <div className="relative grid min-h-0">
        <div
          ref={box}
          role="log"
          aria-live="off"
          aria-label={t("chat.lines")}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard even when nothing in it is
          tabIndex={0}
          className="overflow-y-auto overscroll-contain px-5 py-4 -outline-offset-2!"
        >
          <div ref={content} className="grid min-h-full grid-cols-[minmax(0,1fr)] content-end gap-5">
            {earlier && (
              <Button
                size="s"
                variant="ghost"
                busy={earlier.loading}
                onClick={earlier.load}
                className="justify-self-center"
              >
                {t("chat.earlier")}
              </Button>
            )}
            {lines.length === 0 ? (
              <Nothing translates={composer.translates} />
            ) : (
              <ol className="grid grid-cols-[minmax(0,1fr)] gap-5">
                {lines.map((line) => (
                  <Message
                    key={line.id}
                    line={line}
                    acts={acts}
                    originals={originals}
                    isNew={line.id === newFrom}
                    onRetry={onRetry}
                    onDiscard={onDiscard}
                  />
                ))}
              </ol>
            )}
            {trouble && <ErrorNotice shape="row" code={trouble} />}
          </div>
        </div>
        {said ? (
          <p className="absolute bottom-3 left-1/2 w-max max-w-[90%] -translate-x-1/2 animate-rise rounded-full bg-ink px-3.5 py-1.5 text-13 leading-snug text-surface shadow-2">
            {t(said)}
          </p>
        ) : (
          unseen > 0 && (
            <Button
              variant="primary"
              size="s"
              onClick={toBottom}
              className="absolute bottom-3 left-1/2 -translate-x-1/2 animate-rise rounded-full! shadow-2 pointer-coarse:min-h-control"
            >
              <ArrowDown className="size-4" />
              {t("chat.newLines", { count: unseen })}
            </Button>
          )
        )}
      </div>
      <div>
        {held && <Held {...held} />}
        {wish && (
          <LateFileTray
            onFailed={() => {
              setWish(null);
              acts.failed();
            }}
          >
            {({ FileTray }) => <FileTray parts={fileParts} wish={wish} keeps={keeps} field={composer.field} />}
          </LateFileTray>
        )}
      </div>
      <Composer {...composer} onFiles={want} />
      <Announcements lines={lines} settled={settled} muted={muted} />
      <LiveRegion message={said ? t(said) : ""} />
      <LiveRegion message={held ? `${errorWords(t, held.code).happened} ${t("chat.waits")}` : ""} />
    </div>
  );
}

/** Said once for all that waits; the number changes unsaid. */
function Held({ code, waiting }: NonNullable<ChatPanelProps["held"]>) {
  const t = useMessages();
  return (
    <p className="border-t border-line bg-warning-soft px-5 py-2 text-13 leading-snug text-warning">
      {errorWords(t, code).happened} {t("chat.held", { count: waiting })}
    </p>
  );
}

/** The menu comes with the press on its button. */
function Settings({ meetingId, onFailed }: { meetingId: string; onFailed(): void }) {
  const t = useMessages();
  const [asked, setAsked] = useState(false);
  const button = (
    <IconButton
      label={t("chat.settings")}
      aria-haspopup="menu"
      icon={<EllipsisVertical />}
      onPointerEnter={preloadExtras}
      onFocus={preloadExtras}
      onClick={() => setAsked(true)}
    />
  );
  return (
    <Late
      wanted={asked}
      fallback={button}
      onFailed={() => {
        setAsked(false);
        onFailed();
      }}
    >
      {({ ChatMenu }) => <ChatMenu meetingId={meetingId} />}
    </Late>
  );
}

function Nothing({ translates }: Pick<ComposerProps, "translates">) {
  const t = useMessages();
  return (
    <div className="m-auto grid max-w-64 justify-items-center gap-2 text-center">
      <MessageSquare className="size-6 text-ink-soft" />
      <p className="font-strong">{t("chat.empty.title")}</p>
      <p className="text-14 text-balance text-ink-soft">{t(translates ? "chat.empty.text" : "chat.empty.asWritten")}</p>
    </div>
  );
}
