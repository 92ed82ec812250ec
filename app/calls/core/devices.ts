/**
 * The one owner of this page's microphone and camera: it opens them, hands their tracks out, and stops them.
 *
 * - A microphone that is off keeps its track, disabled, so that it is back at once. A camera that is off is stopped:
 *   its light must go out.
 * - Each device fails for itself; what is left still works.
 * - A device that was pulled out while in use comes back by itself when it is plugged in again.
 */
import type { Failure, Result } from "#contracts/errors.ts";
import type { Clock } from "../../platform/clock.ts";
import { createStore, keepList, keepObject, type Store } from "../../platform/store.ts";
import { askForMedia, type DeviceKind, type MediaDevicesLike } from "./getUserMedia.ts";
import { type MakeMeter, type Meter, speakingFrom } from "./meter.ts";
import type { LocalTracks } from "./transport.ts";

export type DeviceState =
  | { readonly name: "off" }
  | { readonly name: "opening" }
  | { readonly name: "live" }
  | { readonly name: "error"; readonly error: Failure };

export interface DeviceChoice {
  readonly id: string;
  /** Empty before permission was given. */
  readonly label: string;
}

export interface DevicesSnapshot {
  readonly microphone: DeviceState;
  readonly camera: DeviceState;
  /** The camera's picture for oneself, without sound; null while it is off. */
  readonly preview: MediaStream | null;
  readonly tracks: LocalTracks;
  /** This person's own voice is heard. */
  readonly speaking: boolean;
  readonly microphones: readonly DeviceChoice[];
  readonly cameras: readonly DeviceChoice[];
  /** Ids of the devices in use, or asked for; null for the browser's choice. */
  readonly chosen: { readonly microphone: string | null; readonly camera: string | null };
}

export interface Devices extends Store<DevicesSnapshot> {
  /** Loudness of the open microphone from 0 to 1, several times a second: too often for the snapshot. */
  readonly level: Store<number>;
  /** Opens those named, with one question to the person. Settles when each is live or in error. */
  open(kinds: readonly DeviceKind[]): Promise<void>;
  /** On or off; on after an error tries again. Settles when it is done. */
  toggle(kind: DeviceKind): Promise<void>;
  /** Takes this device from now on, at once when one of its kind is on. */
  choose(kind: DeviceKind, id: string): Promise<void>;
  /** Stops all tracks; `resume` opens again what was on. */
  suspend(): void;
  resume(): Promise<void>;
  close(): void;
}

export interface DevicesOptions {
  mediaDevices: MediaDevicesLike | undefined;
  makeStream: (tracks: MediaStreamTrack[]) => MediaStream;
  makeMeter: MakeMeter;
  clock: Clock;
  /** Ids used last time: taken when present, passed over when not. */
  remembered?: { microphone: string | null; camera: string | null };
}

const OFF: DeviceState = { name: "off" };
const KINDS: readonly DeviceKind[] = ["microphone", "camera"];

