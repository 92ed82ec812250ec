/**
 * Turns the local participant's voice into text with the first recogniser that supports the language. A recogniser that
 * fails is restarted, and after repeated failures replaced by the next, which is reported. None runs without a voice: while
 * the microphone is off, or the participant is muted.
 */
import type { Language } from "#contracts/languages.ts";
import type { Cancel, Clock } from "../../lib/clock.ts";
import { createStore, reuseIfShallowEqual, type Store } from "../../lib/store.ts";
import type { Recogniser, RecogniserEndReason, RecogniserName, RecogniserSession } from "./recogniser.ts";

/** `auto`: the best recogniser that keeps the audio on this device or with the operator of Parley. */
export type CaptionSourcePreference = "auto" | RecogniserName | "off";

export type RecognitionState =
  | { readonly name: "off" }
  /** Starts with a voice. */
  | { readonly name: "ready"; readonly by: RecogniserName }
  | { readonly name: "listening"; readonly by: RecogniserName }
  /** No recogniser is available. `download`: one is after `Recognition.download`. */
  | { readonly name: "none"; readonly download: boolean };

export interface RecognitionSnapshot {
  readonly state: RecognitionState;
  readonly preference: CaptionSourcePreference;
  /** The recognisers for this language, in the order of preference. */
  readonly available: readonly RecogniserName[];
  /** The recogniser that was replaced, until a new preference or `dismiss`. */
  readonly replaced: { readonly from: RecogniserName; readonly why: RecogniserEndReason } | null;
}

/** Text of the local participant. Times are milliseconds since the epoch by this device's clock. */
export interface RecognisedText {
  /** Constant from the first interim text to the final text of a sentence. */
  readonly id: string;
  readonly text: string;
  readonly final: boolean;
  readonly began: number;
  readonly at: number;
}

export interface Recognition extends Store<RecognitionSnapshot> {
  setPreference(preference: CaptionSourcePreference): void;
  /** Downloads the missing model. Call it only after a click. */
  download(): Promise<boolean>;
  /** Sets the current voice, if any. A repeated track changes nothing. */
  setVoice(voice: { readonly track: MediaStreamTrack; readonly language: Language } | null): void;
  /** Sets names and terms that are likely to be spoken, in the language of the voice. */
  setPhrases(phrases: readonly string[]): void;
  dismiss(): void;
  close(): void;
}

export interface RecognitionOptions {
  /** In the order of preference. */
  readonly recognisers: readonly Recogniser[];
  readonly language: Language;
  readonly preference: CaptionSourcePreference;
  readonly clock: Clock;
  readonly newId: () => string;
  onText(recognised: RecognisedText): void;
}

/** Delays before restarts. After the last, the next recogniser takes over. */
export const RESTART_DELAYS_MS = [250, 1_000, 3_000] as const;
/** A recogniser that ran this long, or produced text, was healthy: its next failure counts as the first. */
export const STABLE_AFTER_MS = 20_000;

