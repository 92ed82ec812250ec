/** The used part of the Web Speech API. Browsers support different parts, and TypeScript has no types for it. */

interface Langs {
  langs: string[];
  processLocally: boolean;
}

/** Alternatives, the most likely first. */
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
  /** Older browsers ignore the track and use the default microphone. */
  start(track?: MediaStreamTrack): void;
  abort(): void;
}

export interface SpeechApi {
  new (): SpeechRecognitionLike;
  /** Only in browsers with recognition on the device. */
  available?(langs: Langs): Promise<string>;
  install?(langs: Langs): Promise<boolean>;
}

export type PhraseApi = new (phrase: string, boost?: number) => object;
