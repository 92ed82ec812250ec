/**
 * Media modes: everything, audio only, or text only (captions and chat) for low bandwidth. Media outside of the mode is
 * neither sent nor received.
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

export const modeAllows = (mode: MediaMode, kind: DeviceKind): boolean =>
  kind === "camera" ? mode === "all" : mode !== "text";

/** Returns the closest mode that allows this device. */
export const widenedModeFor = (mode: MediaMode, kind: DeviceKind): MediaMode =>
  modeAllows(mode, kind) ? mode : kind === "camera" ? "all" : "sound";

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
