/**
 * The media that the local participant sends and wants to receive: devices and shared screen, as far as the media mode
 * uses them, and reactions.
 */
import type { Emoji } from "#contracts/lines.ts";
import type { Devices } from "../devices/devices.ts";
import type { DeviceKind } from "../devices/getUserMedia.ts";
import type { ScreenShare } from "../devices/screenShare.ts";
import type { Cancel, Clock } from "../lib/clock.ts";
import { type MediaTransport, REACTION_DURATION_MS, type RemoteMedia } from "../webrtc/transport.ts";
import { type MediaMode, modeAllows, subscriptionsFor, tracksSentIn, widenedModeFor } from "./mediaMode.ts";

export interface LocalParticipant {
  mode(): MediaMode;
  setMode(mode: MediaMode): void;
  toggle(kind: DeviceKind): void;
  /** Turns the microphone on while a key is held, if allowed. On release, leaves it alone if it was toggled in between. */
  setPushToTalk(on: boolean): void;
  /** Applies a moderator's mute: turns the microphone off. After it is lifted, only `toggle` turns the microphone on. */
  setMuted(muted: boolean): void;
  react(emoji: Emoji, to: MediaTransport | null): void;
  /** Sends the current tracks and status. Call it again after every `onChange`. */
  publishTo(transport: MediaTransport): void;
  /** Returns the media as remote participants receive it. */
  toMedia(connection: RemoteMedia["connection"]): RemoteMedia;
  /** Turns everything off. `resume` turns the same devices on again. */
  suspend(): void;
  resume(): void;
  close(): void;
}

export interface LocalParticipantOptions {
  devices: Devices;
  screenShare: ScreenShare;
  clock: Clock;
  onChange(): void;
}

export function createLocalParticipant({
  devices,
  screenShare,
  clock,
  onChange,
}: LocalParticipantOptions): LocalParticipant {
  let mode: MediaMode = "all";
  let muted = false;
  /** Devices that the mode turned off. */
  const pausedByMode = new Set<DeviceKind>();
  /** The microphone is on only because of push-to-talk. */
  let pushToTalkActive = false;
  let reaction: Emoji | null = null;
  let cancelReaction: Cancel = () => {};
  const unsubscribeDevices = devices.subscribe(onChange);
  const unsubscribeScreenShare = screenShare.subscribe(onChange);

  const isOn = (kind: DeviceKind) => {
    const { name } = devices.getSnapshot()[kind];
    return name === "live" || name === "opening";
  };

  /** A device in error is wanted too: it may recover by itself. */
  const isWanted = (kind: DeviceKind) => devices.getSnapshot()[kind].name !== "off";

  function setMode(next: MediaMode) {
    if (next === mode) return;
    mode = next;
    if (mode !== "all") screenShare.stop();
    if (!modeAllows(mode, "microphone")) setPushToTalk(false);
    for (const kind of ["microphone", "camera"] as const) {
      if (!modeAllows(mode, kind)) {
        if (!isWanted(kind)) continue;
        pausedByMode.add(kind);
        devices.turnOff(kind);
      } else if (pausedByMode.delete(kind) && !isOn(kind)) void devices.toggle(kind);
    }
    onChange();
  }

  function setPushToTalk(on: boolean) {
    if (on ? muted || isOn("microphone") || !modeAllows(mode, "microphone") : !pushToTalkActive) return;
    pushToTalkActive = on;
    if (on) void devices.toggle("microphone");
    else devices.turnOff("microphone");
  }

  return {
    mode: () => mode,
    setMode,
    toggle(kind) {
      if (kind === "microphone" && muted && !isOn(kind)) return;
      // After an explicit choice the mode does not turn the device on again.
      pausedByMode.delete(kind);
      if (kind === "microphone") pushToTalkActive = false;
      setMode(widenedModeFor(mode, kind));
      void devices.toggle(kind);
    },
    setPushToTalk,
    setMuted(now) {
      muted = now;
      if (!muted) return;
      pausedByMode.delete("microphone");
      pushToTalkActive = false;
      if (isWanted("microphone")) devices.turnOff("microphone");
    },
    react(emoji, to) {
      to?.broadcast({ type: "reaction", emoji });
      reaction = emoji;
      cancelReaction();
      cancelReaction = clock.after(REACTION_DURATION_MS, () => {
        reaction = null;
        onChange();
      });
      onChange();
    },
    publishTo(transport) {
      const { tracks, microphone, camera, speaking } = devices.getSnapshot();
      const sentTracks = tracksSentIn(mode, { ...tracks, ...screenShare.tracks() });
      transport.setTracks(sentTracks);
      transport.setStatus({
        type: "media",
        microphone: microphone.name === "live" && sentTracks.audio !== null,
        camera: camera.name === "live" && sentTracks.video !== null,
        screen: sentTracks.screen !== null,
      });
      transport.setStatus({ type: "speaking", speaking });
      transport.setStatus({ type: "wants", ...subscriptionsFor(mode) });
    },
    toMedia(connection) {
      const { preview, microphone, camera, speaking } = devices.getSnapshot();
      const screenShareState = screenShare.getSnapshot();
      return {
        stream: preview,
        screen: screenShareState.name === "live" ? screenShareState.stream : null,
        connection,
        quality: null,
        problem: null,
        microphone: microphone.name === "live",
        camera: camera.name === "live",
        speaking,
        typing: false,
        recogniser: "off",
        liveCaption: null,
        readingLineId: null,
        reaction,
      };
    },
    suspend() {
      setPushToTalk(false);
      devices.suspend();
      screenShare.stop();
    },
    resume: () => void devices.resume(),
    close() {
      unsubscribeDevices();
      unsubscribeScreenShare();
      cancelReaction();
      screenShare.stop();
    },
  };
}
