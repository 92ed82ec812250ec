/** The few things that a link asks of an RTCPeerConnection, so that a test can stand in for it. */
import type { LiveMessage } from "#contracts/realtime.ts";
import { type Counted, countedIn } from "./quality.ts";
import { TRACK_NAMES, type TrackName } from "./transport.ts";

export interface Description {
  readonly kind: "offer" | "answer";
  readonly sdp: string;
}

export interface Candidate {
  readonly candidate: string;
  readonly sdpMid: string | null;
  readonly sdpMLineIndex: number | null;
  readonly usernameFragment?: string | null | undefined;
}

export interface ConnectionEvents {
  candidate(candidate: Candidate): void;
  stateChanged(): void;
  negotiationNeeded(): void;
  /** What is received in a place, as soon as the place is made; muted until something comes. */
  track(name: TrackName, track: MediaStreamTrack): void;
  /** The data channel `live` opened: `sendLive` works from now. */
  liveOpened(): void;
  /** A message of the data channel, not yet parsed. */
  live(data: unknown): void;
}

export interface Connection {
  signalingState(): RTCSignalingState;
  /** `connectionState`: `iceConnectionState` stays `disconnected` where this one says `failed`. */
  state(): RTCPeerConnectionState;
  /** With the candidates gathered so far. */
  localDescription(): Description | null;
  remoteDescription(): Description | null;
  /**
   * Makes a transceiver for each name of `TRACK_NAMES`, in that order and both ways, and the channel `live`; after an
   * offer of the other side takes that side's transceivers instead. They last as long as the connection: tracks come
   * and go by `send`, a screen too, without negotiation. Doing it again changes nothing.
   */
  prepare(): void;
  send(name: TrackName, track: MediaStreamTrack | null): void;
  /** Drops the message while the channel is not open. */
  sendLive(message: LiveMessage): void;
  setLocalDescription(): Promise<void>;
  setRemoteDescription(description: Description): Promise<void>;
  addIceCandidate(candidate: Candidate): Promise<void>;
  /** For what is gathered from now on: a restart of ICE uses them. */
  setIceServers(iceServers: readonly RTCIceServer[]): void;
  restartIce(): void;
  /** What it has counted since it began. */
  count(): Promise<Counted>;
  /** The camera's picture takes no more than so many bits a second; null is the browser's own choice. */
  boundPicture(most: number | null): void;
  close(): void;
}

/** `offers`: whoever makes it offers before the other does. */
export type MakeConnection = (
  iceServers: readonly RTCIceServer[],
  events: ConnectionEvents,
  offers: boolean,
) => Connection;

const SOUNDS: ReadonlySet<TrackName> = new Set(["audio", "screenSound"]);

/** What a sender takes of the line. `most`: bits a second; undefined is the browser's own choice. */
interface Share {
  readonly active: boolean;
  readonly most: number | undefined;
}

/** Of a sender that nobody has changed. */
const AS_MADE: Share = { active: true, most: undefined };

/** By TCP, and only to call others: nobody can call it, and whom it calls learns of it by that. */
const CALLS_ONLY = /\btcptype active\b/u;

