import { memo, useCallback, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Language } from "#contracts/languages.ts";
import type { FileParts } from "~/files/index.ts";
import type { Reader } from "~/languages/index.ts";
import { derive, keepList, keepObject, type Store } from "~/platform/store.ts";
import type { LineWorkParts } from "~/transcripts/late.ts";
import { type LineActs, rightsOf } from "../acts.ts";
import { readingOf } from "../announce.ts";
import type { Timeline, TimelineSnapshot } from "../core/index.ts";
import { withEdit, withReply } from "../draft.ts";
import { createLineViews, type Participants } from "../lineViews.ts";
import { wordsFor } from "../mentions.ts";
import type { LineView } from "../view.ts";
import { ChatPanel } from "./ChatPanel.tsx";
import type { Mentionable } from "./Composer.tsx";
import { type Asked, Questions } from "./Questions.tsx";
import { useDraft } from "./useDraft.ts";
import { useJump } from "./useJump.ts";
import { useSaid } from "./useSaid.ts";

export interface ChatProps {
  timeline: Timeline;
  /** All of the meeting by user id. */
  participants: Participants;
  /** User ids of those in the call. */
  here: readonly string[];
  speaks: Language;
  meetingId: string;
  /** Something here may translate what is written. */
  translates: boolean;
  fileParts: FileParts;
  /** The meeting keeps what is written and shared. */
  keeps: boolean;
  /** What marks and corrections of lines are made with. */
  lineWork: LineWorkParts;
  /** Names of those who write now. */
  typists: Store<readonly string[]>;
  /** This person writes, or stopped. */
  onTyping(typing: boolean): void;
  onClose(): void;
}

type Written = Pick<TimelineSnapshot, "history" | "held" | "unread"> & {
  readonly written: TimelineSnapshot["entries"];
};

/** The chat of a meeting, read from its timeline; drawn anew only when something of it changed. */
export const Chat = memo(function Chat(props: ChatProps) {
  const { timeline, participants, here, speaks, meetingId, translates, fileParts, keeps, lineWork } = props;
  const { typists, onTyping, onClose } = props;
  const chat = useMemo(() => derive(timeline, writtenOf), [timeline]);
  const { written, history, held, unread } = useSyncExternalStore(chat.subscribe, chat.getSnapshot);
  const [lineViews] = useState(createLineViews);
  const lines = lineViews(written, participants, timeline.me, held !== null);
  const loadingOlder = history.name === "loading" && lines.length > 0;
  const readers = useMemo(() => readersAmong(participants, here, timeline.me), [participants, here, timeline.me]);
  const people = useMemo(() => mentionables(participants, here, timeline.me), [participants, here, timeline.me]);
  const present = useMemo(() => languagesOf(participants, here, speaks), [participants, here, speaks]);
  const [draft, changeDraft] = useDraft(timeline.places, meetingId, timeline.me);
  const field = useRef<HTMLTextAreaElement>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [said, say] = useSaid();
  const jump = useJump(timeline, say);

  const names = useRef(participants);
  names.current = participants;
  const failed = useCallback(() => say(navigator.onLine ? "error.network/timeout" : "error.network/offline"), [say]);
  const edit = useCallback(
    (line: LineView, refused?: string) => {
      const text = refused ?? line.original;
      const mentions = timeline.getSnapshot().entries.find(({ id }) => id === line.id)?.mentions ?? [];
      // Whoever was mentioned stays it while their name is in the words.
      const chosen = mentions.flatMap((userId) => {
        const words = wordsFor(names.current.get(userId)?.display_name ?? "");
        return words.flatMap((word) => (text.includes(word) ? [{ userId, word }] : [])).slice(0, 1);
      });
      changeDraft((before) => withEdit(before, line.id, { text, chosen }, refused !== undefined));
      field.current?.focus();
    },
    [timeline, changeDraft],
  );
  const acts = useMemo(
    (): LineActs => ({
      reply(line) {
        changeDraft((before) => withReply(before, line.id));
        field.current?.focus();
      },
      react: timeline.react,
      edit,
      remove: (line) => setAsked({ name: "remove", line }),
      forward: (line) => setAsked({ name: "forward", line }),
      report: (id) => void timeline.report(id),
      retranslate: (id) => void timeline.retranslate(id),
      jump,
      atWork: { timeline, parts: lineWork, participants: () => names.current },
      failed,
      copy: (line) =>
        void copy(readingOf(line)?.text ?? line.original).then((copied) =>
          say(copied ? "chat.copied" : "chat.notCopied"),
        ),
    }),
    [timeline, lineWork, changeDraft, edit, jump, say, failed],
  );
  return (
    <>
      <ChatPanel
        lines={lines}
        settled={history.name === "more" || history.name === "complete"}
        earlier={
          history.name === "more" || loadingOlder
            ? { loading: loadingOlder, load: () => void timeline.loadOlder() }
            : null
        }
        trouble={history.name === "failed" ? history.error.code : null}
        held={held === null ? null : { code: held.error.code, waiting: held.waiting }}
        newFrom={unread.from}
        acts={acts}
        said={said}
        speaks={speaks}
        present={present}
        readers={readers}
        people={people}
        typists={typists}
        meetingId={meetingId}
        fileParts={fileParts}
        keeps={keeps}
        translates={translates}
        draft={draft}
        onDraft={changeDraft}
        lineOf={(id) => lines.find((line) => line.id === id)}
        field={field}
        // What the composer gives is within its bounds: nothing is refused here.
        onSend={(text, language, about) => void timeline.post(text, language, about)}
        onEdit={(id, text, more) => void timeline.edit(id, text, more)}
        onLast={() => {
          const last = lines.findLast((line) => rightsOf(line).edit);
          if (last !== undefined) edit(last);
        }}
        onTyping={onTyping}
        onRetry={timeline.retry}
        onDiscard={timeline.discard}
        onClose={onClose}
      />
      <Questions asked={asked} timeline={timeline} parts={lineWork} onClose={() => setAsked(null)} onFailed={failed} />
    </>
  );
});

/** Of what is said nothing is shown here: the same for as long as nothing is written. */
function writtenOf({ entries, history, held, unread }: TimelineSnapshot, before?: Written): Written {
  const written = entries.filter(({ kind }) => kind === "chat");
  return keepObject(before, { written: keepList(before?.written ?? [], written), history, held, unread });
}

/** Everyone else in the call. */
const readersAmong = (participants: Participants, ids: readonly string[], me: string): Reader[] =>
  ids.flatMap((id) => {
    const one = participants.get(id);
    return one === undefined || id === me ? [] : [{ number: one.number, name: one.display_name, reads: one.reads }];
  });

/** The writer's own first. */
const languagesOf = (participants: Participants, ids: readonly string[], speaks: Language): readonly Language[] => [
  ...new Set([
    speaks,
    ...ids.flatMap((id) => {
      const one = participants.get(id);
      return one === undefined ? [] : [one.speaks, one.reads];
    }),
  ]),
];

/** Everyone else who may come in, those in the call first. */
function mentionables(participants: Participants, ids: readonly string[], me: string): Mentionable[] {
  const here = new Set(ids);
  return [...participants.values()]
    .filter(({ user_id, admission }) => user_id !== me && admission === "admitted")
    .sort((a, b) => Number(here.has(b.user_id)) - Number(here.has(a.user_id)) || a.number - b.number)
    .map(({ user_id, number, display_name, reads }) => ({ userId: user_id, number, name: display_name, reads }));
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
