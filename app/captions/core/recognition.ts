/**
 * One person's voice becoming words, over all recognisers that there are: the first that can do it runs; one that dies is
 * started again, and when that is in vain gives way to the next, which is said. Nothing runs while there is no voice to
 * hear: the microphone is off, or this person is muted.
 */
import type { Language } from "#contracts/languages.ts";
import type { Cancel, Clock } from "../../lib/clock.ts";
import { createStore, reuseIfShallowEqual, type Store } from "../../lib/store.ts";
import type { Recogniser, RecogniserEndReason, RecogniserName, RecogniserSession } from "./recogniser.ts";

/** What this person wants: the best that keeps the sound here or with whoever runs Parley, a certain one, or none. */
export type CaptionSourcePreference = "auto" | RecogniserName | "off";

export type RecognitionState =
  | { readonly name: "off" }
  /** It is wanted, and begins when there is a voice. */
  | { readonly name: "ready"; readonly by: RecogniserName }
  | { readonly name: "listening"; readonly by: RecogniserName }
  /** Nothing that there is can do it; `download`: after a press, `prepare`. */
  | { readonly name: "none"; readonly download: boolean };

export interface RecognitionSnapshot {
  readonly state: RecognitionState;
  readonly preference: CaptionSourcePreference;
  /** All that can hear this language here, the first first. */
  readonly available: readonly RecogniserName[];
  /** One gave way to the next: said until it is changed or dismissed. */
  readonly replaced: { readonly from: RecogniserName; readonly why: RecogniserEndReason } | null;
}

/** Words of this person, with times by this device's clock in milliseconds. */
export interface RecognisedText {
  /** The same from the first word of a sentence to its end. */
  readonly id: string;
  readonly text: string;
  readonly final: boolean;
  readonly began: number;
  readonly at: number;
}

export interface Recognition extends Store<RecognitionSnapshot> {
  setPreference(wish: CaptionSourcePreference): void;
  /** Downloads what is missing; only in answer to a press. */
  download(): Promise<boolean>;
  /** The voice that is there now; null: none. The same track again changes nothing. */
  setVoice(voice: { readonly track: MediaStreamTrack; readonly language: Language } | null): void;
  /** What may be said, in the language that is heard. */
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
  onText(heard: RecognisedText): void;
}

/** Waits before it is started again; beyond them the next one has its turn. */
export const RESTART_DELAYS_MS = [250, 1_000, 3_000] as const;
/** One that ran so long was well, as is one that made words: its next death is the first. */
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
  /** Those that gave up, for this language. */
  let exhausted = new Set<RecogniserName>();
  let session: RecogniserSession | null = null;
  let startedAt = 0;
  let failures = 0;
  let producedText = false;
  let cancelRestart: Cancel = () => {};
  /** Raised whenever what is under way is no longer wanted. */
  let attempt = 0;
  let availabilityChecks = 0;
  let sentence: { id: string; began: number } | null = null;
  let closed = false;

  const show = (change: Partial<RecognitionSnapshot>) => {
    const now = store.getSnapshot();
    const state = change.state ?? now.state;
    store.set(reuseIfShallowEqual(now, { ...now, ...change, state: reuseIfShallowEqual(now.state, state) }));
  };

  /** What was begun and is not final is lost with its recogniser. */
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
    attempt += 1;
    cancelRestart();
    session?.stop();
    session = null;
    dropSentence();
  }

  const candidates = () => {
    const { preference, available } = store.getSnapshot();
    if (preference === "off") return [];
    // The browser's maker hears nobody who did not ask for it by its name.
    const wanted = available.filter((name) => (preference === "auto" ? name !== "browser" : name === preference));
    return wanted.filter((name) => !exhausted.has(name));
  };

  function start() {
    stop();
    if (closed) return;
    const { preference } = store.getSnapshot();
    if (preference === "off") return show({ state: { name: "off" } });
    const [by] = candidates();
    const recogniser = options.recognisers.find(({ name }) => name === by);
    if (recogniser === undefined) return show({ state: { name: "none", download: downloadable !== null } });
    if (track === null) return show({ state: { name: "ready", by: recogniser.name } });
    const mine = attempt;
    startedAt = clock.now();
    producedText = false;
    show({ state: { name: "listening", by: recogniser.name } });
    const ifCurrent = (run: () => void) => {
      if (mine === attempt) run();
    };
    session = recogniser.listen(
      { language, phrases, track },
      {
        onInterim: (text) => ifCurrent(() => emitText(text, false)),
        onFinal: (text) => ifCurrent(() => emitText(text, true)),
        onEnded: (why) => ifCurrent(() => handleEnd(recogniser.name, why)),
      },
    );
  }

  function handleEnd(name: RecogniserName, why: RecogniserEndReason) {
    session = null;
    dropSentence();
    // Browsers end by themselves after a sentence, a silence, some minutes.
    const ranLong = why !== "vain" && clock.now() - startedAt >= STABLE_AFTER_MS;
    if (why === "silent" || producedText || ranLong) failures = 0;
    const wait = why === "refused" || why === "language" ? undefined : RESTART_DELAYS_MS[failures];
    failures += 1;
    if (wait !== undefined) {
      cancelRestart = clock.after(wait, start);
      return;
    }
    exhausted.add(name);
    failures = 0;
    show({ replaced: { from: name, why } });
    start();
  }

  /** Which of them know this language. */
  async function checkAvailability() {
    stop();
    availabilityChecks += 1;
    const mine = availabilityChecks;
    const answers = await Promise.all(
      options.recognisers.map(async (recogniser) => ({ recogniser, is: await recogniser.availability(language) })),
    );
    if (mine !== availabilityChecks || closed) return;
    downloadable = answers.find(({ is }) => is === "download")?.recogniser ?? null;
    show({ available: answers.flatMap(({ recogniser, is }) => (is === "yes" ? [recogniser.name] : [])) });
    start();
  }

  void checkAvailability();

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    setPreference(wish) {
      exhausted = new Set();
      failures = 0;
      show({ preference: wish, replaced: null });
      start();
    },
    async download() {
      if (downloadable === null) return false;
      const came = await downloadable.download(language);
      if (came && !closed) await checkAvailability();
      return came;
    },
    setVoice(voice) {
      if (voice !== null && voice.language !== language) {
        ({ language } = voice);
        ({ track } = voice);
        exhausted = new Set();
        show({ replaced: null });
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
    dismiss: () => show({ replaced: null }),
    close() {
      closed = true;
      stop();
    },
  };
}
