import { memo, useCallback, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Language } from "#contracts/languages.ts";
import type { FileTrayOptions } from "~/files/fileRequest.ts";
import { derive, reuseIfShallowEqual, reuseListIfEqual, type Store } from "~/lib/store.ts";
import type { LineEditingOptions } from "~/transcripts/lineEditing.ts";
import type { ReaderListItem } from "~/translation/ReaderList.tsx";
import { ChatPanel } from "./components/ChatPanel.tsx";
import type { Mentionable } from "./components/Composer.tsx";
import { type LineDialogRequest, LineDialogs } from "./components/LineDialogs.tsx";
import { useChatNotice } from "./components/useChatNotice.ts";
import { useDraft } from "./components/useDraft.ts";
import { useJump } from "./components/useJump.ts";
import { withEdit, withReply } from "./core/draft.ts";
import { type LineHandlers, permissionsFor } from "./core/linePermissions.ts";
import { createLineViews, type ParticipantsById } from "./core/lineViews.ts";
import { mentionTokensFor } from "./core/mentions.ts";
import { displayedText } from "./core/screenReaderAnnouncer.ts";
import type { LineView } from "./lineView.ts";
import type { Timeline, TimelineSnapshot } from "./timeline.ts";

export interface ChatProps {
  timeline: Timeline;
  /** All of the meeting by user id. */
  participants: ParticipantsById;
  /** User ids of those in the call. */
  presentIds: readonly string[];
  speaks: Language;
  meetingId: string;
  /** Something here may translate what is written. */
  translates: boolean;
  fileParts: FileTrayOptions;
  /** The meeting keeps what is written and shared. */
  storesLines: boolean;
  /** What marks and corrections of lines are made with. */
  lineEditing: LineEditingOptions;
  /** Names of those who write now. */
  typingNames: Store<readonly string[]>;
  /** This person writes, or stopped. */
  onTyping(typing: boolean): void;
  onClose(): void;
}

type ChatSnapshot = Pick<TimelineSnapshot, "history" | "sendingBlocked" | "unread"> & {
  readonly entries: TimelineSnapshot["entries"];
};