/** A real RTCPeerConnection. */
export const makeBrowserConnection: MakeConnection = (iceServers, events) => {
  const pc = new RTCPeerConnection({ iceServers: [...iceServers], bundlePolicy: "max-bundle" });
  const transceivers = new Map<TrackName, RTCRtpTransceiver>();
  const tracks = new Map<TrackName, MediaStreamTrack | null>();
  const given = new Map<TrackName, MediaStreamTrack | null>();
  const shares = new Map<TrackName, Share>();
  let channel: RTCDataChannel | null = null;
  /** One change of parameters after the other: those that were read before the last one are refused. */
  let settling: Promise<void> = Promise.resolve();
  /** Bits a second; undefined is the browser's own. */
  let pictureBound: number | undefined;

  pc.onicecandidate = ({ candidate }) => {
    if (candidate === null || candidate.candidate === "" || CALLS_ONLY.test(candidate.candidate)) return;
    const { sdpMid, sdpMLineIndex, usernameFragment } = candidate;
    events.candidate({ candidate: candidate.candidate, sdpMid, sdpMLineIndex, usernameFragment });
  };
  pc.onconnectionstatechange = () => {
    for (const name of TRACK_NAMES) settle(name);
    events.stateChanged();
  };
  pc.onnegotiationneeded = () => events.negotiationNeeded();

  const put = (name: TrackName) => {
    const track = tracks.get(name) ?? null;
    const sender = transceivers.get(name)?.sender;
    // Compared with what was asked for last: `sender.track` is behind while a change is under way.
    if (sender === undefined || (given.get(name) ?? null) === track) return;
    given.set(name, track);
    // Refused only by a connection that is being closed.
    sender.replaceTrack(track).catch(() => {});
    settle(name);
  };

  /**
   * A sound without a track is not active: Chromium would keep some 45 kbit/s of the line for it, which the picture goes
   * without. Parameters are there from the description on; the first picture does not wait for them, so they are read only
   * to be changed: that, too, holds up the page.
   */
  const settle = (name: TrackName) => {
    const sender = transceivers.get(name)?.sender;
    if (sender === undefined || pc.connectionState !== "connected") return;
    const change = async () => {
      const active = !SOUNDS.has(name) || (given.get(name) ?? null) !== null;
      const most = name === "video" ? pictureBound : undefined;
      const now = shares.get(name) ?? AS_MADE;
      if (now.active === active && now.most === most) return;
      const parameters = sender.getParameters();
      const [encoding] = parameters.encodings;
      if (encoding === undefined) return;
      encoding.active = active;
      if (most === undefined) delete encoding.maxBitrate;
      else encoding.maxBitrate = most;
      await sender.setParameters(parameters);
      shares.set(name, { active, most });
    };
    // Refused only by a connection that is being closed.
    settling = settling.then(change).catch(() => {});
  };

  return {
    signalingState: () => pc.signalingState,
    state: () => pc.connectionState,
    localDescription: () => described(pc.localDescription),
    remoteDescription: () => described(pc.remoteDescription),
    prepare() {
      if (channel !== null) return;
      const offered = pc.getTransceivers();
      for (const [at, name] of TRACK_NAMES.entries()) {
        const kind = SOUNDS.has(name) ? "audio" : "video";
        const transceiver = offered[at] ?? pc.addTransceiver(kind, { direction: "sendrecv" });
        transceiver.direction = "sendrecv";
        transceivers.set(name, transceiver);
        put(name);
        // The other's, there before anything is agreed: what shows it is ready when the first picture comes.
        events.track(name, transceiver.receiver.track);
      }
      channel = pc.createDataChannel("live", { negotiated: true, id: 0 });
      channel.onopen = () => events.liveOpened();
      channel.onmessage = ({ data }) => events.live(data);
    },
    send(name, track) {
      tracks.set(name, track);
      put(name);
    },
    sendLive(message) {
      if (channel?.readyState === "open") channel.send(JSON.stringify(message));
    },
    setLocalDescription: () => pc.setLocalDescription(),
    setRemoteDescription: ({ kind, sdp }) => pc.setRemoteDescription({ type: kind, sdp: quietInSilence(sdp) }),
    addIceCandidate: ({ usernameFragment, ...candidate }) =>
      pc.addIceCandidate({ ...candidate, usernameFragment: usernameFragment ?? null }),
    setIceServers(next) {
      if (pc.signalingState !== "closed") pc.setConfiguration({ ...pc.getConfiguration(), iceServers: [...next] });
    },
    restartIce: () => pc.restartIce(),
    count: async () => countedIn(await pc.getStats(), transceivers.get("video")?.mid ?? null),
    boundPicture(most) {
      pictureBound = most ?? undefined;
      settle("video");
    },
    close() {
      pc.onicecandidate = null;
      pc.onconnectionstatechange = null;
      pc.onnegotiationneeded = null;
      if (channel !== null) {
        channel.onopen = null;
        channel.onmessage = null;
      }
      pc.close();
    },
  };
};

/**
 * A voice that pauses sends next to nothing meanwhile (RFC 7587, `usedtx`): a mesh sends each voice to everyone, most of
 * them silent, which phones and weak lines pay for. Only the first sound, the microphone: a screen's may be music.
 */
const quietInSilence = (sdp: string): string => sdp.replace("useinbandfec=1", "useinbandfec=1;usedtx=1");

function described(description: RTCSessionDescription | null): Description | null {
  if (description === null) return null;
  const { type, sdp } = description;
  return type === "offer" || type === "answer" ? { kind: type, sdp } : null;
}
