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
import type { Clock } from "../lib/clock.ts";
import { createStore, reuseIfShallowEqual, type Store } from "../lib/store.ts";
import type { LocalTracks } from "../webrtc/transport.ts";
import type { CreateAudioMeter } from "./audioMeter.ts";
import { type DeviceOption, deviceOptionsOfKind, hasDevice } from "./deviceOptions.ts";
import {
  DEFAULT_DEVICE_PREFERENCES,
  type DevicePreferences,
  type DevicePreferencesStore,
} from "./devicePreferences.ts";
import { type DeviceKind, type MediaDevicesLike, requestUserMedia } from "./getUserMedia.ts";
import { createMicActivity } from "./micActivity.ts";

export type DeviceState =
  | { readonly name: "off" }
  | { readonly name: "opening" }
  | { readonly name: "live" }
  | { readonly name: "error"; readonly error: Failure };

/** What one chooses of: a speaker is no source, so it is never opened, on or off. */
export type SelectableDeviceKind = DeviceKind | "speaker";

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
  readonly microphones: readonly DeviceOption[];
  readonly cameras: readonly DeviceOption[];
  readonly speakers: readonly DeviceOption[];
  /** Ids of the devices in use, or asked for; null for the browser's choice. */
  readonly chosen: { readonly [Kind in SelectableDeviceKind]: string | null };
  /** Whether this browser lets a page choose; else sound goes where the system sends it. */
  readonly canChooseSpeaker: boolean;
}

export interface Devices extends Store<DevicesSnapshot> {
  /** Loudness of the open microphone from 0 to 1, several times a second: too often for the snapshot. */
  readonly level: Store<number>;
  /** Opens what was on when one last entered, the first time both. Settles as `open` does. */
  start(): Promise<void>;
  /** Keeps for the next door what is on now. */
  savePreferences(): void;
  /** Opens those named, with one question to the person. Settles when each is live or in error. */
  open(kinds: readonly DeviceKind[]): Promise<void>;
  /** On or off; on after an error tries again. Settles when it is done. */
  toggle(kind: DeviceKind): Promise<void>;
  /** Also what is in error: it does not come by itself when it is there again. */
  turnOff(kind: DeviceKind): void;
  /** Tries again what is in error. */
  retry(): Promise<void>;
  /** Takes this device from now on, at once unless its kind is off. */
  choose(kind: SelectableDeviceKind, id: string): Promise<void>;
  /** Stops all tracks; `resume` opens again what was on. */
  suspend(): void;
  resume(): Promise<void>;
  close(): void;
}

export interface DevicesOptions {
  mediaDevices: MediaDevicesLike | undefined;
  createStream: (tracks: MediaStreamTrack[]) => MediaStream;
  createMeter: CreateAudioMeter;
  clock: Clock;
  /** A chosen device is taken when it is there, and passed over when not. Without a memory nothing outlasts the page. */
  preferencesStore?: DevicePreferencesStore;
  /** Default: no. */
  canChooseSpeaker?: boolean;
}

/** Milliseconds. */
const MIN_TRACK_LIFETIME_MS = 1_000;
const DEVICE_OFF: DeviceState = { name: "off" };
const DEVICE_KINDS: readonly DeviceKind[] = ["microphone", "camera"];

