import ArrowDown from "lucide-react/icons/arrow-down";
import BellOff from "lucide-react/icons/bell-off";
import EllipsisVertical from "lucide-react/icons/ellipsis-vertical";
import MessageSquare from "lucide-react/icons/message-square";
import X from "lucide-react/icons/x";
import { useCallback, useState } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { groupReaders, translatesAnything } from "#contracts/languagePairs.ts";
import type { FileRequest, FileTrayOptions } from "~/files/fileRequest.ts";
import { LazyFileTray } from "~/files/lazy.tsx";
import { useFileDrop } from "~/files/useFileDrop.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { useMeetingConfig } from "~/lib/MeetingConfig.tsx";
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

export interface ChatHistory {
  /** Whether the first page of earlier lines is loaded. */
  readonly loaded: boolean;
  /** Null if there are no older lines. */
  readonly older: { readonly loading: boolean; load(): void } | null;
  /** Why older lines could not be loaded. */
  readonly errorCode: ErrorCode | null;
}

export interface ChatPanelProps {
  meetingId: string;
  fileTrayOptions: FileTrayOptions;
  /** In the order of the meeting, own unsent lines last. */
  lines: readonly LineView[];
  history: ChatHistory;
  /** Why lines cannot be sent now, and how many are waiting. */
  sendingBlocked: { readonly code: ErrorCode; readonly waiting: number } | null;
  /** The first line that was new when the chat was opened. */
  firstUnreadId: string | null;
  handlers: LineHandlers;
  /** A short confirmation of the last action. */
  notice: ChatNoticeKey | null;
  composer: Omit<ComposerProps, "onFiles">;
  onClose(): void;
}

/** The chat: lines in the reader's language, and the message field. */
export function ChatPanel(props: ChatPanelProps) {
  const { meetingId, lines, history, sendingBlocked, firstUnreadId, handlers, notice, composer } = props;
  const { storesLines } = useMeetingConfig();
  const t = useMessages();
  const ids = lines.map(({ id }) => id);
  const { box, content, unseen, toBottom } = useStickToBottom(ids, lines.at(-1)?.isMe ?? false);
  const [muted] = useChatMuted(meetingId);
  const [originals] = useShowOriginals();
  const [fileRequest, setFileRequest] = useState<FileRequest | null>(null);
  const requestFiles = useCallback((source: FileRequest["source"]) => setFileRequest({ source }), []);
  useFileDrop(requestFiles);
  return (
    <div className="relative grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto_auto]">
      <header className="flex items-center border-b border-line py-2.5 ps-5 pe-2.5 [@media(max-height:320px)]:py-0">
        <h2 className="me-auto text-18 leading-snug font-head">{t("chat.title")}</h2>
        {muted && (
          <span className="me-1 flex items-center gap-1.5 text-13 text-ink-soft">
            <BellOff className="size-4" />
            {t("chat.muted")}
          </span>
        )}
        <ChatMenuButton meetingId={meetingId} onLoadError={handlers.onLoadError} />
        <IconButton label={t("action.close")} icon={<X />} onClick={props.onClose} />
      </header>
      <div className="relative grid min-h-0">
        <div
          ref={box}
          role="log"
          aria-live="off"
          aria-label={t("chat.lines")}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard, even without focusable content
          tabIndex={0}
          className="overflow-y-auto overscroll-contain px-5 py-4 [@media(max-height:320px)]:py-1 -outline-offset-2!"
        >
          <div ref={content} className="grid min-h-full grid-cols-[minmax(0,1fr)] content-end gap-5">
            {history.older && (
              <Button
                size="s"
                variant="ghost"
                busy={history.older.loading}
                onClick={history.older.load}
                className="justify-self-center"
              >
                {t("chat.earlier")}
              </Button>
            )}
            {lines.length === 0 ? (
              <EmptyChat audience={composer.audience} onWrite={() => composer.inputRef.current?.focus()} />
            ) : (
              <ol className="grid grid-cols-[minmax(0,1fr)] gap-5">
                {lines.map((line) => (
                  <Message
                    key={line.id}
                    line={line}
                    handlers={handlers}
                    showOriginals={originals}
                    isNew={line.id === firstUnreadId}
                  />
                ))}
              </ol>
            )}
            {history.errorCode && <ErrorNotice shape="row" code={history.errorCode} />}
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
                options={props.fileTrayOptions}
                request={fileRequest}
                filesAllowed={storesLines}
                focusTarget={composer.inputRef}
              />
            )}
          </LazyFileTray>
        )}
      </div>
      <Composer {...composer} onFiles={requestFiles} />
      <Announcements lines={lines} historyLoaded={history.loaded} muted={muted} />
      <LiveRegion message={notice ? t(notice) : ""} />
      <LiveRegion
        message={sendingBlocked ? `${errorMessages(t, sendingBlocked.code).happened} ${t("chat.waits")}` : ""}
      />
    </div>
  );
}

/** The visible notice. The number of waiting lines changes without an announcement. */
function SendingBlockedNotice({ code, waiting }: NonNullable<ChatPanelProps["sendingBlocked"]>) {
  const t = useMessages();
  return (
    <p className="border-t border-line bg-warning-soft px-5 py-2 text-13 leading-snug text-warning">
      {errorMessages(t, code).happened} {t("chat.held", { count: waiting })}
    </p>
  );
}

/** Loads the menu with the first click on its button. */
function ChatMenuButton({ meetingId, onLoadError }: { meetingId: string; onLoadError(): void }) {
  const t = useMessages();
  const [opened, setOpened] = useState(false);
  const button = (
    <IconButton
      label={t("chat.settings")}
      aria-haspopup="menu"
      icon={<EllipsisVertical />}
      onPointerEnter={preloadLineExtras}
      onFocus={preloadLineExtras}
      onClick={() => setOpened(true)}
    />
  );
  return (
    <LineExtras
      active={opened}
      fallback={button}
      onFailed={() => {
        setOpened(false);
        onLoadError();
      }}
    >
      {({ ChatMenu }) => <ChatMenu meetingId={meetingId} />}
    </LineExtras>
  );
}

function EmptyChat({ audience, onWrite }: Pick<ComposerProps, "audience"> & { onWrite(): void }) {
  const t = useMessages();
  const { pairs } = useMeetingConfig();
  const { unreached } = groupReaders(pairs, audience.speaks, audience.readers);
  return (
    <div className="m-auto grid max-w-64 justify-items-center gap-2 text-center">
      <MessageSquare className="size-6 text-ink-soft max-[37.5rem]:hidden" />
      <p className="font-strong">{t("chat.empty.title")}</p>
      <p className="text-14 text-balance text-ink-soft empty:hidden">
        {translatesAnything(pairs) ? unreached.length === 0 && t("chat.empty.text") : t("chat.empty.asWritten")}
      </p>
      <Button size="s" onClick={onWrite} className="mt-1 max-w-full whitespace-normal! pointer-coarse:min-h-control">
        {t("chat.empty.write")}
      </Button>
    </div>
  );
}
