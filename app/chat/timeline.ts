/**
 * The lines of a meeting for the local participant: stored lines in the server's order, then own unsent lines. Updates may
 * arrive repeatedly and in any order.
 */
import { type Failure, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Emoji, Line, Reactions, Translation } from "#contracts/lines.ts";
import type { TranslationQuota } from "#contracts/translate.ts";
import type { Cancel, Clock } from "../lib/clock.ts";
import type { Rpc } from "../lib/rpc.ts";
import type { DraftStorage } from "../lib/storage.ts";
import { createStore, reuseIfShallowEqual, reuseListIfEqual, type Store } from "../lib/store.ts";
import { isNetworkError, isTransientError } from "../lib/transientErrors.ts";
import type { BrowserTranslator } from "../translation/browserTranslator.ts";
import { createLineTranslator, type TranslationFailures } from "../translation/lineTranslator.ts";
import type { ShortLines } from "../translation/shortLines.ts";
import type { TranslateLines } from "../translation/translateLines.ts";
import type { TranslationReach } from "../translation/translationReach.ts";
import { createLineActionTracker } from "./core/lineActions.ts";
import { createLineArrivals } from "./core/lineArrivals.ts";
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
import { parseLineText } from "./core/parseLineText.ts";
import { sendWrite } from "./core/sendWrite.ts";
import { createUnreadCounter, NO_UNREAD, type UnreadCount } from "./core/unread.ts";
import { createOutbox } from "./outbox.ts";
import { buildEntries, MAX_SPEECH_LINES, type TimelineEntry } from "./timelineEntry.ts";

export interface TimelineSnapshot {
  readonly entries: readonly TimelineEntry[];
  /** Stored lines with their translations into all languages; of the captions only the newest. */
  readonly lines: readonly Line[];
  /** Translations that the server could not provide, with the reasons. */
  readonly translationFailures: TranslationFailures;
  readonly unread: UnreadCount;
  /** Why own lines cannot be sent now. Sending resumes automatically. */
  readonly sendingBlocked: { readonly error: Failure; readonly waiting: number } | null;
  /** The state of loading older lines. */
  readonly history: LineHistoryState;
}

export interface LinePostOptions {
  /** Id of the quoted line. */
  replyTo?: string | null;
  /** User ids. */
  mentions?: readonly string[];
}

export interface Timeline extends Store<TimelineSnapshot> {
  readonly meetingId: string;
  /** User id of the local participant. */
  readonly me: string;
  readonly places: DraftStorage;
  /** Shows the line at once and sends it. Errors: `line/empty`, `line/too-long`. */
  post(text: string, language: Language, options?: LinePostOptions): Result<null>;
  /** Edits an own line and shows the text at once. A rejected text is in the entry's `action`. Errors as `post`. */
  edit(id: string, text: string, more?: { language?: Language; mentions?: readonly string[] }): Result<null>;
  /** Deletes an own line. */
  remove(id: string): void;
  react(id: string, emoji: Emoji, given: boolean): void;
  /** Reports the displayed translation as wrong. */
  report(id: string): Promise<void>;
  /** Requests the displayed translation again. */
  retranslate(id: string): Promise<void>;
  /** Sends a failed line again, under its id. */
  retry(id: string): void;
  /** Discards an unsent line, or dismisses a rejected action. */
  discard(id: string): void;
  /** Lines that arrive while the chat is open are not counted as unread. */
  setChatOpen(open: boolean): void;
  loadOlder(): Promise<void>;
  /** Loads older lines until the line is found. Returns false if it is not in this call. */
  loadUntil(id: string): Promise<boolean>;
  fetchQuota(): Promise<Result<TranslationQuota>>;
  /** Returns whether the line's text is older than the grace period for translations. */
  isLate(line: Line): boolean;
  /** Evicts no lines until the result is called, while somebody reads or edits an old line. */
  pauseEviction(): Cancel;
  /** The reading language of the local participant or of others has changed. */
  onReadersChanged(): void;
  onJoined(callId: string): void;
  /** Stops sending until `onJoined`: another tab is in the call and sends. */
  suspend(): void;
  /** Starts the translation function before the first line. Repeated calls cost almost nothing. */
  warmUpTranslation(): void;
  /** Returns whether a line of others in this language may become readable for the local participant. */
  mayTranslate(from: Language): boolean;
  /** Requests translations of captions that this page is sending. */
  prefetchForSpeech(lines: readonly Pick<Line, "id" | "language">[]): void;
  receiveLines(lines: readonly Line[]): void;
  receiveTranslations(lineId: string, translations: readonly Translation[], seq: number): void;
  receiveReactions(lineId: string, reactions: Reactions, seq: number): void;
  onReconnected(): void;
  close(): void;
}

