/**
 * What is written in a meeting, as one person sees it: the lines that the server has, in its order, and after them
 * what this person wrote and the server does not have yet. Everything may arrive twice and in any order.
 */
import type { HomeMeeting } from "#contracts/account.ts";
import { ERRORS, type Failure, fail, isErrorCode, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { type Emoji, type Line, message, type Reactions, type Translation } from "#contracts/meetings.ts";
import type { TranslationQuota } from "#contracts/translate.ts";
import type { DeviceTranslator, Translate } from "../../languages/core/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Rpc } from "../../platform/rpc.ts";
import { createStore, keepList, keepObject, type Store } from "../../platform/store.ts";
import { type Act, entryOf, pendingEntry, type TimelineEntry } from "./entries.ts";
import { createForwarding } from "./forwarding.ts";
import { createHistory, type HistoryState } from "./history.ts";
import { type Lines, NO_LINES, withLines, withReactions, withTranslations } from "./lines.ts";
import { createMarks } from "./marks.ts";
import { createOutbox, type KeyValueStorage, type Pending, type Write } from "./outbox.ts";
import { createReading, type Missing } from "./reading.ts";
import { createUnread, NOTHING_UNREAD, type Unread } from "./unread.ts";

export interface TimelineSnapshot {
  readonly entries: readonly TimelineEntry[];
  /** What the server has, with its translations into all languages. */
  readonly lines: readonly Line[];
  /** Which translations the server just did not have, and why. */
  readonly missing: Missing;
  readonly unread: Unread;
  /** What keeps this person's words here: it goes on by itself. */
  readonly held: { readonly error: Failure; readonly waiting: number } | null;
  /** Of older lines. */
  readonly history: HistoryState;
}

export interface About {
  /** Id of the line that is answered. */
  replyTo?: string | null;
  /** User ids. */
  mentions?: readonly string[];
}

export interface Timeline extends Store<TimelineSnapshot> {
  readonly meetingId: string;
  /** User id of this person. */
  readonly me: string;
  /** Shows the line at once and sends it. Errors: `line/empty`, `line/too-long`. */
  post(text: string, language: Language, about?: About): Result<null>;
  /** Shows other words for a line of one's own at once; should they be refused, they are in its `act`. Errors as `post`. */
  edit(id: string, text: string, mentions?: readonly string[]): Result<null>;
  /** Wipes a line of one's own. */
  remove(id: string): void;
  react(id: string, emoji: Emoji, given: boolean): void;
  /** Says that the translation that is read here is wrong. */
  report(id: string): Promise<void>;
  /** Has the translation that is read here made again. */
  retranslate(id: string): Promise<void>;
  /** Meetings that a line can go to: those that this person was in. */
  destinations(): Promise<Result<readonly HomeMeeting[]>>;
  /** Copies a line into another meeting; after a failure once all the same. */
  forward(id: string, meetingId: string): Promise<Result<null>>;
  /** Sends again what failed, under its id. */
  retry(id: string): void;
  /** Gives up what is not sent, and forgets what was refused. */
  discard(id: string): void;
  /** Whether the chat is looked at: what comes meanwhile is not new. */
  setOpen(open: boolean): void;
  loadOlder(): Promise<void>;
  /** Loads older lines until this one is there; false: it is not in this call. */
  find(id: string): Promise<boolean>;
  quota(): Promise<Result<TranslationQuota>>;
  /** The person reads another language now, or others do. */
  readersChanged(): void;
  entered(callId: string): void;
  lines(lines: readonly Line[]): void;
  /** `seq` of the write: where it is left out, what was heard last stands. */
  translated(lineId: string, translations: readonly Translation[], seq?: number): void;
  reacted(lineId: string, reactions: Reactions, seq: number): void;
  reachable(): void;
  close(): void;
}

export interface TimelineOptions {
  meetingId: string;
  /** User id of this person. */
  me: string;
  reads: () => Language;
  othersRead: () => readonly Language[];
  rpc: Rpc;
  translate: Translate;
  device: DeviceTranslator;
  storage: KeyValueStorage;
  clock: Clock;
  /** A UUID for each line. */
  newId: () => string;
  /** Something was not heard: asks for changes. */
  missed: () => void;
}

export function createTimeline(options: TimelineOptions): Timeline {
  const { meetingId, me, rpc, clock } = options;
  let lines: Lines = NO_LINES;
  let callId: string | null = null;
  let closed = false;
  /** By line: marks, reports and requests that are under way or were refused, about the words of that revision. */
  const acts = new Map<string, { act: Act; revision: number }>();

  const unread = createUnread(me);
  const store = createStore<TimelineSnapshot>({
    ...{ entries: [], lines: [], missing: new Map(), unread: NOTHING_UNREAD, held: null },
    history: { name: "loading" },
  });
  const reading = createReading({ ...options, changed: show });
  const marks = createMarks({
    me,
    send: (line_id, emoji, given) => rpc("react", { line_id, emoji, given }),
    // Its broadcast may be under way: what is said there is the newer.
    answered: (id, reactions) => take(withReactions(lines, id, reactions, lines.news.get(id)?.reactions ?? 0)),
    refused: (id, error) => acted(id, { name: "react", state: "refused", error, text: null }),
    changed: show,
  });
  const outbox = createOutbox({
    storage: options.storage,
    key: `parley:outbox:${meetingId}:${me}`,
    clock,
    send,
    sent(line) {
      take(withLines(lines, [line]));
      reading.posted(line);
    },
    passing,
  });
  const history = createHistory({
    clock,
    read: (call_id, before) => rpc("history", { call_id, before }),
    heard: hear,
    became(state) {
      const now = store.getSnapshot();
      store.set(keepObject(now, { ...now, history: keepObject(now.history, state) }));
      show();
    },
    passing: isNetwork,
  });
  const forwarding = createForwarding({ meetingId, rpc, newId: options.newId });
  outbox.subscribe(show);
  show();

  function send(write: Write): Promise<Result<Line>> {
    const { id } = write;
    switch (write.kind) {
      case "post": {
        if (callId === null) return Promise.resolve(fail("meeting/not-entered"));
        const { text, language, replyTo, mentions } = write;
        return rpc("post_line", { id, call_id: callId, language, text, reply_to: replyTo, mentions });
      }
      case "edit":
        return rpc("edit_line", { line_id: id, text: write.text, mentions: write.mentions });
      case "remove":
        return rpc("delete_line", { line_id: id });
      default:
        return write satisfies never;
    }
  }

  function take(next: Lines) {
    if (closed || next === lines) return;
    lines = next;
    show();
  }

  function acted(id: string, act: Act) {
    acts.set(id, { act, revision: lines.byId.get(id)?.revision ?? 0 });
    show();
  }

  function actOn({ id, revision }: Line): Act | null {
    const known = acts.get(id);
    return known?.revision === revision ? known.act : null;
  }

  function show() {
    if (closed) return;
    // First who still waits, then what they see: the device may be asked here.
    reading.follow(lines.ordered);
    const now = store.getSnapshot();
    const { all, held } = outbox.getSnapshot();
    const known = new Map(now.entries.map((entry) => [entry.id, entry]));
    const pending = new Map(all.map((one) => [one.write.id, one]));
    const entries = [
      ...lines.ordered.map((line) => {
        const around = {
          mine: line.author === me,
          shown: reading.shown(line),
          reactions: marks.shown(line.id, line.reactions),
          change: changeOf(pending.get(line.id)),
          act: actOn(line),
        };
        return entryOf(line, around, known.get(line.id));
      }),
      ...all.flatMap(({ write, state }) =>
        write.kind === "post" && !lines.byId.has(write.id) ? [pendingEntry(write, state, me, known.get(write.id))] : [],
      ),
    ];
    const waiting = all.filter(({ state }) => state.name === "pending" || passing(state.error)).length;
    store.set(
      keepObject(now, {
        ...now,
        entries: keepList(now.entries, entries),
        lines: lines.ordered,
        missing: reading.missing(),
        unread: unread.count(entries, now.history.name !== "loading"),
        held: held === null ? null : keepObject(now.held ?? undefined, { error: held, waiting }),
      }),
    );
  }

  function hear(arrived: readonly Line[]) {
    take(withLines(lines, arrived));
    // What the server has is pending no more, however it became known.
    const pending = new Set(outbox.getSnapshot().all.flatMap(({ write }) => (write.kind === "post" ? [write.id] : [])));
    for (const line of arrived) {
      if (line.author !== me || !pending.has(line.id)) continue;
      outbox.arrived(line.id);
      reading.posted(line);
    }
  }

  /** Says something about the translation that this person reads of a line. */
  async function ask(
    id: string,
    name: "report" | "retranslate",
    about: (line: Line) => Promise<Result<unknown>>,
  ): Promise<void> {
    const line = lines.byId.get(id);
    if (line === undefined || actOn(line)?.state === "pending") return;
    acted(id, { name, state: "pending" });
    const answer = await about(line);
    acted(id, answer.ok ? { name, state: "done" } : { name, state: "refused", error: answer.error, text: null });
  }

  return {
    meetingId,
    me,
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    post(text, language, { replyTo = null, mentions = [] } = {}) {
      const clean = cleaned(text);
      if (!clean.ok) return clean;
      const words = { text: clean.value, language, replyTo, mentions: [...mentions] };
      outbox.add({ kind: "post", id: options.newId(), ...words, writtenAt: clock.now() });
      return ok(null);
    },
    edit(id, text, mentions = lines.byId.get(id)?.mentions ?? []) {
      const clean = cleaned(text);
      if (!clean.ok) return clean;
      acts.delete(id);
      outbox.add({ kind: "edit", id, text: clean.value, mentions: [...mentions] });
      return ok(null);
    },
    remove(id) {
      acts.delete(id);
      outbox.add({ kind: "remove", id });
    },
    react(id, emoji, given) {
      acts.delete(id);
      marks.press(id, emoji, given);
    },
    report: (id) => ask(id, "report", () => rpc("report_translation", { line_id: id, language: options.reads() })),
    retranslate: (id) =>
      ask(id, "retranslate", async (line) => {
        const freed = await rpc("retry_translation", { line_id: id, language: options.reads() });
        // Where there was none yet, there is nothing to free.
        return freed.ok || freed.error.code === "line/not-found" ? reading.again(line) : freed;
      }),
    destinations: forwarding.destinations,
    forward: forwarding.forward,
    retry: outbox.retry,
    discard(id) {
      acts.delete(id);
      outbox.discard(id);
      show();
    },
    setOpen(open) {
      unread.setOpen(open);
      show();
    },
    loadOlder: history.loadOlder,
    async find(id) {
      while (!lines.byId.has(id)) {
        await history.loadOlder();
        if (store.getSnapshot().history.name !== "more") break;
      }
      return lines.byId.has(id);
    },
    quota: () => rpc("translation_quota", { meeting_id: meetingId }),
    readersChanged: show,
    entered(id) {
      callId = id;
      history.begin(id);
      outbox.open();
    },
    lines: hear,
    translated(lineId, translations, seq = Number.POSITIVE_INFINITY) {
      take(withTranslations(lines, lineId, translations, seq));
      reading.heard(translations);
    },
    reacted: (lineId, reactions, seq) => take(withReactions(lines, lineId, reactions, seq)),
    reachable() {
      outbox.open();
      reading.restart();
      if (store.getSnapshot().history.name === "failed") void history.loadOlder();
    },
    close() {
      closed = true;
      history.close();
      outbox.close();
      reading.close();
    },
  };
}

function cleaned(text: string): Result<string> {
  const parsed = message.safeParse(text);
  if (parsed.success) return ok(parsed.data);
  const code = parsed.error.issues[0]?.message;
  return fail(isErrorCode(code) ? code : "request/invalid");
}

function changeOf(pending: Pending | undefined) {
  if (pending === undefined || pending.write.kind === "post") return undefined;
  const { write, state } = pending;
  return { write, refused: state.name === "failed" && !passing(state.error) ? state.error : null };
}

/** Not its own fault: the network, the pace, or a call that is just being entered. */
export const passing = (error: Failure): boolean =>
  isNetwork(error) || error.code === "request/rate-limited" || error.code === "meeting/not-entered";

const isNetwork = ({ code }: Failure): boolean => ERRORS[code].category === "network";