export function createDevices(options: DevicesOptions): Devices {
  const { mediaDevices, createStream, createMeter, clock, preferencesStore, canChooseSpeaker = false } = options;
  let preferences = preferencesStore?.read() ?? DEFAULT_DEVICE_PREFERENCES;
  const store = createStore<DevicesSnapshot>({
    microphone: DEVICE_OFF,
    camera: DEVICE_OFF,
    preview: null,
    tracks: { audio: null, video: null },
    speaking: false,
    silent: false,
    microphones: [],
    cameras: [],
    speakers: [],
    chosen: { microphone: preferences.microphone.id, camera: preferences.camera.id, speaker: preferences.speaker },
    canChooseSpeaker,
  });
  const tracks = new Map<DeviceKind, MediaStreamTrack>();
  /** Counts the wishes for each kind: an answer to an older wish is thrown away. */
  const requestVersions: Record<DeviceKind, number> = { microphone: 0, camera: 0 };
  const disconnected = new Set<DeviceKind>();
  const suspended = new Set<DeviceKind>();
  const micActivity = createMicActivity(createMeter, clock, (change) => updateSnapshot(change));
  let closed = false;

  const updateSnapshot = (change: Partial<DevicesSnapshot>) => {
    const now = store.getSnapshot();
    store.set(reuseIfShallowEqual(now, { ...now, ...change }));
  };
  const setDeviceState = (kind: DeviceKind, state: DeviceState) =>
    updateSnapshot(kind === "microphone" ? { microphone: state } : { camera: state });

  function updateTracks() {
    const video = tracks.get("camera") ?? null;
    const audio = tracks.get("microphone") ?? null;
    const now = store.getSnapshot();
    updateSnapshot({
      tracks: reuseIfShallowEqual(now.tracks, { audio, video }),
      preview: video === now.tracks.video ? now.preview : video === null ? null : createStream([video]),
    });
  }

  function stop(kind: DeviceKind) {
    const track = tracks.get(kind);
    tracks.delete(kind);
    track?.stop();
    if (kind === "microphone") micActivity.detach();
    updateTracks();
  }

  /** Takes a track over. What it replaces is stopped. */
  function adoptTrack(kind: DeviceKind, track: MediaStreamTrack) {
    stop(kind);
    tracks.set(kind, track);
    const openedAt = clock.now();
    track.addEventListener("ended", () => {
      if (tracks.get(kind) !== track) return;
      const on = isOn(kind);
      stop(kind);
      // What is off was not in use: nothing is missing, and no other device takes its place.
      if (!on) return void refreshDeviceLists();
      disconnected.add(kind);
      setDeviceState(kind, { name: "error", error: { code: "device/not-found", cause: "the track ended" } });
      // What ends as soon as it is opened would be opened for ever.
      void (clock.now() - openedAt < MIN_TRACK_LIFETIME_MS ? refreshDeviceLists() : handleDeviceChange());
    });
    if (kind === "microphone") micActivity.attach(track);
    disconnected.delete(kind);
    const { chosen } = store.getSnapshot();
    const id = track.getSettings().deviceId ?? null;
    updateSnapshot({ chosen: reuseIfShallowEqual(chosen, { ...chosen, [kind]: id }) });
    updateTracks();
    setDeviceState(kind, { name: "live" });
  }

  async function open(kinds: readonly DeviceKind[]): Promise<void> {
    const wanted = kinds.filter((kind) => !tracks.has(kind));
    const versions = new Map(wanted.map((kind) => [kind, ++requestVersions[kind]]));
    if (wanted.length === 0 || closed) return;
    for (const kind of wanted) setDeviceState(kind, { name: "opening" });
    const stillWanted = (kind: DeviceKind) => !closed && requestVersions[kind] === versions.get(kind);

    const accept = (kind: DeviceKind, result: Result<MediaStream>) => {
      const track = result.ok ? tracksOfKind(result.value, kind)[0] : undefined;
      if (!stillWanted(kind)) track?.stop();
      else if (track !== undefined) adoptTrack(kind, track);
      else setDeviceState(kind, { name: "error", error: result.ok ? { code: "device/not-found" } : result.error });
    };

    const combinedResult = await request(wanted);
    if (combinedResult.ok || wanted.length === 1) for (const kind of wanted) accept(kind, combinedResult);
    // One of them failed: each for itself tells which, and saves the other.
    else for (const kind of wanted) accept(kind, stillWanted(kind) ? await request([kind]) : combinedResult);
    await refreshDeviceLists();
  }

  async function request(kinds: readonly DeviceKind[]): Promise<Result<MediaStream>> {
    if (mediaDevices === undefined) return { ok: false, error: { code: "device/no-secure-context" } };
    const { chosen } = store.getSnapshot();
    const wanted = {
      microphone: preferences.microphone.id ?? chosen.microphone,
      camera: preferences.camera.id ?? chosen.camera,
    };
    return requestUserMedia(mediaDevices, kinds, wanted);
  }

  async function refreshDeviceLists(): Promise<void> {
    if (mediaDevices === undefined) return;
    const found = await mediaDevices.enumerateDevices().catch(() => []);
    if (closed) return;
    const now = store.getSnapshot();
    const speakers = deviceOptionsOfKind(found, "audiooutput", now.speakers);
    const speaker = canChooseSpeaker && hasDevice(speakers, preferences.speaker) ? preferences.speaker : null;
    updateSnapshot({
      microphones: deviceOptionsOfKind(found, "audioinput", now.microphones),
      cameras: deviceOptionsOfKind(found, "videoinput", now.cameras),
      speakers,
      chosen: reuseIfShallowEqual(now.chosen, { ...now.chosen, speaker }),
    });
  }

  const currentOptions = (kind: DeviceKind) => store.getSnapshot()[kind === "microphone" ? "microphones" : "cameras"];

  async function handleDeviceChange() {
    const previous = { microphone: currentOptions("microphone"), camera: currentOptions("camera") };
    await refreshDeviceLists();
    const { chosen } = store.getSnapshot();
    const returned = DEVICE_KINDS.filter((kind) => {
      const { id } = preferences[kind];
      return (
        id !== null && chosen[kind] !== id && hasDevice(currentOptions(kind), id) && !hasDevice(previous[kind], id)
      );
    });
    for (const kind of returned) if (tracks.has(kind)) await change(kind, isOn(kind));
    const reconnected = DEVICE_KINDS.filter((kind) => disconnected.has(kind) && currentOptions(kind).length > 0);
    if (reconnected.length > 0) await open(reconnected);
  }
  const onDeviceChange = () => void handleDeviceChange();
  mediaDevices?.addEventListener("devicechange", onDeviceChange);

  function turnOff(kind: DeviceKind) {
    requestVersions[kind] += 1;
    disconnected.delete(kind);
    const track = tracks.get(kind);
    if (kind === "microphone" && track !== undefined) {
      track.enabled = false;
      micActivity.pause();
    } else stop(kind);
    setDeviceState(kind, DEVICE_OFF);
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

  function setPreferences(now: DevicePreferences) {
    preferences = now;
    preferencesStore?.write(now);
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    level: micActivity.level,
    async start() {
      const wanted = DEVICE_KINDS.filter((kind) => preferences[kind].on);
      await (wanted.length > 0 ? open(wanted) : refreshDeviceLists());
    },
    savePreferences() {
      // In error it was wanted all the same.
      const on = (kind: DeviceKind) => store.getSnapshot()[kind].name !== "off";
      setPreferences({
        ...preferences,
        microphone: { ...preferences.microphone, on: on("microphone") },
        camera: { ...preferences.camera, on: on("camera") },
      });
    },
    open,
    retry: () => open(DEVICE_KINDS.filter((kind) => store.getSnapshot()[kind].name === "error")),
    turnOff,
    async toggle(kind) {
      if (isOn(kind)) return turnOff(kind);
      const track = tracks.get(kind);
      if (track === undefined) return open([kind]);
      track.enabled = true;
      micActivity.resume();
      setDeviceState(kind, { name: "live" });
    },
    async choose(kind, id) {
      const { chosen } = store.getSnapshot();
      setPreferences(
        kind === "speaker" ? { ...preferences, speaker: id } : { ...preferences, [kind]: { ...preferences[kind], id } },
      );
      if (chosen[kind] === id && (kind === "speaker" || tracks.has(kind))) return;
      updateSnapshot({ chosen: reuseIfShallowEqual(chosen, { ...chosen, [kind]: id }) });
      if (kind !== "speaker") await change(kind, store.getSnapshot()[kind].name !== "off");
    },
    suspend() {
      for (const kind of DEVICE_KINDS) {
        if (isOn(kind) || disconnected.has(kind)) suspended.add(kind);
        disconnected.delete(kind);
        requestVersions[kind] += 1;
        stop(kind);
        setDeviceState(kind, DEVICE_OFF);
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
      for (const kind of DEVICE_KINDS) stop(kind);
    },
  };
}

const tracksOfKind = (stream: MediaStream, kind: DeviceKind): MediaStreamTrack[] =>
  kind === "microphone" ? stream.getAudioTracks() : stream.getVideoTracks();