export function createDevices({ mediaDevices, makeStream, makeMeter, clock, remembered }: DevicesOptions): Devices {
  const store = createStore<DevicesSnapshot>({
    microphone: OFF,
    camera: OFF,
    preview: null,
    tracks: { audio: null, video: null },
    speaking: false,
    microphones: [],
    cameras: [],
    chosen: remembered ?? { microphone: null, camera: null },
  });
  const tracks = new Map<DeviceKind, MediaStreamTrack>();
  /** Counts the wishes for each kind: an answer to an older wish is thrown away. */
  const wishes: Record<DeviceKind, number> = { microphone: 0, camera: 0 };
  const pulledOut = new Set<DeviceKind>();
  const suspended = new Set<DeviceKind>();
  const speaking = speakingFrom(clock, (now) => show({ speaking: now }));
  const level = createStore(0);
  let meter: Meter | null = null;
  let closed = false;

  const show = (change: Partial<DevicesSnapshot>) => {
    const now = store.getSnapshot();
    store.set(keepObject(now, { ...now, ...change }));
  };
  const stateOf = (kind: DeviceKind, state: DeviceState) =>
    show(kind === "microphone" ? { microphone: state } : { camera: state });

  function showTracks() {
    const video = tracks.get("camera") ?? null;
    const audio = tracks.get("microphone") ?? null;
    const now = store.getSnapshot();
    show({
      tracks: keepObject(now.tracks, { audio, video }),
      preview: video === now.tracks.video ? now.preview : video === null ? null : makeStream([video]),
    });
  }

  function stop(kind: DeviceKind) {
    const track = tracks.get(kind);
    tracks.delete(kind);
    track?.stop();
    if (kind === "microphone") {
      meter?.close();
      meter = null;
      quiet();
    }
    showTracks();
  }

  function hear(loudness: number) {
    level.set(loudness);
    speaking.heard(loudness);
  }

  function quiet() {
    level.set(0);
    speaking.reset();
  }

  /** Takes a track over. What it replaces is stopped. */
  function take(kind: DeviceKind, track: MediaStreamTrack) {
    stop(kind);
    tracks.set(kind, track);
    track.addEventListener("ended", () => {
      if (tracks.get(kind) !== track) return;
      pulledOut.add(kind);
      stop(kind);
      stateOf(kind, { name: "error", error: { code: "device/not-found", cause: "the track ended" } });
      void list();
    });
    if (kind === "microphone") meter = makeMeter(track, hear);
    pulledOut.delete(kind);
    const { chosen } = store.getSnapshot();
    const id = track.getSettings().deviceId ?? null;
    show({ chosen: keepObject(chosen, { ...chosen, [kind]: id }) });
    showTracks();
    stateOf(kind, { name: "live" });
  }

  async function open(kinds: readonly DeviceKind[]): Promise<void> {
    const wanted = kinds.filter((kind) => !tracks.has(kind));
    const mine = new Map(wanted.map((kind) => [kind, ++wishes[kind]]));
    if (wanted.length === 0 || closed) return;
    for (const kind of wanted) stateOf(kind, { name: "opening" });
    const stillWanted = (kind: DeviceKind) => !closed && wishes[kind] === mine.get(kind);

    const accept = (kind: DeviceKind, got: Result<MediaStream>) => {
      const track = got.ok ? tracksOf(got.value, kind)[0] : undefined;
      if (!stillWanted(kind)) track?.stop();
      else if (track !== undefined) take(kind, track);
      else stateOf(kind, { name: "error", error: got.ok ? { code: "device/not-found" } : got.error });
    };

    const together = await request(wanted);
    if (together.ok || wanted.length === 1) for (const kind of wanted) accept(kind, together);
    // One of them failed: each for itself tells which, and saves the other.
    else for (const kind of wanted) accept(kind, stillWanted(kind) ? await request([kind]) : together);
    await list();
  }

  async function request(kinds: readonly DeviceKind[]): Promise<Result<MediaStream>> {
    if (mediaDevices === undefined) return { ok: false, error: { code: "device/no-secure-context" } };
    const { chosen } = store.getSnapshot();
    const first = await askForMedia(mediaDevices, kinds, chosen);
    if (first.ok || first.error.code !== "device/not-found" || !kinds.some((kind) => chosen[kind] !== null))
      return first;
    // The chosen one is not there: any other will do.
    return askForMedia(mediaDevices, kinds, { microphone: null, camera: null });
  }

  async function list(): Promise<void> {
    if (mediaDevices === undefined) return;
    const found = await mediaDevices.enumerateDevices().catch(() => []);
    if (closed) return;
    const now = store.getSnapshot();
    show({
      microphones: choices(found, "audioinput", now.microphones),
      cameras: choices(found, "videoinput", now.cameras),
    });
  }

  async function devicesChanged() {
    await list();
    const { microphones, cameras } = store.getSnapshot();
    const back = KINDS.filter(
      (kind) => pulledOut.has(kind) && (kind === "microphone" ? microphones : cameras).length > 0,
    );
    if (back.length > 0) await open(back);
  }
  const onDeviceChange = () => void devicesChanged();
  mediaDevices?.addEventListener("devicechange", onDeviceChange);

  function turnOff(kind: DeviceKind) {
    wishes[kind] += 1;
    pulledOut.delete(kind);
    const track = tracks.get(kind);
    if (kind === "microphone" && track !== undefined) {
      track.enabled = false;
      quiet();
    } else stop(kind);
    stateOf(kind, OFF);
  }

  const isOn = (kind: DeviceKind) => {
    const { name } = store.getSnapshot()[kind];
    return name === "live" || name === "opening";
  };

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    level,
    open,
    async toggle(kind) {
      if (isOn(kind)) return turnOff(kind);
      const track = tracks.get(kind);
      if (track === undefined) return open([kind]);
      track.enabled = true;
      stateOf(kind, { name: "live" });
    },
    async choose(kind, id) {
      const { chosen } = store.getSnapshot();
      if (chosen[kind] === id && tracks.has(kind)) return;
      show({ chosen: keepObject(chosen, { ...chosen, [kind]: id }) });
      const on = isOn(kind);
      // The old one first: some systems lend a camera only once.
      stop(kind);
      if (on) await open([kind]);
    },
    suspend() {
      for (const kind of KINDS) {
        if (isOn(kind)) suspended.add(kind);
        wishes[kind] += 1;
        stop(kind);
        stateOf(kind, OFF);
      }
    },
    async resume() {
      const kinds = [...suspended];
      suspended.clear();
      await open(kinds);
    },
    close() {
      closed = true;
      mediaDevices?.removeEventListener("devicechange", onDeviceChange);
      for (const kind of KINDS) stop(kind);
    },
  };
}

const tracksOf = (stream: MediaStream, kind: DeviceKind): MediaStreamTrack[] =>
  kind === "microphone" ? stream.getAudioTracks() : stream.getVideoTracks();

function choices(
  found: readonly MediaDeviceInfo[],
  kind: MediaDeviceKind,
  before: readonly DeviceChoice[],
): readonly DeviceChoice[] {
  const next = found
    .filter((device) => device.kind === kind && device.deviceId !== "")
    .map(({ deviceId: id, label }) =>
      keepObject(
        before.find((choice) => choice.id === id),
        { id, label },
      ),
    );
  return keepList(before, next);
}
