/** The interface of all recognisers. `recognition.ts` chooses one. */
import type { Language } from "#contracts/languages.ts";

/**
 * Destination of the audio: `device` sends it nowhere, `browser` to the browser's vendor, `server` through the edge function
 * `transcribe` to the operator's endpoint.
 */
export const RECOGNISER_NAMES = ["device", "browser", "server"] as const;
export type RecogniserName = (typeof RECOGNISER_NAMES)[number];

/**
 * `refused`: denied by the user or the browser, for good. `language`: unsupported. `failed`: a restart may help. `vain`:
 * repeated requests failed, however long it ran. `silent`: a normal end after a silence.
 */
export type RecogniserEndReason = "refused" | "language" | "failed" | "vain" | "silent";

export interface RecogniserEvents {
  /** The text of the sentence so far; empty withdraws it. */
  onInterim(text: string): void;
  onFinal(text: string): void;
  /** The session stopped by itself. No event follows. */
  onEnded(reason: RecogniserEndReason): void;
}

export interface RecogniserSession {
  /** Stops the session and its events. */
  stop(): void;
  /** Replaces the expected names and terms, if the recogniser supports them. */
  setPhrases?(phrases: readonly string[]): void;
}

export interface ListenOptions {
  readonly language: Language;
  /** Names and terms to expect. */
  readonly phrases: readonly string[];
  readonly track: MediaStreamTrack;
}

export interface Recogniser {
  readonly name: RecogniserName;
  /** `download`: available after `download`. Never rejects and never hangs. */
  availability(language: Language): Promise<"yes" | "download" | "no">;
  /** Downloads the model, and returns whether that succeeded. Call it only after a click. */
  download(language: Language): Promise<boolean>;
  listen(options: ListenOptions, events: RecogniserEvents): RecogniserSession;
}
