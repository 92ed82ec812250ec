/** View models of the pre-join page, made by the route from rpc results and by the devices. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Store } from "~/lib/store.ts";

/** A participant in the call. */
export interface ActiveParticipant {
  readonly number: number;
  readonly name: string;
  readonly speaks: Language;
  readonly reads: Language;
}

/** A microphone or a camera: `on` as the person wants it, `error` when it cannot be had. */
export interface PreviewControlView {
  readonly on: boolean;
  readonly error: ErrorCode | null;
}

export interface DevicePreviewView {
  /** The local video; `null` if there is none. */
  readonly stream: MediaStream | null;
  /** Whether the browser shows its permission prompt. */
  readonly promptOpen: boolean;
  readonly microphone: PreviewControlView;
  readonly camera: PreviewControlView;
  /** Loudness 0..1. It changes often, so it is a separate store. */
  readonly level: Store<number>;
  /** Whether the microphone is on and has been silent for seconds. */
  readonly silent: boolean;
}

/** Effect of the submission: the visitor joins, or knocks. */
export type EntryMode = "open" | "knock";

/** Values of the participant form: submitted, stored, or suggested. */
export interface ParticipantFormValues {
  readonly name: string;
  readonly speaks: Language;
  readonly reads: Language;
}

export interface ParticipantFormErrors {
  readonly name?: ErrorCode;
  readonly speaks?: ErrorCode;
  readonly reads?: ErrorCode;
  /** An error of the meeting or the connection, not of a field. */
  readonly form?: ErrorCode;
}
