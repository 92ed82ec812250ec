/**
 * What this person gives to the call, and takes of it: their devices and their screen, as far as the mode has a use for
 * them, and a reaction now and then.
 */
import type { Emoji } from "#contracts/lines.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Devices } from "./devices.ts";
import type { DeviceKind } from "./getUserMedia.ts";
import { type Mode, modeFor, sentIn, uses, wantsOf } from "./mode.ts";
import type { Screen } from "./screen.ts";
import { type MediaTransport, REACTION_SHOWN, type RemoteMedia } from "./transport.ts";

export interface OwnPart {
  mode(): Mode;
  setMode(mode: Mode): void;
  toggle(kind: DeviceKind): void;
  /** While it is held the microphone is on, if it may be; then off again, unless somebody else turned it meanwhile. */
  talk(on: boolean): void;
  /** By somebody who leads: the microphone goes off, and comes on again by a press alone, once that is lifted. */
  setMuted(muted: boolean): void;
  react(emoji: Emoji, to: MediaTransport | null): void;
  /** Hands over what there is now; again after every `changed`. */
  giveTo(transport: MediaTransport): void;
  /** As the others get it. */
  shown(connection: RemoteMedia["connection"]): RemoteMedia;
  /** Everything goes off; `resume` opens the devices again that were on. */
  suspend(): void;
  resume(): void;
  close(): void;
}

export interface OwnPartOptions {
  devices: Devices;
  screen: Screen;
  clock: Clock;
  changed(): void;
}

export function createOwnPart({ devices, screen, clock, changed }: OwnPartOptions): OwnPart {
  let mode: Mode = "all";
  let muted = false;
  /** What the mode turned off. */
  const held = new Set<DeviceKind>();
  /** The microphone is on by `talk` alone. */
  let talking = false;
  let reaction: Emoji | null = null;
  let cancelReaction: Cancel = () => {};
  const endDevices = devices.subscribe(changed);
  const endScreen = screen.subscribe(changed);

  const isOn = (kind: DeviceKind) => {
    const { name } = devices.getSnapshot()[kind];
    return name === "live" || name === "opening";
  };

  /** In error it was wanted all the same, and would come by itself. */
  const isWanted = (kind: DeviceKind) => devices.getSnapshot()[kind].name !== "off";

  function setMode(next: Mode) {
    if (next === mode) return;
    mode = next;
    if (mode !== "all") screen.stop();
    if (!uses(mode, "microphone")) talk(false);
    for (const kind of ["microphone", "camera"] as const) {
      if (!uses(mode, kind)) {
        if (!isWanted(kind)) continue;
        held.add(kind);
        devices.turnOff(kind);
      } else if (held.delete(kind) && !isOn(kind)) void devices.toggle(kind);
    }
    changed();
  }

  function talk(on: boolean) {
    if (on ? muted || isOn("microphone") || !uses(mode, "microphone") : !talking) return;
    talking = on;
    if (on) void devices.toggle("microphone");
    else devices.turnOff("microphone");
  }

  return {
    mode: () => mode,
    setMode,
    toggle(kind) {
      if (kind === "microphone" && muted && !isOn(kind)) return;
      // Pressed on purpose: what the mode held back of it does not come by itself.
      held.delete(kind);
      if (kind === "microphone") talking = false;
      setMode(modeFor(mode, kind));
      void devices.toggle(kind);
    },
    talk,
    setMuted(now) {
      muted = now;
      if (!muted) return;
      held.delete("microphone");
      talking = false;
      if (isWanted("microphone")) devices.turnOff("microphone");
    },
    react(emoji, to) {
      to?.pass({ type: "reaction", emoji });
      reaction = emoji;
      cancelReaction();
      cancelReaction = clock.after(REACTION_SHOWN, () => {
        reaction = null;
        changed();
      });
      changed();
    },
    giveTo(transport) {
      const { tracks, microphone, camera, speaking } = devices.getSnapshot();
      const sent = sentIn(mode, { ...tracks, ...screen.tracks() });
      transport.setTracks(sent);
      transport.announce({
        type: "media",
        microphone: microphone.name === "live" && sent.audio !== null,
        camera: camera.name === "live" && sent.video !== null,
        screen: sent.screen !== null,
      });
      transport.announce({ type: "speaking", speaking });
      transport.announce({ type: "wants", ...wantsOf(mode) });
    },
    shown(connection) {
      const { preview, microphone, camera, speaking } = devices.getSnapshot();
      const shared = screen.getSnapshot();
      return {
        stream: preview,
        screen: shared.name === "live" ? shared.stream : null,
        connection,
        quality: null,
        problem: null,
        microphone: microphone.name === "live",
        camera: camera.name === "live",
        speaking,
        typing: false,
        recogniser: "off",
        saying: null,
        reading: null,
        reaction,
      };
    },
    suspend() {
      talk(false);
      devices.suspend();
      screen.stop();
    },
    resume: () => void devices.resume(),
    close() {
      endDevices();
      endScreen();
      cancelReaction();
      screen.stop();
    },
  };
}
