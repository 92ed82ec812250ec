import { memo, useCallback, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Reader } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import { mentionTokensFor } from "#contracts/text/mentionTokens.ts";
import type { ParticipantsById } from "~/call/roster.ts";
import type { FileTrayOptions } from "~/files/fileRequest.ts";
import { derive, reuseIfShallowEqual, reuseListIfEqual } from "~/lib/store.ts";
import type { LineEditingOptions } from "~/transcripts/lineEditing.ts";
import { ChatPanel } from "./components/ChatPanel.tsx";
import type { ChatAudience, ChatTyping } from "./components/Composer.tsx";
import { type LineDialogRequest, LineDialogs } from "./components/LineDialogs.tsx";
import { useChatNotice } from "./components/useChatNotice.ts";
import { useDraft } from "./components/useDraft.ts";
import { useJump } from "./components/useJump.ts";
import { withEdit, withReply } from "./core/draft.ts";
import { type LineHandlers, permissionsFor } from "./core/linePermissions.ts";
import { createLineViews } from "./core/lineViews.ts";
import type { Mentionable } from "./core/mentions.ts";
import { displayedText } from "./core/screenReaderAnnouncer.ts";
import type { LineView } from "./lineView.ts";
import type { Timeline, TimelineSnapshot } from "./timeline.ts";

export interface ChatProps {
  timeline: Timeline;
  /** All participants of the meeting by user id. */
  participants: ParticipantsById;
  /** User ids of the participants in the call. */
  presentIds: readonly string[];
  speaks: Language;
  fileTrayOptions: FileTrayOptions;
  lineEditing: LineEditingOptions;
  /** Stable, so that typing does not re-render the chat. */
  typing: ChatTyping;
  onClose(): void;
}

type ChatSnapshot = Pick<TimelineSnapshot, "history" | "sendingBlocked" | "unread"> & {
  readonly entries: TimelineSnapshot["entries"];
};

/** The chat of a meeting. Re-renders only when its part of the timeline changes. */
export const Chat = memo(function Chat(props: ChatProps) {
  const { timeline, participants, presentIds, speaks, lineEditing } = props;
  const chat = useMemo(() => derive(timeline, chatSnapshotOf), [timeline]);
  const { entries, history, sendingBlocked, unread } = useSyncExternalStore(chat.subscribe, chat.getSnapshot);
  const [lineViews] = useState(createLineViews);
  const lines = lineViews(entries, participants, timeline.me, sendingBlocked !== null);
  const loadingOlder = history.name === "loading" && lines.length > 0;
  const audience = useMemo(
    (): ChatAudience => ({
      speaks,
      presentLanguages: presentLanguagesOf(participants, presentIds, speaks),
      readers: readersAmong(participants, presentIds, timeline.me),
      mentionable: mentionableParticipants(participants, presentIds, timeline.me),
    }),
    [participants, presentIds, speaks, timeline.me],
  );
  const [draft, changeDraft] = useDraft(timeline.places, timeline.meetingId, timeline.me);
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
    (line: LineView, rejectedText?: string) => {
      const text = rejectedText ?? line.original;
      const mentions = timeline.getSnapshot().entries.find(({ id }) => id === line.id)?.mentions ?? [];
      // The composer keeps a mention as long as one of its tokens is in the text.
      const chosen = mentions.flatMap((userId) =>
        mentionTokensFor(participantsRef.current.get(userId)?.display_name ?? "").map((word) => ({ userId, word })),
      );
      changeDraft((previous) => withEdit(previous, line.id, { text, chosen }, rejectedText !== undefined));
      inputRef.current?.focus();
    },
    [timeline, changeDraft],
  );
  const handlers = useMemo(
    (): LineHandlers => ({
      retry: timeline.retry,
      discard: timeline.discard,
      reply(line) {
        changeDraft((previous) => withReply(previous, line.id));
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
        meetingId={timeline.meetingId}
        fileTrayOptions={props.fileTrayOptions}
        lines={lines}
        history={{
          loaded: history.name === "more" || history.name === "complete",
          older:
            history.name === "more" || loadingOlder
              ? { loading: loadingOlder, load: () => void timeline.loadOlder() }
              : null,
          errorCode: history.name === "failed" ? history.error.code : null,
        }}
        sendingBlocked={sendingBlocked && { code: sendingBlocked.error.code, waiting: sendingBlocked.waiting }}
        firstUnreadId={unread.firstUnreadId}
        handlers={handlers}
        notice={notice}
        composer={{
          ...{ audience, draft, inputRef, typing: props.typing, onDraftChange: changeDraft },
          findLine: (id) => lines.find((line) => line.id === id),
          actions: {
            // The composer enforces the limits, so these calls always succeed.
            send: (text, language, options) => void timeline.post(text, language, options),
            edit: (id, text, options) => void timeline.edit(id, text, options),
            editLast() {
              const last = lines.findLast((line) => permissionsFor(line).edit);
              if (last !== undefined) edit(last);
            },
          },
        }}
        onClose={props.onClose}
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

/** Selects the chat's part of the timeline. Captions are left out, so they cause no re-render. */
function chatSnapshotOf(
  { entries, history, sendingBlocked, unread }: TimelineSnapshot,
  previous?: ChatSnapshot,
): ChatSnapshot {
  const chatEntries = entries.filter(({ kind }) => kind === "chat");
  return reuseIfShallowEqual(previous, {
    entries: reuseListIfEqual(previous?.entries ?? [], chatEntries),
    history,
    sendingBlocked,
    unread,
  });
}

/** Returns the remote participants in the call. */
const readersAmong = (participants: ParticipantsById, ids: readonly string[], me: string): Reader[] =>
  ids.flatMap((id) => {
    const participant = participants.get(id);
    if (participant === undefined || id === me) return [];
    return [{ number: participant.number, name: participant.display_name, reads: participant.reads }];
  });

/** Returns the languages in the call, the local participant's first. */
const presentLanguagesOf = (
  participants: ParticipantsById,
  ids: readonly string[],
  speaks: Language,
): readonly Language[] => [
  ...new Set([
    speaks,
    ...ids.flatMap((id) => {
      const participant = participants.get(id);
      return participant === undefined ? [] : [participant.speaks, participant.reads];
    }),
  ]),
];

/** Returns the other admitted participants, those in the call first. */
function mentionableParticipants(participants: ParticipantsById, ids: readonly string[], me: string): Mentionable[] {
  const present = new Set(ids);
  return [...participants.values()]
    .filter(({ user_id, admission }) => user_id !== me && admission === "admitted")
    .sort((a, b) => Number(present.has(b.user_id)) - Number(present.has(a.user_id)) || a.number - b.number)
    .map(({ user_id, colour, display_name, reads }) => ({ userId: user_id, colour, name: display_name, reads }));
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
