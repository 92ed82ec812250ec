/**
 * What is written in a meeting, as one person sees it: the lines that the server has, in its order, and after them
 * what this person wrote and the server does not have yet. Everything may arrive twice and in any order.
 */
import { type Failure, fail, isErrorCode, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { type Emoji, type Line, message, type Reactions, type Translation } from "#contracts/lines.ts";
import type { TranslationQuota } from "#contracts/translate.ts";
import type { DeviceTranslator, Translate } from "../../languages/core/index.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Rpc } from "../../platform/rpc.ts";
import type { Places } from "../../platform/storage.ts";
import { createStore, keepList, keepObject, type Store } from "../../platform/store.ts";
import { createActs } from "./acts.ts";
import { entriesOf, type TimelineEntry } from "./entries.ts";
import { createHistory, type HistoryState } from "./history.ts";
import { createKeeping } from "./keeping.ts";
import { type Lines, NO_LINES, withLines, withReactions, withTranslations } from "./lines.ts";
import { createMarks } from "./marks.ts";
import { createOutbox } from "./outbox.ts";
import { isNetwork, passing } from "./passing.ts";
import { PATIENCE } from "./reach.ts";
import { createReading, type Missing } from "./reading.ts";
import { sendWrite } from "./sending.ts";
import { createUnread, NOTHING_UNREAD, type Unread } from "./unread.ts";

export interface TimelineSnapshot {
  readonly entries: readonly TimelineEntry[];
  /** What the server has, with its translations into all languages; of speech the newest. */
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
  readonly places: Places;
  /** Shows the line at once and sends it. Errors: `line/empty`, `line/too-long`. */
  post(text: string, language: Language, about?: About): Result<null>;
  /** Shows other words for a line of one's own at once; should they be refused, they are in its `act`. Errors as `post`. */
  edit(id: string, text: string, more?: { language?: Language; mentions?: readonly string[] }): Result<null>;
  /** Wipes a line of one's own. */
  remove(id: string): void;
  react(id: string, emoji: Emoji, given: boolean): void;
  /** Says that the translation that is read here is wrong. */
  report(id: string): Promise<void>;
  /** Has the translation that is read here made again. */
  retranslate(id: string): Promise<void>;
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
  /** What is still under way of this line's words has taken too long. */
  isLate(line: Line): boolean;
  /** Until the answer is called no line is let go: somebody reads, or works at, what may be old. */
  hold(): Cancel;
  /** The person reads another language now, or others do. */
  readersChanged(): void;
  entered(callId: string): void;
  /** Another tab of this person is in the call: until `entered` it sends what waits. */
  suspend(): void;
  /** This person may write soon: what translates it is started. Costs next to nothing when it was a moment ago. */
  prepare(): void;
  /** This page is sending these lines of speech: whatever is missing of them is asked for as soon as they are there. */
  says(lines: readonly Pick<Line, "id" | "language">[]): void;
  lines(lines: readonly Line[]): void;
  translated(lineId: string, translations: readonly Translation[], seq: number): void;
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
  /** Else lines are there for as long as they are heard, and nobody translates them. */
  keeps: () => boolean;
  rpc: Rpc;
  translate: Translate;
  device: DeviceTranslator;
  /** Where what is written waits until it is sent. */
  places: Places;
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
  const spoken = new Set<string>();
  /** When the present words of each line came here. */
  const came = new Map<string, { revision: number; at: number }>();
  let closed = false;

  const unread = createUnread(me);
  const store = createStore<TimelineSnapshot>({
    ...{ entries: [], lines: [], missing: new Map(), unread: NOTHING_UNREAD, held: null },
    history: { name: "loading" },
  });
  const reading = createReading({ ...options, changed: show });
  const keeping = createKeeping({
    forget(id) {
      came.delete(id);
      reading.forget(id);
    },
    released() {
      lines = keeping.keep(lines);
      show();
    },
  });
  const acts = createActs({
    ...{ rpc, reads: options.reads, again: reading.again, changed: show },
    lineOf: (id) => lines.byId.get(id),
  });
  const marks = createMarks({
    me,
    send: (line_id, emoji, given) => rpc("react", { line_id, emoji, given }),
    // Its broadcast may be under way: what is said there is the newer.
    answered: (id, reactions) => take(withReactions(lines, id, reactions, lines.news.get(id)?.reactions ?? 0)),
    refused: (id, error) => acts.set(id, { name: "react", state: "refused", error, text: null }),
    changed: show,
  });
  const outbox = createOutbox({
    places: options.places,
    key: `parley:outbox:${meetingId}:${me}`,
    newId: options.newId,
    clock,
    send(write) {
      const sending = sendWrite(rpc, callId, write);
      if (write.kind === "post" && callId !== null && options.keeps()) reading.sends([write]);
      return sending;
    },
    sent(line) {
      note(line);
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
  outbox.subscribe(show);
  show();

  function take(next: Lines) {
    if (closed || next === lines) return;
    lines = keeping.keep(next);
    show();
  }

  function show() {
    if (closed) return;
    // First who still waits, then what they see: the device may be asked here.
    reading.follow(lines.ordered);
    const now = store.getSnapshot();
    const { all, held } = outbox.getSnapshot();
    const entries = entriesOf(
      {
        ...{ me, lines, pending: all, shown: reading.shown, act: acts.of },
        reactions: (line) => marks.shown(line.id, line.reactions),
      },
      now.entries,
    );
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

  function note({ id, revision }: Line) {
    if (came.get(id)?.revision !== revision) came.set(id, { revision, at: clock.now() });
  }

  function hear(arrived: readonly Line[]) {
    for (const line of arrived) note(line);
    take(withLines(lines, arrived.filter(keeping.wants)));
    // What the server has is pending no more, however it became known.
    const pending = new Set(outbox.getSnapshot().all.flatMap(({ write }) => (write.kind === "post" ? [write.id] : [])));
    for (const line of arrived) {
      if (spoken.delete(line.id)) reading.posted(line);
      if (line.author !== me || !pending.has(line.id)) continue;
      outbox.arrived(line.id);
      reading.posted(line);
    }
  }

  return {
    meetingId,
    me,
    places: options.places,
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    post(text, language, { replyTo = null, mentions = [] } = {}) {
      const clean = cleaned(text);
      if (!clean.ok) return clean;
      const words = { text: clean.value, language, replyTo, mentions: [...mentions] };
      outbox.add({ kind: "post", id: options.newId(), ...words, writtenAt: clock.now() });
      return ok(null);
    },
    edit(id, text, { language, mentions = lines.byId.get(id)?.mentions ?? [] } = {}) {
      const clean = cleaned(text);
      if (!clean.ok) return clean;
      acts.forget(id);
      outbox.add({ kind: "edit", id, text: clean.value, language, mentions: [...mentions] });
      return ok(null);
    },
    remove(id) {
      acts.forget(id);
      outbox.add({ kind: "remove", id });
    },
    react(id, emoji, given) {
      acts.forget(id);
      marks.press(id, emoji, given);
    },
    report: acts.report,
    retranslate: acts.retranslate,
    retry: outbox.retry,
    discard(id) {
      acts.forget(id);
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
    isLate: ({ id }) => clock.now() - (came.get(id)?.at ?? clock.now()) >= PATIENCE,
    hold: keeping.hold,
    readersChanged: show,
    entered(id) {
      callId = id;
      history.begin(id);
      outbox.open();
    },
    suspend: outbox.suspend,
    prepare() {
      if (callId !== null && options.keeps()) reading.prepare();
    },
    says(sent) {
      for (const { id } of sent) spoken.add(id);
      reading.sends(sent);
    },
    lines: hear,
    translated(lineId, translations, seq) {
      take(withTranslations(lines, lineId, translations, seq));
      reading.heard(lineId, translations);
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
