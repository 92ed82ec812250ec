/** The part of the Web Speech API that is used; browsers differ in what of it they have, and TypeScript has none of it. */

interface Langs {
  langs: string[];
  processLocally: boolean;
}

/** Its readings, the likeliest first. */
export interface SpeechResult extends ArrayLike<{ readonly transcript: string }> {
  readonly isFinal: boolean;
}

export interface SpeechRecognitionLike {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally?: boolean;
  phrases?: unknown[];
  onresult: ((event: { readonly resultIndex: number; readonly results: ArrayLike<SpeechResult> }) => void) | null;
  onerror: ((event: { readonly error: string }) => void) | null;
  onend: (() => void) | null;
  /** With a track only where the browser takes one; else it listens to the microphone that it chooses. */
  start(track?: MediaStreamTrack): void;
  abort(): void;
}

export interface SpeechApi {
  new (): SpeechRecognitionLike;
  /** Only where recognition on the device is offered. */
  available?(langs: Langs): Promise<string>;
  install?(langs: Langs): Promise<boolean>;
}

export type PhraseApi = new (phrase: string, boost?: number) => object;
