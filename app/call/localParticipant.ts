/**
 * What this person gives to the call, and takes of it: their devices and their screen, as far as the mode has a use for
 * them, and a reaction now and then.
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
  /** While it is held the microphone is on, if it may be; then off again, unless somebody else turned it meanwhile. */
  setPushToTalk(on: boolean): void;
  /** By somebody who leads: the microphone goes off, and comes on again by a press alone, once that is lifted. */
  setMuted(muted: boolean): void;
  react(emoji: Emoji, to: MediaTransport | null): void;
  /** Hands over what there is now; again after every `changed`. */
  publishTo(transport: MediaTransport): void;
  /** As the others get it. */
  toMedia(connection: RemoteMedia["connection"]): RemoteMedia;
  /** Everything goes off; `resume` opens the devices again that were on. */
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
  /** What the mode turned off. */
  const pausedByMode = new Set<DeviceKind>();
  /** The microphone is on by `talk` alone. */
  let pushToTalkActive = false;
  let reaction: Emoji | null = null;
  let cancelReaction: Cancel = () => {};
  const unsubscribeDevices = devices.subscribe(onChange);
  const unsubscribeScreenShare = screenShare.subscribe(onChange);

  const isOn = (kind: DeviceKind) => {
    const { name } = devices.getSnapshot()[kind];
    return name === "live" || name === "opening";
  };

  /** In error it was wanted all the same, and would come by itself. */
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
      // Pressed on purpose: what the mode held back of it does not come by itself.
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
