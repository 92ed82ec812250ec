/**
 * How much of the call a person takes part in: all of it, sound without pictures, or text alone (captions and chat),
 * for lines that carry no more. What a mode leaves out is neither sent nor wanted of the others.
 */
import type { DeviceKind } from "../devices/getUserMedia.ts";
import type { MediaSubscriptions } from "../webrtc/remoteMediaReceiver.ts";
import { NO_TRACKS, type SentTracks } from "../webrtc/transport.ts";

export const MEDIA_MODES = ["all", "sound", "text"] as const;
export type MediaMode = (typeof MEDIA_MODES)[number];

export const subscriptionsFor = (mode: MediaMode): MediaSubscriptions => ({
  sound: mode !== "text",
  picture: mode === "all",
});

/** Whether a mode has a use for this device. */
export const modeAllows = (mode: MediaMode, kind: DeviceKind): boolean =>
  kind === "camera" ? mode === "all" : mode !== "text";

/** The least change of mode that gives this device a use. */
export const widenedModeFor = (mode: MediaMode, kind: DeviceKind): MediaMode =>
  modeAllows(mode, kind) ? mode : kind === "camera" ? "all" : "sound";

/** What is sent in a mode. */
export function tracksSentIn(mode: MediaMode, tracks: SentTracks): SentTracks {
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
