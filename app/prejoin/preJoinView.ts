/** View models of the pre-join page, made by the route from rpc results and by the devices. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { LanguagePairs } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import type { Reading } from "#contracts/meetings.ts";
import type { DeviceControlView } from "~/devices/deviceControlView.ts";
import type { MeetingNameView } from "~/lib/meetingTitle.ts";
import type { Store } from "~/lib/store.ts";
import type { Occupancy } from "./occupancy.ts";

export interface DevicePreviewView {
  /** The local video; `null` if there is none. */
  readonly stream: MediaStream | null;
  /** Whether the browser shows its permission prompt. */
  readonly promptOpen: boolean;
  readonly microphone: DeviceControlView;
  readonly camera: DeviceControlView;
  /** Loudness 0..1. It changes often, so it is a separate store. */
  readonly level: Store<number>;
  /** Whether the microphone is on and has been silent for seconds. */
  readonly silent: boolean;
}

/** Effect of the submission: the visitor joins, or knocks. */
export type EntryMode = "open" | "knock";

/** The meeting as its pre-join page shows it. */
export interface PreJoinMeeting extends Occupancy, MeetingNameView {
  readonly entryMode: EntryMode;
  /** Whether messages are not stored. */
  readonly nothingStored: boolean;
  /** Days after the end for which lines are kept; null if none is stored. */
  readonly keptDays: number | null;
  /** Which part of the call participants can read. */
  readonly reading: Reading;
  /** The pairs that the engines translate. None in a meeting that stores no lines. */
  readonly pairs: LanguagePairs;
}

/** The languages that the form shows at present. */
export type ChosenLanguages = Pick<ParticipantFormValues, "speaks" | "reads">;

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
