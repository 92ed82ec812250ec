/**
 * How much of the call a person takes part in: all of it, sound without pictures, or text alone (captions and chat),
 * for lines that carry no more. What a mode leaves out is neither sent nor wanted of the others.
 */
import type { DeviceKind } from "./getUserMedia.ts";
import type { Wants } from "./incoming.ts";
import { NO_TRACKS, type SentTracks } from "./transport.ts";

export const MODES = ["all", "sound", "text"] as const;
export type Mode = (typeof MODES)[number];

export const wantsOf = (mode: Mode): Wants => ({ sound: mode !== "text", picture: mode === "all" });

/** Whether a mode has a use for this device. */
export const uses = (mode: Mode, kind: DeviceKind): boolean => (kind === "camera" ? mode === "all" : mode !== "text");

/** The least change of mode that gives this device a use. */
export const modeFor = (mode: Mode, kind: DeviceKind): Mode =>
  uses(mode, kind) ? mode : kind === "camera" ? "all" : "sound";

/** What is sent in a mode. */
export function sentIn(mode: Mode, tracks: SentTracks): SentTracks {
  switch (mode) {
    case "all":
      return tracks;
    case "sound":
      return { ...NO_TRACKS, audio: tracks.audio };
    case "text":
      return NO_TRACKS;
    default:
      return mode satisfies never;
  }
}
