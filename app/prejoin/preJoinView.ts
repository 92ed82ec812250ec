/** What the door shows; made by the route from rpc results and from the devices. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Store } from "~/lib/store.ts";

/** Somebody in the call now. */
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
  /** The own picture; `null` while there is none. */
  readonly stream: MediaStream | null;
  /** The browser is asking the person. */
  readonly promptOpen: boolean;
  readonly microphone: PreviewControlView;
  readonly camera: PreviewControlView;
  /** Loudness 0..1; read often, so it is a store of its own. */
  readonly level: Store<number>;
  /** The microphone is on, and for seconds nothing has come from it. */
  readonly silent: boolean;
}

/** What the press at the door does: one is in, or waits to be let in. */
export type EntryMode = "open" | "knock";

/** What the door's form holds: what was typed before, chosen before, or is likely. */
export interface ParticipantFormValues {
  readonly name: string;
  readonly speaks: Language;
  readonly reads: Language;
}

export interface ParticipantFormErrors {
  readonly name?: ErrorCode;
  readonly speaks?: ErrorCode;
  readonly reads?: ErrorCode;
  /** About the meeting or the connection, not about one field. */
  readonly form?: ErrorCode;
}
