/**
 * The one owner of this page's microphone and camera: it opens them, hands their tracks out, and stops them.
 *
 * - A microphone that is off keeps its track, disabled, so that it is back at once. A camera that is off is stopped:
 *   its light must go out.
 * - Each device fails for itself; what is left still works.
 * - A device that was pulled out while in use gives way to another one, and one that the person chose comes back by
 *   itself when it is plugged in again.
 * - What the person chose is remembered at once; what is on, when they enter (`remember`).
 */
import type { Failure, Result } from "#contracts/errors.ts";
import type { Clock } from "../../platform/clock.ts";
import { createStore, keepObject, type Store } from "../../platform/store.ts";
import { createHearing } from "./devicesHearing.ts";
import { choicesOf, type DeviceChoice, isAmong } from "./devicesList.ts";
import { type DevicesMemory, NOTHING_CHOSEN, type RememberedDevices } from "./devicesMemory.ts";
import { askForThese, type DeviceKind, type MediaDevicesLike } from "./getUserMedia.ts";
import type { MakeMeter } from "./meter.ts";
import type { LocalTracks } from "./transport.ts";

export type DeviceState =
  | { readonly name: "off" }
  | { readonly name: "opening" }
  | { readonly name: "live" }
  | { readonly name: "error"; readonly error: Failure };

/** What one chooses of: a speaker is no source, so it is never opened, on or off. */
export type ChoiceKind = DeviceKind | "speaker";

export interface DevicesSnapshot {
  readonly microphone: DeviceState;
  readonly camera: DeviceState;
  /** The camera's picture for oneself, without sound; null while it is off. */
  readonly preview: MediaStream | null;
  readonly tracks: LocalTracks;
  /** This person's own voice is heard. */
  readonly speaking: boolean;
  /** The microphone is on, and for seconds nothing came from it, not even noise. */
  readonly silent: boolean;
  readonly microphones: readonly DeviceChoice[];
  readonly cameras: readonly DeviceChoice[];
  readonly speakers: readonly DeviceChoice[];
  /** Ids of the devices in use, or asked for; null for the browser's choice. */
  readonly chosen: { readonly [Kind in ChoiceKind]: string | null };
  /** Whether this browser lets a page choose; else sound goes where the system sends it. */
  readonly canChooseSpeaker: boolean;
}

export interface Devices extends Store<DevicesSnapshot> {
  /** Loudness of the open microphone from 0 to 1, several times a second: too often for the snapshot. */
  readonly level: Store<number>;
  /** Opens what was on when one last entered, the first time both. Settles as `open` does. */
  start(): Promise<void>;
  /** Keeps for the next door what is on now. */
  remember(): void;
  /** Opens those named, with one question to the person. Settles when each is live or in error. */
  open(kinds: readonly DeviceKind[]): Promise<void>;
  /** On or off; on after an error tries again. Settles when it is done. */
  toggle(kind: DeviceKind): Promise<void>;
  /** Also what is in error: it does not come by itself when it is there again. */
  turnOff(kind: DeviceKind): void;
  /** Tries again what is in error. */
  retry(): Promise<void>;
  /** Takes this device from now on, at once unless its kind is off. */
  choose(kind: ChoiceKind, id: string): Promise<void>;
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
  /** A chosen device is taken when it is there, and passed over when not. Without a memory nothing outlasts the page. */
  memory?: DevicesMemory;
  /** Default: no. */
  canChooseSpeaker?: boolean;
}

/** Milliseconds. */
const SHORT_LIFE = 1_000;
const OFF: DeviceState = { name: "off" };
const KINDS: readonly DeviceKind[] = ["microphone", "camera"];

