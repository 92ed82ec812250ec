/**
 * One person's voice becoming words, over all recognisers that there are: the first that can do it runs; one that dies is
 * started again, and when that is in vain gives way to the next, which is said. Nothing runs while there is no voice to
 * hear: the microphone is off, or this person is muted.
 */
import type { Language } from "#contracts/languages.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
import { createStore, keepObject, type Store } from "../../platform/store.ts";
import type { Ending, Listening, Recogniser, RecogniserName } from "./recogniser.ts";

/** What this person wants: the best that keeps the sound here or with whoever runs Parley, a certain one, or none. */
export type Wish = "auto" | RecogniserName | "off";

export type RecognisingState =
  | { readonly name: "off" }
  /** It is wanted, and begins when there is a voice. */
  | { readonly name: "ready"; readonly by: RecogniserName }
  | { readonly name: "listening"; readonly by: RecogniserName }
  /** Nothing that there is can do it; `download`: after a press, `prepare`. */
  | { readonly name: "none"; readonly download: boolean };

export interface RecognisingSnapshot {
  readonly state: RecognisingState;
  readonly wish: Wish;
  /** All that can hear this language here, the first first. */
  readonly offered: readonly RecogniserName[];
  /** One gave way to the next: said until it is changed or dismissed. */
  readonly replaced: { readonly from: RecogniserName; readonly why: Ending } | null;
}

/** Words of this person, with times by this device's clock in milliseconds. */
export interface Heard {
  /** The same from the first word of a sentence to its end. */
  readonly id: string;
  readonly text: string;
  readonly final: boolean;
  readonly began: number;
  readonly at: number;
}

export interface Recognising extends Store<RecognisingSnapshot> {
  wish(wish: Wish): void;
  /** Downloads what is missing; only in answer to a press. */
  prepare(): Promise<boolean>;
  /** The voice that is there now; null: none. The same track again changes nothing. */
  hear(voice: { readonly track: MediaStreamTrack; readonly language: Language } | null): void;
  /** What may be said, in the language that is heard. */
  setPhrases(phrases: readonly string[]): void;
  dismiss(): void;
  close(): void;
}

export interface RecognisingOptions {
  /** In the order of preference. */
  readonly recognisers: readonly Recogniser[];
  readonly language: Language;
  readonly wish: Wish;
  readonly clock: Clock;
  readonly newId: () => string;
  heard(heard: Heard): void;
}

/** Waits before it is started again; beyond them the next one has its turn. */
export const AGAIN = [250, 1_000, 3_000] as const;
/** One that ran so long was well, as is one that made words: its next death is the first. */
export const WELL_AFTER = 20_000;

export function createRecognising(options: RecognisingOptions): Recognising {
  const { clock } = options;
  const store = createStore<RecognisingSnapshot>({
    state: { name: "off" },
    wish: options.wish,
    offered: [],
    replaced: null,
  });
  let { language } = options;
  let track: MediaStreamTrack | null = null;
  let phrases: readonly string[] = [];
  let downloadable: Recogniser | null = null;
  /** Those that gave up, for this language. */
  let spent = new Set<RecogniserName>();
  let listening: Listening | null = null;
  let startedAt = 0;
  let deaths = 0;
  let madeWords = false;
  let cancelAgain: Cancel = () => {};
  /** Raised whenever what is under way is no longer wanted. */
  let attempt = 0;
  let looks = 0;
  let sentence: { id: string; began: number } | null = null;
  let closed = false;

  const show = (change: Partial<RecognisingSnapshot>) => {
    const now = store.getSnapshot();
    const state = change.state ?? now.state;
    store.set(keepObject(now, { ...now, ...change, state: keepObject(now.state, state) }));
  };

  /** What was begun and is not final is lost with its recogniser. */
  function dropSentence() {
    if (sentence === null) return;
    options.heard({ id: sentence.id, text: "", final: false, began: sentence.began, at: clock.now() });
    sentence = null;
  }

  function tell(text: string, final: boolean) {
    const at = clock.now();
    if (text === "" && sentence === null) return;
    if (final) madeWords = true;
    sentence ??= { id: options.newId(), began: at };
    options.heard({ ...sentence, text, final, at });
    if (final || text === "") sentence = null;
  }

  function stop() {
    attempt += 1;
    cancelAgain();
    listening?.stop();
    listening = null;
    dropSentence();
  }

  const candidates = () => {
    const { wish, offered } = store.getSnapshot();
    if (wish === "off") return [];
    // The browser's maker hears nobody who did not ask for it by its name.
    const wanted = offered.filter((name) => (wish === "auto" ? name !== "browser" : name === wish));
    return wanted.filter((name) => !spent.has(name));
  };

  function start() {
    stop();
    if (closed) return;
    const { wish } = store.getSnapshot();
    if (wish === "off") return show({ state: { name: "off" } });
    const [by] = candidates();
    const recogniser = options.recognisers.find(({ name }) => name === by);
    if (recogniser === undefined) return show({ state: { name: "none", download: downloadable !== null } });
    if (track === null) return show({ state: { name: "ready", by: recogniser.name } });
    const mine = attempt;
    startedAt = clock.now();
    madeWords = false;
    show({ state: { name: "listening", by: recogniser.name } });
    const guarded = (run: () => void) => {
      if (mine === attempt) run();
    };
    listening = recogniser.listen(
      { language, phrases, track },
      {
        interim: (text) => guarded(() => tell(text, false)),
        final: (text) => guarded(() => tell(text, true)),
        ended: (why) => guarded(() => ended(recogniser.name, why)),
      },
    );
  }

  function ended(name: RecogniserName, why: Ending) {
    listening = null;
    dropSentence();
    // Browsers end by themselves after a sentence, a silence, some minutes.
    const ranLong = why !== "vain" && clock.now() - startedAt >= WELL_AFTER;
    if (why === "silent" || madeWords || ranLong) deaths = 0;
    const wait = why === "refused" || why === "language" ? undefined : AGAIN[deaths];
    deaths += 1;
    if (wait !== undefined) {
      cancelAgain = clock.after(wait, start);
      return;
    }
    spent.add(name);
    deaths = 0;
    show({ replaced: { from: name, why } });
    start();
  }

  /** Which of them know this language. */
  async function look() {
    stop();
    looks += 1;
    const mine = looks;
    const answers = await Promise.all(
      options.recognisers.map(async (recogniser) => ({ recogniser, is: await recogniser.availability(language) })),
    );
    if (mine !== looks || closed) return;
    downloadable = answers.find(({ is }) => is === "download")?.recogniser ?? null;
    show({ offered: answers.flatMap(({ recogniser, is }) => (is === "yes" ? [recogniser.name] : [])) });
    start();
  }

  void look();

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    wish(wish) {
      spent = new Set();
      deaths = 0;
      show({ wish, replaced: null });
      start();
    },
    async prepare() {
      if (downloadable === null) return false;
      const came = await downloadable.prepare(language);
      if (came && !closed) await look();
      return came;
    },
    hear(voice) {
      if (voice !== null && voice.language !== language) {
        ({ language } = voice);
        ({ track } = voice);
        spent = new Set();
        show({ replaced: null });
        void look();
        return;
      }
      if ((voice?.track ?? null) === track) return;
      track = voice?.track ?? null;
      start();
    },
    setPhrases(next) {
      phrases = next;
      listening?.setPhrases?.(next);
    },
    dismiss: () => show({ replaced: null }),
    close() {
      closed = true;
      stop();
    },
  };
}
