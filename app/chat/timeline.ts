/**
 * What is written in a meeting, as one person sees it: the lines that the server has, in its order, and after them
 * what this person wrote and the server does not have yet. Everything may arrive twice and in any order.
 */
import { type Failure, fail, isErrorCode, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { type Emoji, type Line, message, type Reactions, type Translation } from "#contracts/lines.ts";
import type { TranslationQuota } from "#contracts/translate.ts";
import type { Cancel, Clock } from "../lib/clock.ts";
import type { Rpc } from "../lib/rpc.ts";
import type { DraftStorage } from "../lib/storage.ts";
import { createStore, reuseIfShallowEqual, reuseListIfEqual, type Store } from "../lib/store.ts";
import { isNetworkError, isTransientError } from "../lib/transientErrors.ts";
import type { BrowserTranslator } from "../translation/browserTranslator.ts";
import { createLineTranslator, type TranslationFailures } from "../translation/lineTranslator.ts";
import type { TranslateLines } from "../translation/translateLines.ts";
import { createLineActionTracker } from "./core/lineActions.ts";
import {
  EMPTY_COLLECTION,
  type LineCollection,
  withLines,
  withReactions,
  withTranslations,
} from "./core/lineCollection.ts";
import { createLineHistory, type LineHistoryState } from "./core/lineHistory.ts";
import { createLineRetention } from "./core/lineRetention.ts";
import { createOptimisticReactions } from "./core/optimisticReactions.ts";
import { createOutbox } from "./core/outbox.ts";
import { sendWrite } from "./core/sendWrite.ts";
import { COVERAGE_GRACE_MS } from "./core/translationCoverage.ts";
import { createUnreadCounter, NO_UNREAD, type UnreadCount } from "./core/unread.ts";
import { buildEntries, type TimelineEntry } from "./timelineEntry.ts";

export interface TimelineSnapshot {
  readonly entries: readonly TimelineEntry[];
  /** What the server has, with its translations into all languages; of speech the newest. */
  readonly lines: readonly Line[];
  /** Which translations the server just did not have, and why. */
  readonly translationFailures: TranslationFailures;
  readonly unread: UnreadCount;
  /** What keeps this person's words here: it goes on by itself. */
  readonly sendingBlocked: { readonly error: Failure; readonly waiting: number } | null;
  /** Of older lines. */
  readonly history: LineHistoryState;
}

export interface LinePostOptions {
  /** Id of the line that is answered. */
  replyTo?: string | null;
  /** User ids. */
  mentions?: readonly string[];
}

export interface Timeline extends Store<TimelineSnapshot> {
  readonly meetingId: string;
  /** User id of this person. */
  readonly me: string;
  readonly places: DraftStorage;
  /** Shows the line at once and sends it. Errors: `line/empty`, `line/too-long`. */
  post(text: string, language: Language, about?: LinePostOptions): Result<null>;
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
  setChatOpen(open: boolean): void;
  loadOlder(): Promise<void>;
  /** Loads older lines until this one is there; false: it is not in this call. */
  loadUntil(id: string): Promise<boolean>;
  fetchQuota(): Promise<Result<TranslationQuota>>;
  /** What is still under way of this line's words has taken too long. */
  isLate(line: Line): boolean;
  /** Until the answer is called no line is let go: somebody reads, or works at, what may be old. */
  pauseEviction(): Cancel;
  /** The person reads another language now, or others do. */
  onReadersChanged(): void;
  onJoined(callId: string): void;
  /** Another tab of this person is in the call: until `entered` it sends what waits. */
  suspend(): void;
  /** This person may write soon: what translates it is started. Costs next to nothing when it was a moment ago. */
  warmUpTranslation(): void;
  /** This page is sending these lines of speech: whatever is missing of them is asked for as soon as they are there. */
  prefetchForSpeech(lines: readonly Pick<Line, "id" | "language">[]): void;
  receiveLines(lines: readonly Line[]): void;
  receiveTranslations(lineId: string, translations: readonly Translation[], seq: number): void;
  receiveReactions(lineId: string, reactions: Reactions, seq: number): void;
  onReconnected(): void;
  close(): void;
}

export interface TimelineOptions {
  meetingId: string;
  /** User id of this person. */
  me: string;
  reads: () => Language;
  othersRead: () => readonly Language[];
  /** Else lines are there for as long as they are heard, and nobody translates them. */
  storesLines: () => boolean;
  rpc: Rpc;
  translate: TranslateLines;
  browserTranslator: BrowserTranslator;
  /** Where what is written waits until it is sent. */
  places: DraftStorage;
  clock: Clock;
  /** A UUID for each line. */
  newId: () => string;
  /** Something was not heard: asks for changes. */
  onMissed: () => void;
}

export function createTimeline(options: TimelineOptions): Timeline {
  const { meetingId, me, rpc, clock } = options;
  let lines: LineCollection = EMPTY_COLLECTION;
  let callId: string | null = null;
  const sentSpeech = new Set<string>();
  /** When the present words of each line came here. */
  const arrivals = new Map<string, { revision: number; at: number }>();
  let closed = false;

  const unread = createUnreadCounter(me);
  const store = createStore<TimelineSnapshot>({
    ...{ entries: [], lines: [], translationFailures: new Map(), unread: NO_UNREAD, sendingBlocked: null },
    history: { name: "loading" },
  });
  const translator = createLineTranslator({ ...options, onChange: updateSnapshot });
  const retention = createLineRetention({
    onEvict(id) {
      arrivals.delete(id);
      translator.forget(id);
    },
    onResume() {
      lines = retention.evict(lines);
      updateSnapshot();
    },
  });
  const actions = createLineActionTracker({
    ...{ rpc, reads: options.reads, retryTranslation: translator.retry, onChange: updateSnapshot },
    lineOf: (id) => lines.byId.get(id),
  });
  const optimisticReactions = createOptimisticReactions({
    me,
    send: (line_id, emoji, given) => rpc("react_to_line", { p_line_id: line_id, p_emoji: emoji, p_given: given }),
    // Its broadcast may be under way: what is said there is the newer.
    onStored: (id, reactions) => setLines(withReactions(lines, id, reactions, lines.versions.get(id)?.reactions ?? 0)),
    onRejected: (id, error) => actions.set(id, { name: "react", state: "refused", error, text: null }),
    onChange: updateSnapshot,
  });
  const outbox = createOutbox({
    places: options.places,
    key: `parley:outbox:${meetingId}:${me}`,
    newId: options.newId,
    clock,
    send(write) {
      const sending = sendWrite(rpc, callId, write);
      if (write.kind === "post" && callId !== null && options.storesLines()) translator.prefetchForSent([write]);
      return sending;
    },
    onSent(line) {
      noteArrival(line);
      setLines(withLines(lines, [line]));
      translator.onPosted(line);
    },
    isTransient: isTransientError,
  });
  const history = createLineHistory({
    clock,
    fetchPage: (call_id, before) => rpc("history", { p_call_id: call_id, p_before_seq: before }),
    onLines: handleLines,
    onStateChange(state) {
      const now = store.getSnapshot();
      store.set(reuseIfShallowEqual(now, { ...now, history: reuseIfShallowEqual(now.history, state) }));
      updateSnapshot();
    },
    isTransient: isNetworkError,
  });
  outbox.subscribe(updateSnapshot);
  updateSnapshot();

  function setLines(next: LineCollection) {
    if (closed || next === lines) return;
    lines = retention.evict(next);
    updateSnapshot();
  }

  function updateSnapshot() {
    if (closed) return;
    // First who still waits, then what they see: the device may be asked here.
    translator.follow(lines.ordered);
    const now = store.getSnapshot();
    const { items, blockedBy } = outbox.getSnapshot();
    const entries = buildEntries(
      {
        ...{ me, lines, pending: items, displayOf: translator.displayOf, actionOf: actions.of },
        reactionsOf: (line) => optimisticReactions.withPending(line.id, line.reactions),
      },
      now.entries,
    );
    const waiting = items.filter(({ state }) => state.name === "pending" || isTransientError(state.error)).length;
    store.set(
      reuseIfShallowEqual(now, {
        ...now,
        entries: reuseListIfEqual(now.entries, entries),
        lines: lines.ordered,
        translationFailures: translator.failures(),
        unread: unread.count(entries, now.history.name !== "loading"),
        sendingBlocked:
          blockedBy === null
            ? null
            : reuseIfShallowEqual(now.sendingBlocked ?? undefined, { error: blockedBy, waiting }),
      }),
    );
  }

  function noteArrival({ id, revision }: Line) {
    if (arrivals.get(id)?.revision !== revision) arrivals.set(id, { revision, at: clock.now() });
  }

  function handleLines(arrived: readonly Line[]) {
    for (const line of arrived) noteArrival(line);
    setLines(withLines(lines, arrived.filter(retention.accepts)));
    // What the server has is pending no more, however it became known.
    const pending = new Set(
      outbox.getSnapshot().items.flatMap(({ write }) => (write.kind === "post" ? [write.id] : [])),
    );
    for (const line of arrived) {
      if (sentSpeech.delete(line.id)) translator.onPosted(line);
      if (line.author !== me || !pending.has(line.id)) continue;
      outbox.markDelivered(line.id);
      translator.onPosted(line);
    }
  }

  return {
    meetingId,
    me,
    places: options.places,
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    post(text, language, { replyTo = null, mentions = [] } = {}) {
      const clean = cleanText(text);
      if (!clean.ok) return clean;
      const words = { text: clean.value, language, replyTo, mentions: [...mentions] };
      outbox.add({ kind: "post", id: options.newId(), ...words, writtenAt: clock.now() });
      return ok(null);
    },
    edit(id, text, { language, mentions = lines.byId.get(id)?.mentions ?? [] } = {}) {
      const clean = cleanText(text);
      if (!clean.ok) return clean;
      actions.forget(id);
      outbox.add({ kind: "edit", id, text: clean.value, language, mentions: [...mentions] });
      return ok(null);
    },
    remove(id) {
      actions.forget(id);
      outbox.add({ kind: "remove", id });
    },
    react(id, emoji, given) {
      actions.forget(id);
      optimisticReactions.set(id, emoji, given);
    },
    report: actions.report,
    retranslate: actions.retranslate,
    retry: outbox.retry,
    discard(id) {
      actions.forget(id);
      outbox.discard(id);
      updateSnapshot();
    },
    setChatOpen(open) {
      unread.setChatOpen(open);
      updateSnapshot();
    },
    loadOlder: history.loadOlder,
    async loadUntil(id) {
      while (!lines.byId.has(id)) {
        await history.loadOlder();
        if (store.getSnapshot().history.name !== "more") break;
      }
      return lines.byId.has(id);
    },
    fetchQuota: () => rpc("translation_quota", { p_meeting_id: meetingId }),
    isLate: ({ id }) => clock.now() - (arrivals.get(id)?.at ?? clock.now()) >= COVERAGE_GRACE_MS,
    pauseEviction: retention.pauseEviction,
    onReadersChanged: updateSnapshot,
    onJoined(id) {
      callId = id;
      history.start(id);
      outbox.start();
    },
    suspend: outbox.suspend,
    warmUpTranslation() {
      if (callId !== null && options.storesLines()) translator.warmUp();
    },
    prefetchForSpeech(sent) {
      for (const { id } of sent) sentSpeech.add(id);
      translator.prefetchForSent(sent);
    },
    receiveLines: handleLines,
    receiveTranslations(lineId, translations, seq) {
      setLines(withTranslations(lines, lineId, translations, seq));
      translator.onTranslation(lineId, translations);
    },
    receiveReactions: (lineId, reactions, seq) => setLines(withReactions(lines, lineId, reactions, seq)),
    onReconnected() {
      outbox.start();
      translator.restart();
      if (store.getSnapshot().history.name === "failed") void history.loadOlder();
    },
    close() {
      closed = true;
      history.close();
      outbox.close();
      translator.close();
    },
  };
}

function cleanText(text: string): Result<string> {
  const parsed = message.safeParse(text);
  if (parsed.success) return ok(parsed.data);
  const code = parsed.error.issues[0]?.message;
  return fail(isErrorCode(code) ? code : "request/invalid");
}