/** The chat of a meeting, read from its timeline; drawn anew only when something of it changed. */
export const Chat = memo(function Chat(props: ChatProps) {
  const { timeline, participants, presentIds, speaks, meetingId, translates, fileParts, storesLines, lineEditing } =
    props;
  const { typingNames, onTyping, onClose } = props;
  const chat = useMemo(() => derive(timeline, chatSnapshotOf), [timeline]);
  const { entries, history, sendingBlocked, unread } = useSyncExternalStore(chat.subscribe, chat.getSnapshot);
  const [lineViews] = useState(createLineViews);
  const lines = lineViews(entries, participants, timeline.me, sendingBlocked !== null);
  const loadingOlder = history.name === "loading" && lines.length > 0;
  const readers = useMemo(
    () => readersAmong(participants, presentIds, timeline.me),
    [participants, presentIds, timeline.me],
  );
  const people = useMemo(
    () => mentionables(participants, presentIds, timeline.me),
    [participants, presentIds, timeline.me],
  );
  const present = useMemo(
    () => presentLanguagesOf(participants, presentIds, speaks),
    [participants, presentIds, speaks],
  );
  const [draft, changeDraft] = useDraft(timeline.places, meetingId, timeline.me);
  const inputRef = useRef<HTMLTextAreaElement>(null);
  const [dialog, setDialog] = useState<LineDialogRequest | null>(null);
  const [notice, showNotice] = useChatNotice();
  const jump = useJump(timeline, showNotice);

  const participantsRef = useRef(participants);
  participantsRef.current = participants;
  const onLoadError = useCallback(
    () => showNotice(navigator.onLine ? "error.network/timeout" : "error.network/offline"),
    [showNotice],
  );
  const edit = useCallback(
    (line: LineView, refused?: string) => {
      const text = refused ?? line.original;
      const mentions = timeline.getSnapshot().entries.find(({ id }) => id === line.id)?.mentions ?? [];
      // Whoever was mentioned stays it while their name is in the words.
      const chosen = mentions.flatMap((userId) => {
        const words = mentionTokensFor(participantsRef.current.get(userId)?.display_name ?? "");
        return words.flatMap((word) => (text.includes(word) ? [{ userId, word }] : [])).slice(0, 1);
      });
      changeDraft((before) => withEdit(before, line.id, { text, chosen }, refused !== undefined));
      inputRef.current?.focus();
    },
    [timeline, changeDraft],
  );
  const handlers = useMemo(
    (): LineHandlers => ({
      reply(line) {
        changeDraft((before) => withReply(before, line.id));
        inputRef.current?.focus();
      },
      react: timeline.react,
      edit,
      remove: (line) => setDialog({ name: "remove", line }),
      forward: (line) => setDialog({ name: "forward", line }),
      report: (id) => void timeline.report(id),
      retranslate: (id) => void timeline.retranslate(id),
      jump,
      editing: { timeline, parts: lineEditing, participants: () => participantsRef.current },
      onLoadError,
      copy: (line) =>
        void copyText(displayedText(line)?.text ?? line.original).then((copied) =>
          showNotice(copied ? "chat.copied" : "chat.notCopied"),
        ),
    }),
    [timeline, lineEditing, changeDraft, edit, jump, showNotice, onLoadError],
  );
  return (
    <>
      <ChatPanel
        lines={lines}
        historyLoaded={history.name === "more" || history.name === "complete"}
        olderLines={
          history.name === "more" || loadingOlder
            ? { loading: loadingOlder, load: () => void timeline.loadOlder() }
            : null
        }
        errorCode={history.name === "failed" ? history.error.code : null}
        sendingBlocked={
          sendingBlocked === null ? null : { code: sendingBlocked.error.code, waiting: sendingBlocked.waiting }
        }
        firstUnreadId={unread.firstUnreadId}
        handlers={handlers}
        notice={notice}
        speaks={speaks}
        presentLanguages={present}
        readers={readers}
        mentionable={people}
        typingNames={typingNames}
        meetingId={meetingId}
        fileParts={fileParts}
        storesLines={storesLines}
        translates={translates}
        draft={draft}
        onDraftChange={changeDraft}
        findLine={(id) => lines.find((line) => line.id === id)}
        inputRef={inputRef}
        // What the composer gives is within its bounds: nothing is refused here.
        onSend={(text, language, about) => void timeline.post(text, language, about)}
        onEdit={(id, text, more) => void timeline.edit(id, text, more)}
        onEditLast={() => {
          const last = lines.findLast((line) => permissionsFor(line).edit);
          if (last !== undefined) edit(last);
        }}
        onTyping={onTyping}
        onRetry={timeline.retry}
        onDiscard={timeline.discard}
        onClose={onClose}
      />
      <LineDialogs
        request={dialog}
        timeline={timeline}
        forwardingOptions={lineEditing}
        onClose={() => setDialog(null)}
        onLoadError={onLoadError}
      />
    </>
  );
});

/** Of what is said nothing is shown here: the same for as long as nothing is written. */
function chatSnapshotOf(
  { entries, history, sendingBlocked, unread }: TimelineSnapshot,
  before?: ChatSnapshot,
): ChatSnapshot {
  const written = entries.filter(({ kind }) => kind === "chat");
  return reuseIfShallowEqual(before, {
    entries: reuseListIfEqual(before?.entries ?? [], written),
    history,
    sendingBlocked,
    unread,
  });
}

/** Everyone else in the call. */
const readersAmong = (participants: ParticipantsById, ids: readonly string[], me: string): ReaderListItem[] =>
  ids.flatMap((id) => {
    const one = participants.get(id);
    return one === undefined || id === me ? [] : [{ number: one.number, name: one.display_name, reads: one.reads }];
  });

/** The writer's own first. */
const presentLanguagesOf = (
  participants: ParticipantsById,
  ids: readonly string[],
  speaks: Language,
): readonly Language[] => [
  ...new Set([
    speaks,
    ...ids.flatMap((id) => {
      const one = participants.get(id);
      return one === undefined ? [] : [one.speaks, one.reads];
    }),
  ]),
];

/** Everyone else who may come in, those in the call first. */
function mentionables(participants: ParticipantsById, ids: readonly string[], me: string): Mentionable[] {
  const here = new Set(ids);
  return [...participants.values()]
    .filter(({ user_id, admission }) => user_id !== me && admission === "admitted")
    .sort((a, b) => Number(here.has(b.user_id)) - Number(here.has(a.user_id)) || a.number - b.number)
    .map(({ user_id, number, display_name, reads }) => ({ userId: user_id, number, name: display_name, reads }));
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
