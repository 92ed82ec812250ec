/**
 * Owns this page's microphone and camera: opens them, provides their tracks, and stops them.
 *
 * - A microphone that is off keeps its track, disabled, so that it is on again at once. A camera that is off is
 *   stopped, so that its light goes out.
 * - Devices fail independently: the other one still works.
 * - If a device is unplugged while in use, another one of its kind replaces it. The selected device is used again when it
 *   is plugged in again, also under another id. The system's default is followed.
 * - A selection is stored at once. Which devices are on is stored when the user joins (`savePreferences`).
 */
import type { Failure, Result } from "#contracts/errors.ts";
import type { Clock } from "../lib/clock.ts";
import type { Persisted } from "../lib/persisted.ts";
import { createStore, reuseIfShallowEqual, type Store } from "../lib/store.ts";
import type { CreateAudioMeter } from "./audioMeter.ts";
import {
  currentDeviceId,
  type DeviceOption,
  deviceOptionsOfKind,
  hasDefaultChanged,
  hasDevice,
  isDefaultDevice,
  labelOf,
} from "./deviceOptions.ts";
import { DEFAULT_DEVICE_PREFERENCES, type DevicePreferences, withCurrentIds } from "./devicePreferences.ts";
import { type DeviceKind, type MediaDevicesLike, requestUserMedia, tracksOfKind } from "./getUserMedia.ts";
import { createMicActivity } from "./micActivity.ts";

export type DeviceState =
  | { readonly name: "off" }
  | { readonly name: "opening" }
  | { readonly name: "live" }
  | { readonly name: "error"; readonly error: Failure };

/** Kinds with a list to select from. A speaker is never opened, so it is not a `DeviceKind`. */
export type SelectableDeviceKind = DeviceKind | "speaker";

export interface LocalTracks {
  /** Disabled while the microphone is off. */
  readonly audio: MediaStreamTrack | null;
  readonly video: MediaStreamTrack | null;
}

export interface DevicesSnapshot {
  readonly microphone: DeviceState;
  readonly camera: DeviceState;
  /** The camera's video without audio, for the local preview. Null while the camera is off. */
  readonly preview: MediaStream | null;
  readonly tracks: LocalTracks;
  /** Whether the microphone picks up a voice. */
  readonly speaking: boolean;
  /** Whether the microphone is on and has sent nothing for `SILENCE_TIMEOUT_MS`, not even noise. */
  readonly silent: boolean;
  readonly microphones: readonly DeviceOption[];
  readonly cameras: readonly DeviceOption[];
  readonly speakers: readonly DeviceOption[];
  /** Ids of the devices that are open or requested; null: the browser selects one. */
  readonly chosen: { readonly [Kind in SelectableDeviceKind]: string | null };
  /** Whether the browser lets a page select the speaker. If not, the system selects it. */
  readonly canChooseSpeaker: boolean;
}

export interface Devices extends Store<DevicesSnapshot> {
  /** Level of the open microphone from 0 to 1. It changes several times a second, so it is not in the snapshot. */
  readonly level: Store<number>;
  /** Opens the devices that were on at the last join, both the first time. Settles as `open` does. */
  start(): Promise<void>;
  /** Stores which devices are on now, for the next pre-join page. */
  savePreferences(): void;
  /** Opens these devices with one permission prompt. Settles when each is live or in error. */
  open(kinds: readonly DeviceKind[]): Promise<void>;
  /** Turns a device on or off. Turning on after an error retries. Settles when it is done. */
  toggle(kind: DeviceKind): Promise<void>;
  /** Also clears an error: the device is not reopened when it is plugged in again. */
  turnOff(kind: DeviceKind): void;
  /** Reopens the devices that are in error. */
  retry(): Promise<void>;
  /** Selects a device, and opens it at once unless its kind is off. */
  choose(kind: SelectableDeviceKind, id: string): Promise<void>;
  /** Stops all tracks. `resume` reopens the devices that were on. */
  suspend(): void;
  resume(): Promise<void>;
  close(): void;
}

export interface DevicesOptions {
  mediaDevices: MediaDevicesLike | undefined;
  createStream: (tracks: MediaStreamTrack[]) => MediaStream;
  createMeter: CreateAudioMeter;
  clock: Clock;
  /** A stored device is used if it is plugged in. Without a store, selections last as long as the page. */
  preferencesStore?: Persisted<DevicePreferences>;
  /** Default: false. */
  canChooseSpeaker?: boolean;
}

/** A track that ends earlier than this is not replaced: it would be reopened forever. */
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
  /** Increases with each request for a kind. The result of an older request is discarded. */
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

  /** Stops the previous track of this kind and uses this one. */
  function adoptTrack(kind: DeviceKind, track: MediaStreamTrack) {
    stop(kind);
    tracks.set(kind, track);
    const openedAt = clock.now();
    track.addEventListener("ended", () => {
      if (tracks.get(kind) !== track) return;
      const on = isOn(kind);
      stop(kind);
      // The device was off, so no other one replaces it.
      if (!on) return void refreshDeviceLists();
      disconnected.add(kind);
      setDeviceState(kind, { name: "error", error: { code: "device/not-found", cause: "the track ended" } });
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
    // One of them failed: request each one separately, so that the other one opens.
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
    const speakerId = currentDeviceId(speakers, { id: preferences.speaker, label: preferences.speakerLabel });
    const speaker = canChooseSpeaker && hasDevice(speakers, speakerId) ? speakerId : null;
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
    const followed = withCurrentIds(preferences, currentOptions);
    if (followed !== preferences) setPreferences(followed);
    const stale = DEVICE_KINDS.filter((kind) => {
      const [{ id }, options] = [preferences[kind], currentOptions(kind)];
      if (isDefaultDevice(chosen[kind]) && hasDefaultChanged(previous[kind], options)) return true;
      return id !== null && chosen[kind] !== id && hasDevice(options, id) && !hasDevice(previous[kind], id);
    });
    for (const kind of stale) if (tracks.has(kind)) await reopen(kind, isOn(kind));
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

  /** Stops the old track first: some systems open a camera only once. */
  async function reopen(kind: DeviceKind, on: boolean) {
    stop(kind);
    if (on) await open([kind]);
  }

  function setPreferences(next: DevicePreferences) {
    preferences = next;
    preferencesStore?.write(next);
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
      // A device in error was requested, so it counts as on.
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
      const { chosen, speakers } = store.getSnapshot();
      setPreferences(
        kind === "speaker"
          ? { ...preferences, speaker: id, speakerLabel: labelOf(speakers, id) }
          : { ...preferences, [kind]: { ...preferences[kind], id, label: labelOf(currentOptions(kind), id) } },
      );
      if (chosen[kind] === id && (kind === "speaker" || tracks.has(kind))) return;
      updateSnapshot({ chosen: reuseIfShallowEqual(chosen, { ...chosen, [kind]: id }) });
      if (kind !== "speaker") await reopen(kind, store.getSnapshot()[kind].name !== "off");
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
