/**
 * Captions of a call, put together: this person's voice through a recogniser to the others, what the others say to this
 * reader, and what the speaker should look at again. Made when captions are first wanted in a call, and closed with it.
 */
import { type Failure, fail, type Result } from "#contracts/errors.ts";
import type { TermEntry } from "#contracts/glossary.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
import type { RecognisedBy } from "#contracts/realtime.ts";
import type { Call } from "../call/call.ts";
import type { CallSnapshot } from "../call/callSnapshot.ts";
import type { Timeline } from "../chat/timeline.ts";
import type { Devices } from "../devices/devices.ts";
import type { Clock } from "../lib/clock.ts";
import type { Rpc } from "../lib/rpc.ts";
import type { KeyValueStorage } from "../lib/storage.ts";
import { createStore, reuseIfShallowEqual, type Store } from "../lib/store.ts";
import { isTransientError } from "../lib/transientErrors.ts";
import { type CaptionDisplay, createCaptionDisplay, type IncomingCaption } from "./core/captionDisplay.ts";
import type { CaptionPreferencesStore } from "./core/captionPreferences.ts";
import { createCaptionSender, type Utterance } from "./core/captionSender.ts";
import { createGlossaryTerms } from "./core/glossaryTerms.ts";
import { phraseHintsFor } from "./core/phraseHints.ts";
import type { Recogniser } from "./core/recogniser.ts";
import { createRecognition, type Recognition } from "./core/recognition.ts";
import { createTranslationWarnings, type TranslationWarning } from "./core/translationWarnings.ts";

export interface CaptionSessionSnapshot {
  /** How many others are still reading what this person said last. */
  readonly stillReadingCount: number;
  /** Translations of this person's words in which something changed, the newest last. */
  readonly warnings: readonly TranslationWarning[];
  /** Why a sentence of this person's did not become a line. */
  readonly sendError: Failure | null;
  /** What makes text of this person's voice, as the others are told. */
  readonly source: RecognisedBy;
  /** User ids of those for whom this person types. */
  readonly typingFor: readonly string[];
}

export interface CaptionSession extends Store<CaptionSessionSnapshot> {
  readonly recognition: Recognition;
  readonly display: CaptionDisplay;
  /** How this person has captions. */
  readonly preferences: CaptionPreferencesStore;
  /** Words typed for somebody; the same `id` until they are whole. */
  submitTyped(speaker: string, typed: { readonly id: string; readonly text: string; readonly final: boolean }): void;
  /** Who may type what this person says; null: nobody. Errors as of `set_captioner`. */
  setTypist(userId: string | null): Promise<Result<unknown>>;
  /** It was looked at. */
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
  /** The newest `seq` when captions were asked for: what came while they were loaded is as new as what comes after. */
  readonly historyUpToSeq: number;
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
  /** Ids of lines here, by what the peers said them to be. */
  const localLineIds = new Map<string, string>();
  /** This person's own words, as the others are told them. */
  let ownCaption: IncomingCaption | null = null;

  const updateSnapshot = (change: Partial<CaptionSessionSnapshot>) => {
    const now = store.getSnapshot();
    store.set(reuseIfShallowEqual(now, { ...now, ...change }));
  };

