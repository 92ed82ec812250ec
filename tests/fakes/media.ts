/** Tracks, streams and devices without hardware. */

/**
 * Casts a fake to a browser type, the only cast here. Node cannot construct the browser's media classes, and a fake
 * implements only the members in use.
 */
const browserType = <T extends object>(fake: object): T => fake as T;

export interface FakeTrack extends MediaStreamTrack {
  /** Ends the track, as when the device is unplugged. */
  lose(): void;
  setMuted(muted: boolean): void;
  /** Every height requested by a constraint, in order. */
  heights: number[];
}

let trackCount = 0;

export function fakeTrack(kind: "audio" | "video", options: { muted?: boolean; deviceId?: string } = {}): FakeTrack {
  trackCount += 1;
  const target = new EventTarget();
  const track = Object.assign(target, {
    id: `track-${trackCount}`,
    kind,
    label: `${kind} ${trackCount}`,
    enabled: true,
    muted: options.muted ?? false,
    readyState: "live",
    heights: [] as number[],
    applyConstraints(constraints: MediaTrackConstraints) {
      if (typeof constraints.height === "object") track.heights.push(constraints.height.ideal ?? 0);
      return Promise.resolve();
    },
    getSettings: () => ({ deviceId: options.deviceId ?? `${kind}-1` }),
    stop() {
      track.readyState = "ended";
    },
    lose() {
      track.readyState = "ended";
      target.dispatchEvent(new Event("ended"));
    },
    setMuted(muted: boolean) {
      track.muted = muted;
      target.dispatchEvent(new Event(muted ? "mute" : "unmute"));
    },
  });
  return browserType<FakeTrack>(track);
}

export function fakeStream(tracks: readonly MediaStreamTrack[] = []): MediaStream {
  const current = new Set(tracks);
  const of = (kind: string) => [...current].filter((track) => track.kind === kind);
  return browserType<MediaStream>(
    Object.assign(new EventTarget(), {
      addTrack: (track: MediaStreamTrack) => current.add(track),
      removeTrack: (track: MediaStreamTrack) => current.delete(track),
      getTracks: () => [...current],
      getAudioTracks: () => of("audio"),
      getVideoTracks: () => of("video"),
    }),
  );
}

export interface FakeMediaDevices extends EventTarget {
  getUserMedia(constraints?: MediaStreamConstraints): Promise<MediaStream>;
  enumerateDevices(): Promise<MediaDeviceInfo[]>;
  /** The connected devices. */
  present: { kind: MediaDeviceKind; deviceId: string; label: string }[];
  /** The name of the DOMException that rejects each kind. */
  rejections: Map<"audio" | "video", string>;
  /** Every track that was returned. */
  tracks: FakeTrack[];
  /** The constraints of each request. */
  requests: MediaStreamConstraints[];
  /** Delays all results until the returned function is called. */
  hold(): () => void;
}

export function fakeMediaDevices(): FakeMediaDevices {
  const target = new EventTarget();
  let gate: Promise<void> = Promise.resolve();
  const devices: FakeMediaDevices = Object.assign(target, {
    present: [
      { kind: "audioinput", deviceId: "audio-1", label: "Microphone" },
      { kind: "videoinput", deviceId: "video-1", label: "Camera" },
    ] as FakeMediaDevices["present"],
    rejections: new Map<"audio" | "video", string>(),
    tracks: [] as FakeTrack[],
    requests: [] as MediaStreamConstraints[],
    hold() {
      const opened = Promise.withResolvers<void>();
      gate = opened.promise;
      return () => {
        gate = Promise.resolve();
        opened.resolve();
      };
    },
    async getUserMedia(constraints: MediaStreamConstraints = {}) {
      devices.requests.push(constraints);
      await gate;
      const given: FakeTrack[] = [];
      for (const kind of ["audio", "video"] as const) {
        const constraint = constraints[kind];
        if (constraint === undefined || constraint === false) continue;
        const rejection = devices.rejections.get(kind);
        if (rejection !== undefined) throw new DOMException("rejected", rejection);
        const present = devices.present.filter((device) => device.kind === `${kind}input`);
        const exact = exactDevice(constraint);
        const device = exact === null ? present[0] : present.find(({ deviceId }) => deviceId === exact);
        if (present.length === 0) throw new DOMException("none", "NotFoundError");
        if (device === undefined) throw new DOMException("none like it", "OverconstrainedError");
        given.push(fakeTrack(kind, { deviceId: device.deviceId }));
      }
      devices.tracks.push(...given);
      return fakeStream(given);
    },
    enumerateDevices: async () => devices.present.map((device) => browserType<MediaDeviceInfo>(device)),
  });
  return devices;
}

function exactDevice(constraint: boolean | MediaTrackConstraints): string | null {
  if (typeof constraint === "boolean") return null;
  const { deviceId } = constraint;
  if (typeof deviceId !== "object" || Array.isArray(deviceId) || typeof deviceId.exact !== "string") return null;
  return deviceId.exact;
}
