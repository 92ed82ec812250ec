/** What turns one person's voice into words. Whatever does it, the page sees this; which one runs is `recognising.ts`'s matter. */
import type { Language } from "#contracts/languages.ts";

/**
 * Where the sound goes: `device` nowhere, `browser` to the maker of the browser, `server` through Parley's function to the
 * endpoint that was configured there.
 */
export const RECOGNISER_NAMES = ["device", "browser", "server"] as const;
export type RecogniserName = (typeof RECOGNISER_NAMES)[number];

/**
 * `refused`: by the person or the browser, for good. `language`: it does not know this one. `failed`: it may go again.
 * `vain`: so did what it was given, again and again, however long that took. `silent`: nobody said anything for a while,
 * and nothing is wrong with it.
 */
export type RecogniserEndReason = "refused" | "language" | "failed" | "vain" | "silent";

export interface RecogniserEvents {
  /** The words of the sentence so far; empty: it came to nothing. */
  onInterim(text: string): void;
  onFinal(text: string): void;
  /** It stopped by itself; nothing comes after it. */
  onEnded(why: RecogniserEndReason): void;
}

export interface RecogniserSession {
  /** Nothing is told from now on. */
  stop(): void;
  /** Other names and terms from now on; only of one that is given them. */
  setPhrases?(phrases: readonly string[]): void;
}

export interface ListenOptions {
  readonly language: Language;
  /** Names and terms that may be said. */
  readonly phrases: readonly string[];
  readonly track: MediaStreamTrack;
}

export interface Recogniser {
  readonly name: RecogniserName;
  /** `download`: after a press, `prepare` brings it. Never rejects, and never hangs. */
  availability(language: Language): Promise<"yes" | "download" | "no">;
  /** Has it downloaded; only in answer to a press. `false`: it did not come. */
  download(language: Language): Promise<boolean>;
  listen(options: ListenOptions, events: RecogniserEvents): RecogniserSession;
}
