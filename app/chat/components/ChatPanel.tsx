import ArrowDown from "lucide-react/icons/arrow-down";
import BellOff from "lucide-react/icons/bell-off";
import EllipsisVertical from "lucide-react/icons/ellipsis-vertical";
import MessageSquare from "lucide-react/icons/message-square";
import X from "lucide-react/icons/x";
import { useCallback, useState } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import type { FileRequest, FileTrayOptions } from "~/files/fileRequest.ts";
import { LazyFileTray } from "~/files/lazy.tsx";
import { useFileDrop } from "~/files/useFileDrop.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { errorMessages } from "~/ui/errorMessages.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import type { LineHandlers } from "../core/linePermissions.ts";
import { LineExtras, preloadLineExtras } from "../lazy.tsx";
import type { LineView } from "../lineView.ts";
import { Message } from "../Message.tsx";
import { Announcements } from "./Announcements.tsx";
import { Composer, type ComposerProps } from "./Composer.tsx";
import type { ChatNoticeKey } from "./useChatNotice.ts";
import { useChatMuted, useShowOriginals } from "./useLocalPreference.ts";
import { useStickToBottom } from "./useStickToBottom.ts";

export interface ChatPanelProps extends Omit<ComposerProps, "onFiles"> {
  meetingId: string;
  /** What files are shared with. */
  fileParts: FileTrayOptions;
  /** What is written and shared here stays. */
  storesLines: boolean;
  /** In the order of the meeting, one's own unsent ones last. */
  lines: readonly LineView[];
  /** What was written before is there, as far as it was asked for. */
  historyLoaded: boolean;
  /** Lines before the first can be had. */
  olderLines: { readonly loading: boolean; load(): void } | null;
  /** What keeps lines or translations from coming. */
  errorCode: ErrorCode | null;
  /** What keeps one's own words from going, and how many wait. */
  sendingBlocked: { readonly code: ErrorCode; readonly waiting: number } | null;
  /** The first line that was new when the chat was opened. */
  firstUnreadId: string | null;
  handlers: LineHandlers;
  /** A short word about what was just done. */
  notice: ChatNoticeKey | null;
  /** Sends a failed line again, under its id. */
  onRetry(id: string): void;
  /** Gives up what is not sent, and forgets what was refused. */
  onDiscard(id: string): void;
  onClose(): void;
}

/** What was written, each line in the reader's language, and the field to write. */
export function ChatPanel(props: ChatPanelProps) {
  const {
    meetingId,
    fileParts,
    storesLines,
    lines,
    historyLoaded,
    olderLines,
    errorCode,
    sendingBlocked,
    firstUnreadId,
    handlers,
    notice,
    ...rest
  } = props;
  const { onRetry, onDiscard, onClose, ...composer } = rest;
  const t = useMessages();
  const ids = lines.map(({ id }) => id);
  const { box, content, unseen, toBottom } = useStickToBottom(ids, lines.at(-1)?.isMe ?? false);
  const [muted] = useChatMuted(meetingId);
  const [originals] = useShowOriginals();
  const [fileRequest, setFileRequest] = useState<FileRequest | null>(null);
  const requestFiles = useCallback((what: FileRequest["source"]) => setFileRequest({ source: what }), []);
  useFileDrop(requestFiles);
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
        <ChatMenuButton meetingId={meetingId} onFailed={handlers.onLoadError} />
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
            {olderLines && (
              <Button
                size="s"
                variant="ghost"
                busy={olderLines.loading}
                onClick={olderLines.load}
                className="justify-self-center"
              >
                {t("chat.earlier")}
              </Button>
            )}
            {lines.length === 0 ? (
              <EmptyChat translates={composer.translates} />
            ) : (
              <ol className="grid grid-cols-[minmax(0,1fr)] gap-5">
                {lines.map((line) => (
                  <Message
                    key={line.id}
                    line={line}
                    handlers={handlers}
                    showOriginals={originals}
                    isNew={line.id === firstUnreadId}
                    onRetry={onRetry}
                    onDiscard={onDiscard}
                  />
                ))}
              </ol>
            )}
            {errorCode && <ErrorNotice shape="row" code={errorCode} />}
          </div>
        </div>
        {notice ? (
          <p className="absolute bottom-3 left-1/2 w-max max-w-[90%] -translate-x-1/2 animate-rise rounded-full bg-ink px-3.5 py-1.5 text-13 leading-snug text-surface shadow-2">
            {t(notice)}
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
        {sendingBlocked && <SendingBlockedNotice {...sendingBlocked} />}
        {fileRequest && (
          <LazyFileTray
            onFailed={() => {
              setFileRequest(null);
              handlers.onLoadError();
            }}
          >
            {({ FileTray }) => (
              <FileTray
                options={fileParts}
                request={fileRequest}
                filesAllowed={storesLines}
                focusTarget={composer.inputRef}
              />
            )}
          </LazyFileTray>
        )}
      </div>
      <Composer {...composer} onFiles={requestFiles} />
      <Announcements lines={lines} historyLoaded={historyLoaded} muted={muted} />
      <LiveRegion message={notice ? t(notice) : ""} />
      <LiveRegion
        message={sendingBlocked ? `${errorMessages(t, sendingBlocked.code).happened} ${t("chat.waits")}` : ""}
      />
    </div>
  );
}

/** Said once for all that waits; the number changes unsaid. */
function SendingBlockedNotice({ code, waiting }: NonNullable<ChatPanelProps["sendingBlocked"]>) {
  const t = useMessages();
  return (
    <p className="border-t border-line bg-warning-soft px-5 py-2 text-13 leading-snug text-warning">
      {errorMessages(t, code).happened} {t("chat.held", { count: waiting })}
    </p>
  );
}

/** The menu comes with the press on its button. */
function ChatMenuButton({ meetingId, onFailed: onLoadError }: { meetingId: string; onFailed(): void }) {
  const t = useMessages();
  const [wanted, setWanted] = useState(false);
  const button = (
    <IconButton
      label={t("chat.settings")}
      aria-haspopup="menu"
      icon={<EllipsisVertical />}
      onPointerEnter={preloadLineExtras}
      onFocus={preloadLineExtras}
      onClick={() => setWanted(true)}
    />
  );
  return (
    <LineExtras
      active={wanted}
      fallback={button}
      onFailed={() => {
        setWanted(false);
        onLoadError();
      }}
    >
      {({ ChatMenu }) => <ChatMenu meetingId={meetingId} />}
    </LineExtras>
  );
}

function EmptyChat({ translates }: Pick<ComposerProps, "translates">) {
  const t = useMessages();
  return (
    <div className="m-auto grid max-w-64 justify-items-center gap-2 text-center">
      <MessageSquare className="size-6 text-ink-soft" />
      <p className="font-strong">{t("chat.empty.title")}</p>
      <p className="text-14 text-balance text-ink-soft">{t(translates ? "chat.empty.text" : "chat.empty.asWritten")}</p>
    </div>
  );
}