export interface TimelineOptions {
  meetingId: string;
  /** User id of the local participant. */
  me: string;
  reads: () => Language;
  othersRead: () => readonly Language[];
  /** False: lines are ephemeral and are not translated. */
  storesLines: () => boolean;
  rpc: Rpc;
  translate: TranslateLines;
  browserTranslator: BrowserTranslator;
  reach: TranslationReach;
  shortLines: Pick<ShortLines, "isReadable" | "subscribe">;
  /** Storage of unsent lines and drafts. */
  places: DraftStorage;
  clock: Clock;
  /** Returns a UUID for a new line. */
  newId: () => string;
  /** A broadcast was lost: requests the changes. */
  onMissed: () => void;
  removeBytes?: (deletedFileId: string) => void;
}

export function createTimeline(options: TimelineOptions): Timeline {
  const { meetingId, me, rpc, clock } = options;
  let lines: LineCollection = EMPTY_COLLECTION;
  let callId: string | null = null;
  const sentSpeech = new Set<string>();
  const arrivals = createLineArrivals(clock);
  let closed = false;

  const unread = createUnreadCounter(me);
  const store = createStore<TimelineSnapshot>({
    ...{ entries: [], lines: [], translationFailures: new Map(), unread: NO_UNREAD, sendingBlocked: null },
    history: { name: "loading" },
  });
  const translator = createLineTranslator({ ...options, onChange: updateSnapshot });
  const retention = createLineRetention({
    maxSpeechLines: MAX_SPEECH_LINES,
    onEvict(id) {
      arrivals.forget(id);
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
    send: (lineId, emoji, given) => rpc("react_to_line", { p_line_id: lineId, p_emoji: emoji, p_given: given }),
    // The broadcast of the same change may be in flight. Its `seq` is newer.
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
      const sending = sendWrite(rpc, callId, write, lines.byId.get(write.id)?.file ? options.removeBytes : undefined);
      if (write.kind === "post" && callId !== null && options.storesLines()) translator.prefetchForSent([write]);
      return sending;
    },
    onSent(line) {
      arrivals.note(line);
      setLines(withLines(lines, [line]));
      translator.onPosted(line);
    },
    isTransient: isTransientError,
  });
  const history = createLineHistory({
    clock,
    fetchPage: (call, beforeSeq) => rpc("history", { p_call_id: call, p_before_seq: beforeSeq ?? undefined }),
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
    // Start missing translations first, because that can change what is displayed.
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

  function handleLines(arrived: readonly Line[]) {
    for (const line of arrived) arrivals.note(line);
    setLines(withLines(lines, arrived.filter(retention.accepts)));
    // A stored line is no longer pending, whichever way it arrived.
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
      const parsed = parseLineText(text);
      if (!parsed.ok) return parsed;
      const content = { text: parsed.value, language, replyTo, mentions: [...mentions] };
      outbox.add({ kind: "post", id: options.newId(), ...content, writtenAt: clock.now() });
      return ok(null);
    },
    edit(id, text, { language, mentions = lines.byId.get(id)?.mentions ?? [] } = {}) {
      const parsed = parseLineText(text);
      if (!parsed.ok) return parsed;
      actions.forget(id);
      outbox.add({ kind: "edit", id, text: parsed.value, language, mentions: [...mentions] });
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
    isLate: arrivals.isLate,
    pauseEviction: retention.pauseEviction,
    onReadersChanged: updateSnapshot,
    onJoined(id) {
      callId = id;
      history.start(id);
      outbox.start();
    },
    suspend: outbox.suspend,
    mayTranslate: translator.mayTranslate,
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