export function createDevices(options: DevicesOptions): Devices {
  const { mediaDevices, makeStream, makeMeter, clock, memory, canChooseSpeaker = false } = options;
  let kept = memory?.read() ?? NOTHING_CHOSEN;
  const store = createStore<DevicesSnapshot>({
    microphone: OFF,
    camera: OFF,
    preview: null,
    tracks: { audio: null, video: null },
    speaking: false,
    silent: false,
    microphones: [],
    cameras: [],
    speakers: [],
    chosen: { microphone: kept.microphone.id, camera: kept.camera.id, speaker: kept.speaker },
    canChooseSpeaker,
  });
  const tracks = new Map<DeviceKind, MediaStreamTrack>();
  /** Counts the wishes for each kind: an answer to an older wish is thrown away. */
  const wishes: Record<DeviceKind, number> = { microphone: 0, camera: 0 };
  const pulledOut = new Set<DeviceKind>();
  const suspended = new Set<DeviceKind>();
  const hearing = createHearing(makeMeter, clock, (change) => show(change));
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
    if (kind === "microphone") hearing.end();
    showTracks();
  }

  /** Takes a track over. What it replaces is stopped. */
  function take(kind: DeviceKind, track: MediaStreamTrack) {
    stop(kind);
    tracks.set(kind, track);
    const since = clock.now();
    track.addEventListener("ended", () => {
      if (tracks.get(kind) !== track) return;
      const on = isOn(kind);
      stop(kind);
      // What is off was not in use: nothing is missing, and no other device takes its place.
      if (!on) return void list();
      pulledOut.add(kind);
      stateOf(kind, { name: "error", error: { code: "device/not-found", cause: "the track ended" } });
      // What ends as soon as it is opened would be opened for ever.
      void (clock.now() - since < SHORT_LIFE ? list() : devicesChanged());
    });
    if (kind === "microphone") hearing.begin(track);
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
    const wanted = {
      microphone: kept.microphone.id ?? chosen.microphone,
      camera: kept.camera.id ?? chosen.camera,
    };
    return askForThese(mediaDevices, kinds, wanted);
  }

  async function list(): Promise<void> {
    if (mediaDevices === undefined) return;
    const found = await mediaDevices.enumerateDevices().catch(() => []);
    if (closed) return;
    const now = store.getSnapshot();
    const speakers = choicesOf(found, "audiooutput", now.speakers);
    const speaker = canChooseSpeaker && isAmong(speakers, kept.speaker) ? kept.speaker : null;
    show({
      microphones: choicesOf(found, "audioinput", now.microphones),
      cameras: choicesOf(found, "videoinput", now.cameras),
      speakers,
      chosen: keepObject(now.chosen, { ...now.chosen, speaker }),
    });
  }

  const choicesNow = (kind: DeviceKind) => store.getSnapshot()[kind === "microphone" ? "microphones" : "cameras"];

  async function devicesChanged() {
    const before = { microphone: choicesNow("microphone"), camera: choicesNow("camera") };
    await list();
    const { chosen } = store.getSnapshot();
    const returned = KINDS.filter((kind) => {
      const { id } = kept[kind];
      return id !== null && chosen[kind] !== id && isAmong(choicesNow(kind), id) && !isAmong(before[kind], id);
    });
    for (const kind of returned) if (tracks.has(kind)) await change(kind, isOn(kind));
    const back = KINDS.filter((kind) => pulledOut.has(kind) && choicesNow(kind).length > 0);
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
      hearing.pause();
    } else stop(kind);
    stateOf(kind, OFF);
  }

  const isOn = (kind: DeviceKind) => {
    const { name } = store.getSnapshot()[kind];
    return name === "live" || name === "opening";
  };

  /** The old one first: some systems lend a camera only once. */
  async function change(kind: DeviceKind, on: boolean) {
    stop(kind);
    if (on) await open([kind]);
  }

  function keep(now: RememberedDevices) {
    kept = now;
    memory?.write(now);
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    level: hearing.level,
    async start() {
      const wanted = KINDS.filter((kind) => kept[kind].on);
      await (wanted.length > 0 ? open(wanted) : list());
    },
    remember() {
      // In error it was wanted all the same.
      const on = (kind: DeviceKind) => store.getSnapshot()[kind].name !== "off";
      keep({
        ...kept,
        microphone: { ...kept.microphone, on: on("microphone") },
        camera: { ...kept.camera, on: on("camera") },
      });
    },
    open,
    retry: () => open(KINDS.filter((kind) => store.getSnapshot()[kind].name === "error")),
    turnOff,
    async toggle(kind) {
      if (isOn(kind)) return turnOff(kind);
      const track = tracks.get(kind);
      if (track === undefined) return open([kind]);
      track.enabled = true;
      hearing.resume();
      stateOf(kind, { name: "live" });
    },
    async choose(kind, id) {
      const { chosen } = store.getSnapshot();
      keep(kind === "speaker" ? { ...kept, speaker: id } : { ...kept, [kind]: { ...kept[kind], id } });
      if (chosen[kind] === id && (kind === "speaker" || tracks.has(kind))) return;
      show({ chosen: keepObject(chosen, { ...chosen, [kind]: id }) });
      if (kind !== "speaker") await change(kind, store.getSnapshot()[kind].name !== "off");
    },
    suspend() {
      for (const kind of KINDS) {
        if (isOn(kind) || pulledOut.has(kind)) suspended.add(kind);
        pulledOut.delete(kind);
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
