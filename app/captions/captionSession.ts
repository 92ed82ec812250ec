/**
 * The captions of a call: recognises and sends the local participant's speech, shows what others say, and warns about
 * doubtful translations. Created when a call first needs captions, and closed with the call.
 */

import { type Failure, fail, type Result } from "#contracts/errors.ts";
import type { TermEntry } from "#contracts/glossary.ts";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Line } from "#contracts/lines.ts";
import type { RecognisedBy } from "#contracts/realtime.ts";
import { isVisible } from "#contracts/text/cleanMessage.ts";
import type { Call } from "../call/call.ts";
import type { CallSnapshot } from "../call/callSnapshot.ts";
import type { Timeline } from "../chat/timeline.ts";
import type { Devices } from "../devices/devices.ts";
import type { Clock } from "../lib/clock.ts";
import type { Rpc } from "../lib/rpc.ts";
import type { KeyValueStorage } from "../lib/storage.ts";
import { createStore, reuseIfShallowEqual, reuseListIfEqual, type Store } from "../lib/store.ts";
import { createThrottle } from "../lib/throttle.ts";
import { isTransientError } from "../lib/transientErrors.ts";
import { type CaptionDisplay, createCaptionDisplay, type IncomingCaption } from "./core/captionDisplay.ts";
import type { CaptionPreferencesStore } from "./core/captionPreferences.ts";
import { createCaptionSender, type Utterance } from "./core/captionSender.ts";
import { createGlossaryTerms } from "./core/glossaryTerms.ts";
import { phraseHintsFor } from "./core/phraseHints.ts";
import type { Recogniser } from "./core/recogniser.ts";
import { createRecognition, type Recognition } from "./core/recognition.ts";
import { createTranslationWarnings, type TranslationWarning } from "./core/translationWarnings.ts";

/** Captions of others change it. Without a limit they would use up what others accept of this page. */
const READING_INTERVAL_MS = 500;
/** The period of `LIMITS.captionsPerTenSeconds`. */
const CAPTION_PERIOD_MS = 10_000;

export interface CaptionSessionSnapshot {
  /** Number of remote participants who are still reading the last local caption. */
  readonly stillReadingCount: number;
  /** Doubtful translations of local captions, the newest last. */
  readonly warnings: readonly TranslationWarning[];
  /** Why a local sentence did not become a line. */
  readonly sendError: Failure | null;
  /** The source of local captions, as it is sent to others. */
  readonly source: RecognisedBy;
  /** User ids of the speakers for whom the local participant types. */
  readonly typingFor: readonly string[];
}

export interface CaptionSession extends Store<CaptionSessionSnapshot> {
  readonly recognition: Recognition;
  readonly display: CaptionDisplay;
  readonly preferences: CaptionPreferencesStore;
  /** Sends text that is typed for a speaker, with one `id` from interim to final text. */
  submitTyped(speaker: string, typed: { readonly id: string; readonly text: string; readonly final: boolean }): void;
  /** Appoints the typist of the local participant; null for none. Errors as of `set_captioner`. */
  setTypist(userId: string | null): Promise<Result<unknown>>;
  /** Clears the warnings and the error. */
  dismiss(): void;
  close(): void;
}

export interface CaptionSessionOptions {
  readonly call: Call;
  readonly timeline: Timeline;
  readonly devices: Devices;
  readonly rpc: Rpc;
  readonly clock: Clock;
  readonly storage: KeyValueStorage;
  readonly newId: () => string;
  readonly recognisers: readonly Recogniser[];
  readonly preferences: CaptionPreferencesStore;
}