export function createRecognition(options: RecognitionOptions): Recognition {
  const { clock } = options;
  const store = createStore<RecognitionSnapshot>({
    state: { name: "off" },
    preference: options.preference,
    available: [],
    replaced: null,
  });
  let { language } = options;
  let track: MediaStreamTrack | null = null;
  let phrases: readonly string[] = [];
  let downloadable: Recogniser | null = null;
  /** Recognisers that failed for this language. */
  let exhausted = new Set<RecogniserName>();
  let session: RecogniserSession | null = null;
  let startedAt = 0;
  let failures = 0;
  let producedText = false;
  let cancelRestart: Cancel = () => {};
  /** Aborted when the current session, or check, is no longer wanted. */
  let listening = new AbortController();
  let checking = new AbortController();
  let sentence: { id: string; began: number } | null = null;
  let closed = false;

  const updateSnapshot = (change: Partial<RecognitionSnapshot>) => {
    const now = store.getSnapshot();
    const state = change.state ?? now.state;
    store.set(reuseIfShallowEqual(now, { ...now, ...change, state: reuseIfShallowEqual(now.state, state) }));
  };

  /** Withdraws an unfinished sentence, which is lost with its recogniser. */
  function dropSentence() {
    if (sentence === null) return;
    options.onText({ id: sentence.id, text: "", final: false, began: sentence.began, at: clock.now() });
    sentence = null;
  }

  function emitText(text: string, final: boolean) {
    const at = clock.now();
    if (text === "" && sentence === null) return;
    if (final) producedText = true;
    sentence ??= { id: options.newId(), began: at };
    options.onText({ ...sentence, text, final, at });
    if (final || text === "") sentence = null;
  }

  function stop() {
    listening.abort();
    cancelRestart();
    session?.stop();
    session = null;
    dropSentence();
  }

  const candidates = () => {
    const { preference, available } = store.getSnapshot();
    if (preference === "off") return [];
    // The browser's vendor receives audio only by explicit choice.
    const allowed = available.filter((name) => (preference === "auto" ? name !== "browser" : name === preference));
    return allowed.filter((name) => !exhausted.has(name));
  };

  function start() {
    stop();
    if (closed) return;
    const { preference } = store.getSnapshot();
    if (preference === "off") return updateSnapshot({ state: { name: "off" } });
    const [by] = candidates();
    const recogniser = options.recognisers.find(({ name }) => name === by);
    if (recogniser === undefined) return updateSnapshot({ state: { name: "none", download: downloadable !== null } });
    if (track === null) return updateSnapshot({ state: { name: "ready", by: recogniser.name } });
    listening = new AbortController();
    const { signal } = listening;
    startedAt = clock.now();
    producedText = false;
    updateSnapshot({ state: { name: "listening", by: recogniser.name } });
    const ifCurrent = (run: () => void) => {
      if (!signal.aborted) run();
    };
    session = recogniser.listen(
      { language, phrases, track },
      {
        onInterim: (text) => ifCurrent(() => emitText(text, false)),
        onFinal: (text) => ifCurrent(() => emitText(text, true)),
        onEnded: (reason) => ifCurrent(() => handleEnd(recogniser.name, reason)),
      },
    );
  }

  function handleEnd(name: RecogniserName, reason: RecogniserEndReason) {
    session = null;
    dropSentence();
    // Browsers end recognition by themselves after a sentence, a silence, or some minutes.
    const ranLong = reason !== "vain" && clock.now() - startedAt >= STABLE_AFTER_MS;
    if (reason === "silent" || producedText || ranLong) failures = 0;
    const restartDelayMs = reason === "refused" || reason === "language" ? undefined : RESTART_DELAYS_MS[failures];
    failures += 1;
    if (restartDelayMs !== undefined) {
      cancelRestart = clock.after(restartDelayMs, start);
      return;
    }
    exhausted.add(name);
    failures = 0;
    updateSnapshot({ replaced: { from: name, why: reason } });
    start();
  }

  /** Finds the recognisers that support the language, and starts the first. */
  async function checkAvailability() {
    stop();
    checking.abort();
    checking = new AbortController();
    const { signal } = checking;
    const checks = await Promise.all(
      options.recognisers.map(async (recogniser) => ({
        recogniser,
        availability: await recogniser.availability(language),
      })),
    );
    if (signal.aborted) return;
    downloadable = checks.find(({ availability }) => availability === "download")?.recogniser ?? null;
    updateSnapshot({
      available: checks.flatMap(({ recogniser, availability }) => (availability === "yes" ? [recogniser.name] : [])),
    });
    start();
  }

  void checkAvailability();

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    setPreference(preference) {
      exhausted = new Set();
      failures = 0;
      updateSnapshot({ preference, replaced: null });
      start();
    },
    async download() {
      if (downloadable === null) return false;
      const downloaded = await downloadable.download(language);
      if (downloaded && !closed) await checkAvailability();
      return downloaded;
    },
    setVoice(voice) {
      if (voice !== null && voice.language !== language) {
        ({ language } = voice);
        ({ track } = voice);
        exhausted = new Set();
        updateSnapshot({ replaced: null });
        void checkAvailability();
        return;
      }
      if ((voice?.track ?? null) === track) return;
      track = voice?.track ?? null;
      start();
    },
    setPhrases(next) {
      phrases = next;
      session?.setPhrases?.(next);
    },
    dismiss: () => updateSnapshot({ replaced: null }),
    close() {
      closed = true;
      checking.abort();
      stop();
    },
  };
}