  const display = createCaptionDisplay({
    clock,
    reads: () => call.getSnapshot().me?.reads ?? "en",
    historyUpToSeq: options.historyUpToSeq,
  });
  const warnings = createTranslationWarnings({ clock, changed: (found) => updateSnapshot({ warnings: found }) });

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
    async post(said) {
      const { callId } = call.getSnapshot();
      // Kept from before a reload: it waits until this page is in the call.
      if (callId === null) return fail("meeting/not-entered");
      const sending = rpc("post_captions", { p_call_id: callId, p_captions: said });
      timeline.prefetchForSpeech(said);
      const answer = await sending;
      if (answer.ok) timeline.receiveLines(answer.value.lines);
      return answer;
    },
    onRejected: (error) => updateSnapshot({ sendError: error }),
    storage: options.storage,
    key: `parley:saying:${meetingId}:${me}`,
  });

  const recognition = createRecognition({
    ...{ clock, newId, recognisers: options.recognisers, language: speaks() },
    preference: options.preferences.getSnapshot().wish,
    onText: (heard) => sender.submit({ ...heard, language: speaks(), speaker: null }),
  });

  /**
   * In a meeting that keeps nothing the peers' word is all that there will be of it: a line of this page alone. Under its id
   * somebody else may have written meanwhile: then it has one of its own.
   */
  function addLocalLine({ id: toldAs, speaker, language, text }: IncomingCaption) {
    const { callId } = call.getSnapshot();
    const words = `${toldAs} ${speaker}`;
    if (callId === null || text === "" || localLineIds.has(words)) return;
    const known = timeline.getSnapshot().lines.find((line) => line.id === toldAs);
    const id = known === undefined || known.author === speaker ? toldAs : newId();
    localLineIds.set(words, id);
    if (known?.author === speaker) return;
    const seqs = timeline.getSnapshot().lines.map(({ seq }) => seq);
    localLineCount += 1;
    const seq = Math.floor(Math.max(0, ...seqs)) + localLineCount / 1_000_000;
    const now = new Date(clock.now()).toISOString();
    const line: Line = {
      ...{ id, call_id: callId, seq, changed: seq, kind: "speech", author: speaker, language, text, revision: 1 },
      ...{ reply_to: null, mentions: [], forwarded: false, edited: false, deleted: false, fleeting: true },
      ...{ created_at: now, spoken_at: now, spoken_ms: 0, typed_by: null, corrected_by: null, mark: null },
      ...{ file: null, translations: [], reactions: [] },
    };
    timeline.receiveLines([line]);
  }

  /** What peers say, of themselves or of those who let them; nothing of the muted, whoever types it. */
  function incomingFrom({ people, participants }: CallSnapshot): IncomingCaption[] {
    const told = people.flatMap(({ isMe, participant, liveCaption: said }): IncomingCaption[] => {
      if (isMe || said === null) return [];
      const speaker = said.speaker ?? participant.user_id;
      const other = participants.get(speaker);
      const may = speaker === participant.user_id || other?.captioner === participant.user_id;
      return may && other?.muted !== true ? [{ ...said, speaker, mine: speaker === me }] : [];
    });
    return ownCaption === null ? told : [...told, ownCaption];
  }

  function syncWithCall() {
    const snapshot = call.getSnapshot();
    const told = incomingFrom(snapshot);
    if (!storesLines()) for (const one of told) if (one.final && one !== ownCaption) addLocalLine(one);
    display.setIncoming(told.map((one) => ({ ...one, id: localLineIds.get(`${one.id} ${one.speaker}`) ?? one.id })));
    const own = new Set(timeline.getSnapshot().lines.flatMap(({ id, author }) => (author === me ? [id] : [])));
    updateSnapshot({
      stillReadingCount: snapshot.people.filter(
        ({ isMe, readingLineId }) => !isMe && readingLineId !== null && own.has(readingLineId),
      ).length,
      typingFor: sameList(
        store.getSnapshot().typingFor,
        [...snapshot.participants.values()].flatMap(({ user_id, captioner, admission }) =>
          captioner === me && admission === "admitted" ? [user_id] : [],
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
      // Older ones come page by page: nobody knows any more what they said.
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

  const ends = [
    call.subscribe(syncWithCall),
    call.subscribe(glossary.refresh),
    glossary.close,
    devices.subscribe(() => syncVoice(call.getSnapshot())),
    recognition.subscribe(() => syncVoice(call.getSnapshot())),
    timeline.subscribe(syncWithTimeline),
    display.subscribe(() => call.sendStatus({ type: "reading", line: display.getSnapshot().readingId })),
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

const sameList = (before: readonly string[], next: readonly string[]) =>
  before.length === next.length && before.every((one, at) => one === next[at]) ? before : next;