export function createCaptionSession(options: CaptionSessionOptions): CaptionSession {
  const { call, timeline, devices, rpc, clock, newId } = options;
  const { me, meetingId } = timeline;
  const { joinedSeq } = call.getSnapshot();
  const store = createStore<CaptionSessionSnapshot>({
    stillReadingCount: 0,
    warnings: [],
    sendError: null,
    source: "off",
    typingFor: [],
  });
  const storesLines = () => call.getSnapshot().meeting?.keep !== "nothing";
  const speaks = (): Language => call.getSnapshot().me?.speaks ?? "en";
  let terms: readonly TermEntry[] = [];
  let recognitionLanguage: Language = speaks();
  let connected = false;
  let localLineCount = 0;
  /** Times of each speaker's last captions in a meeting that keeps nothing. */
  const acceptedAt = new Map<string, number[]>();
  /** Ids of local lines by peer id and speaker of their captions. */
  const localLineIds = new Map<string, string>();
  /** The last caption that this page sent. */
  let ownCaption: IncomingCaption | null = null;

  const updateSnapshot = (change: Partial<CaptionSessionSnapshot>) => {
    const now = store.getSnapshot();
    store.set(reuseIfShallowEqual(now, { ...now, ...change }));
  };

  const display = createCaptionDisplay({
    clock,
    reads: () => call.getSnapshot().me?.reads ?? "en",
    mayTranslate: timeline.mayTranslate,
    historyUpToSeq: joinedSeq,
  });
  const warnings = createTranslationWarnings({ clock, onChange: (found) => updateSnapshot({ warnings: found }) });

  const sender = createCaptionSender({
    ...{ clock, storesLines, newId, isTransient: isTransientError },
    broadcast(message) {
      const { id, language, text, final } = message;
      const speaker = message.speaker ?? me;
      ownCaption = { id, language, text, final, speaker, mine: speaker === me };
      call.sendStatus(message);
      if (final && !storesLines()) addLocalLine(ownCaption);
      syncWithCall();
    },
    async post(captions) {
      const { callId } = call.getSnapshot();
      // Sentences from before a reload wait until this page has joined the call.
      if (callId === null) return fail("meeting/not-entered");
      const sending = rpc("post_captions", { p_call_id: callId, p_captions: captions });
      timeline.prefetchForSpeech(captions);
      const result = await sending;
      if (result.ok) timeline.receiveLines(result.value.lines);
      return result;
    },
    onRejected: (error) => updateSnapshot({ sendError: error }),
    storage: options.storage,
    key: `parley:saying:${meetingId}:${me}`,
  });

  const recognition = createRecognition({
    ...{ clock, newId, recognisers: options.recognisers, language: speaks() },
    preference: options.preferences.getSnapshot().wish,
    onText: (recognised) => sender.submit({ ...recognised, language: speaks(), speaker: null }),
  });

  /** Returns whether this speaker's caption is within the limit of `post_captions`, which no server enforces here. */
  function acceptsCaptionOf(speaker: string): boolean {
    const now = clock.now();
    const recent = (acceptedAt.get(speaker) ?? []).filter((at) => now - at < CAPTION_PERIOD_MS);
    const accepted = recent.length < LIMITS.captionsPerTenSeconds;
    acceptedAt.set(speaker, accepted ? [...recent, now] : recent);
    return accepted;
  }

  /**
   * Adds a caption of a meeting that keeps nothing as a line of this page alone: the server stores none. Takes a new id if
   * another author's line has the caption's id. Cuts what no page of ours sends.
   */
  function addLocalLine({ id: captionId, speaker, language, text: sentText }: IncomingCaption) {
    const text = sentText.slice(0, LIMITS.caption.max).toWellFormed();
    const { callId } = call.getSnapshot();
    const key = `${captionId} ${speaker}`;
    if (callId === null || !isVisible(text) || localLineIds.has(key) || !acceptsCaptionOf(speaker)) return;
    const existing = timeline.getSnapshot().lines.find((line) => line.id === captionId);
    const id = existing === undefined || existing.author === speaker ? captionId : newId();
    localLineIds.set(key, id);
    for (const oldest of [...localLineIds.keys()].slice(0, -LIMITS.ephemeralCaptions)) localLineIds.delete(oldest);
    if (existing?.author === speaker) return;
    const seqs = timeline.getSnapshot().lines.map(({ seq }) => seq);
    localLineCount += 1;
    const seq = Math.floor(Math.max(0, ...seqs)) + localLineCount / 1_000_000;
    const now = new Date(clock.now()).toISOString();
    const line: Line = {
      ...{ id, call_id: callId, seq, changed: seq, kind: "speech", author: speaker, language, text, revision: 1 },
      ...{ about: null, reply_to: null, mentions: [], forwarded: false, edited: false, deleted: false, fleeting: true },
      ...{
        created_at: now,
        spoken_at: now,
        spoken_ms: 0,
        typed_by: null,
        corrected_by: null,
        original: null,
        proposals: 0,
        mark: null,
      },
      ...{ file: null, translations: [], reactions: [] },
    };
    timeline.receiveLines([line]);
  }

  /** Returns the captions of peers, for themselves or for speakers in the call who appointed them. Leaves out muted speakers. */
  function incomingFrom({ people, participants }: CallSnapshot): IncomingCaption[] {
    const remote = people.flatMap(({ isMe, participant, liveCaption }): IncomingCaption[] => {
      if (isMe || liveCaption === null) return [];
      const speaker = liveCaption.speaker ?? participant.user_id;
      const speakingParticipant = participants.get(speaker);
      const allowed =
        speaker === participant.user_id ||
        people.some(({ participant: other }) => other.user_id === speaker && other.captioner === participant.user_id);
      return allowed && speakingParticipant?.muted !== true ? [{ ...liveCaption, speaker, mine: speaker === me }] : [];
    });
    return ownCaption === null ? remote : [...remote, ownCaption];
  }

  function syncWithCall() {
    const snapshot = call.getSnapshot();
    const incoming = incomingFrom(snapshot);
    if (!storesLines())
      for (const caption of incoming) if (caption.final && caption !== ownCaption) addLocalLine(caption);
    const displayedId = ({ id, speaker }: IncomingCaption) => localLineIds.get(`${id} ${speaker}`) ?? id;
    display.setIncoming(incoming.map((caption) => ({ ...caption, id: displayedId(caption) })));
    const ownLineIds = new Set(timeline.getSnapshot().lines.flatMap(({ id, author }) => (author === me ? [id] : [])));
    updateSnapshot({
      stillReadingCount: snapshot.people.filter(
        ({ isMe, readingLineId }) => !isMe && readingLineId !== null && ownLineIds.has(readingLineId),
      ).length,
      typingFor: reuseListIfEqual(
        store.getSnapshot().typingFor,
        snapshot.people.flatMap(({ isMe, participant: { user_id, captioner } }) =>
          !isMe && captioner === me ? [user_id] : [],
        ),
      ),
    });
    syncVoice(snapshot);
  }

  function syncVoice({ state, me: self, participants }: CallSnapshot) {
    const { tracks, microphone } = devices.getSnapshot();
    const inside = state.name === "connected" || state.name === "reconnecting";
    const voice = inside && microphone.name === "live" && self?.muted !== true && self?.captioner === null;
    if (recognitionLanguage !== speaks()) {
      recognitionLanguage = speaks();
      recognition.setPhrases(phraseHintsFor(terms, recognitionLanguage));
    }
    recognition.setVoice(
      voice && tracks.audio !== null ? { track: tracks.audio, language: recognitionLanguage } : null,
    );
    const source = recognisedBy(participants.get(me)?.captioner);
    updateSnapshot({ source });
    const wasConnected = connected;
    connected = state.name === "connected";
    if (!connected) return;
    call.sendStatus({ type: "recogniser", by: source });
    if (!wasConnected) sender.resume();
  }

  function recognisedBy(captioner: string | null | undefined): RecognisedBy {
    if (captioner) return "person";
    const { state } = recognition.getSnapshot();
    return state.name === "ready" || state.name === "listening" ? state.by : "off";
  }

  function syncWithTimeline() {
    const { entries, lines: all, history } = timeline.getSnapshot();
    if (history.name !== "loading") display.setLines(entries);
    const names = [...call.getSnapshot().participants.values()].map(({ display_name }) => display_name);
    warnings.check(
      // Earlier lines load page by page. Their speakers no longer remember the words.
      all.filter((line) => line.author === me && line.kind === "speech" && !line.deleted && line.seq > joinedSeq),
      names,
    );
    syncWithCall();
  }

  const glossary = createGlossaryTerms({
    ...{ call, meetingId, rpc, clock },
    onTerms(found) {
      terms = found;
      recognition.setPhrases(phraseHintsFor(terms, recognitionLanguage));
      warnings.setTerms(terms);
    },
  });

  const reading = createThrottle(clock, READING_INTERVAL_MS, () =>
    call.sendStatus({ type: "reading", line: display.getSnapshot().readingId }),
  );
  const ends = [
    call.subscribe(syncWithCall),
    call.subscribe(glossary.refresh),
    glossary.close,
    devices.subscribe(() => syncVoice(call.getSnapshot())),
    recognition.subscribe(() => syncVoice(call.getSnapshot())),
    timeline.subscribe(syncWithTimeline),
    display.subscribe(reading.request),
    reading.cancel,
  ];
  syncWithTimeline();
  glossary.refresh();

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    recognition,
    display,
    preferences: options.preferences,
    submitTyped(speaker, { id, text, final }) {
      const now = clock.now();
      const language = call.getSnapshot().participants.get(speaker)?.speaks ?? speaks();
      const utterance: Utterance = { id, text, final, language, speaker, began: now - 1_000, at: now };
      sender.submit(utterance);
    },
    setTypist: (userId) =>
      rpc("set_captioner", { p_meeting_id: meetingId, ...(userId !== null && { p_captioner_id: userId }) }),
    dismiss() {
      warnings.dismissAll();
      updateSnapshot({ sendError: null });
    },
    close() {
      for (const end of ends) end();
      warnings.close();
      recognition.close();
      sender.close();
      display.close();
      call.sendStatus({ type: "recogniser", by: "off" });
    },
  };
}
