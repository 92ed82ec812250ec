/** The few things that a link asks of an RTCPeerConnection, so that a test can stand in for it. */
import type { LiveMessage } from "#contracts/realtime.ts";
import { type StatsSample, sampleFromReport } from "./stats.ts";
import { TRACK_NAMES, type TrackName } from "./transport.ts";

export interface SessionDescription {
  readonly kind: "offer" | "answer";
  readonly sdp: string;
}

export interface IceCandidate {
  readonly candidate: string;
  readonly sdpMid: string | null;
  readonly sdpMLineIndex: number | null;
  readonly usernameFragment?: string | null | undefined;
}

export interface PeerConnectionEvents {
  onCandidate(candidate: IceCandidate): void;
  onStateChange(): void;
  onNegotiationNeeded(): void;
  /** What is received in a place, as soon as the place is made; muted until something comes. */
  onTrack(name: TrackName, track: MediaStreamTrack): void;
  /** The data channel `live` opened: `sendLive` works from now. */
  onDataChannelOpen(): void;
  /** A message of the data channel, not yet parsed. */
  onData(data: unknown): void;
}

export interface PeerConnection {
  signalingState(): RTCSignalingState;
  /** `connectionState`: `iceConnectionState` stays `disconnected` where this one says `failed`. */
  state(): RTCPeerConnectionState;
  /** With the candidates gathered so far. */
  localDescription(): SessionDescription | null;
  remoteDescription(): SessionDescription | null;
  /**
   * Makes a transceiver for each name of `TRACK_NAMES`, in that order and both ways, and the channel `live`; after an
   * offer of the other side takes that side's transceivers instead. They last as long as the connection: tracks come
   * and go by `send`, a screen too, without negotiation. Doing it again changes nothing.
   */
  addTransceivers(): void;
  setTrack(name: TrackName, track: MediaStreamTrack | null): void;
  /** Drops the message while the channel is not open. */
  sendData(message: LiveMessage): void;
  setLocalDescription(): Promise<void>;
  setRemoteDescription(description: SessionDescription): Promise<void>;
  addIceCandidate(candidate: IceCandidate): Promise<void>;
  /** For what is gathered from now on: a restart of ICE uses them. */
  setIceServers(iceServers: readonly RTCIceServer[]): void;
  restartIce(): void;
  /** What it has counted since it began. */
  getStats(): Promise<StatsSample>;
  /** The camera's picture takes no more than so many bits a second; null is the browser's own choice. */
  setVideoMaxBitrate(most: number | null): void;
  close(): void;
}

/** `offers`: whoever makes it offers before the other does. */
export type CreatePeerConnection = (
  iceServers: readonly RTCIceServer[],
  events: PeerConnectionEvents,
  offers: boolean,
) => PeerConnection;

const AUDIO_TRACKS: ReadonlySet<TrackName> = new Set(["audio", "screenAudio"]);

/** What a sender takes of the line. `most`: bits a second; undefined is the browser's own choice. */
interface EncodingSettings {
  readonly active: boolean;
  readonly maxBitrateBps: number | undefined;
}

/** Of a sender that nobody has changed. */
const DEFAULT_ENCODING: EncodingSettings = { active: true, maxBitrateBps: undefined };

/** By TCP, and only to call others: nobody can call it, and whom it calls learns of it by that. */
const TCP_ACTIVE_CANDIDATE = /\btcptype active\b/u;

/** A real RTCPeerConnection. */
export const createBrowserPeerConnection: CreatePeerConnection = (iceServers, events) => {
  const pc = new RTCPeerConnection({ iceServers: [...iceServers], bundlePolicy: "max-bundle" });
  const transceivers = new Map<TrackName, RTCRtpTransceiver>();
  const tracks = new Map<TrackName, MediaStreamTrack | null>();
  const assignedTracks = new Map<TrackName, MediaStreamTrack | null>();
  const appliedEncodings = new Map<TrackName, EncodingSettings>();
  let channel: RTCDataChannel | null = null;
  /** One change of parameters after the other: those that were read before the last one are refused. */
  let encodingUpdates: Promise<void> = Promise.resolve();
  /** Bits a second; undefined is the browser's own. */
  let videoMaxBitrateBps: number | undefined;

  pc.onicecandidate = ({ candidate }) => {
    if (candidate === null || candidate.candidate === "" || TCP_ACTIVE_CANDIDATE.test(candidate.candidate)) return;
    const { sdpMid, sdpMLineIndex, usernameFragment } = candidate;
    events.onCandidate({ candidate: candidate.candidate, sdpMid, sdpMLineIndex, usernameFragment });
  };
  pc.onconnectionstatechange = () => {
    for (const name of TRACK_NAMES) applyEncodings(name);
    events.onStateChange();
  };
  pc.onnegotiationneeded = () => events.onNegotiationNeeded();

  const replaceTrack = (name: TrackName) => {
    const track = tracks.get(name) ?? null;
    const sender = transceivers.get(name)?.sender;
    // Compared with what was asked for last: `sender.track` is behind while a change is under way.
    if (sender === undefined || (assignedTracks.get(name) ?? null) === track) return;
    assignedTracks.set(name, track);
    // Refused only by a connection that is being closed.
    sender.replaceTrack(track).catch(() => {});
    applyEncodings(name);
  };

  /**
   * A sound without a track is not active: Chromium would keep some 45 kbit/s of the line for it, which the picture goes
   * without. Parameters are there from the description on; the first picture does not wait for them, so they are read only
   * to be changed: that, too, holds up the page.
   */
  const applyEncodings = (name: TrackName) => {
    const sender = transceivers.get(name)?.sender;
    if (sender === undefined || pc.connectionState !== "connected") return;
    const applyChange = async () => {
      const active = !AUDIO_TRACKS.has(name) || (assignedTracks.get(name) ?? null) !== null;
      const maxBitrateBps = name === "video" ? videoMaxBitrateBps : undefined;
      const now = appliedEncodings.get(name) ?? DEFAULT_ENCODING;
      if (now.active === active && now.maxBitrateBps === maxBitrateBps) return;
      const parameters = sender.getParameters();
      const [encoding] = parameters.encodings;
      if (encoding === undefined) return;
      encoding.active = active;
      if (maxBitrateBps === undefined) delete encoding.maxBitrate;
      else encoding.maxBitrate = maxBitrateBps;
      await sender.setParameters(parameters);
      appliedEncodings.set(name, { active, maxBitrateBps });
    };
    // Refused only by a connection that is being closed.
    encodingUpdates = encodingUpdates.then(applyChange).catch(() => {});
  };

  return {
    signalingState: () => pc.signalingState,
    state: () => pc.connectionState,
    localDescription: () => toSessionDescription(pc.localDescription),
    remoteDescription: () => toSessionDescription(pc.remoteDescription),
    addTransceivers() {
      if (channel !== null) return;
      const offeredTransceivers = pc.getTransceivers();
      for (const [index, name] of TRACK_NAMES.entries()) {
        const kind = AUDIO_TRACKS.has(name) ? "audio" : "video";
        const transceiver = offeredTransceivers[index] ?? pc.addTransceiver(kind, { direction: "sendrecv" });
        transceiver.direction = "sendrecv";
        transceivers.set(name, transceiver);
        replaceTrack(name);
        // The other's, there before anything is agreed: what shows it is ready when the first picture comes.
        events.onTrack(name, transceiver.receiver.track);
      }
      channel = pc.createDataChannel("live", { negotiated: true, id: 0 });
      channel.onopen = () => events.onDataChannelOpen();
      channel.onmessage = ({ data }) => events.onData(data);
    },
    setTrack(name, track) {
      tracks.set(name, track);
      replaceTrack(name);
    },
    sendData(message) {
      if (channel?.readyState === "open") channel.send(JSON.stringify(message));
    },
    setLocalDescription: () => pc.setLocalDescription(),
    setRemoteDescription: ({ kind, sdp }) => pc.setRemoteDescription({ type: kind, sdp: enableOpusDtx(sdp) }),
    addIceCandidate: ({ usernameFragment, ...candidate }) =>
      pc.addIceCandidate({ ...candidate, usernameFragment: usernameFragment ?? null }),
    setIceServers(next) {
      if (pc.signalingState !== "closed") pc.setConfiguration({ ...pc.getConfiguration(), iceServers: [...next] });
    },
    restartIce: () => pc.restartIce(),
    getStats: async () => sampleFromReport(await pc.getStats(), transceivers.get("video")?.mid ?? null),
    setVideoMaxBitrate(most) {
      videoMaxBitrateBps = most ?? undefined;
      applyEncodings("video");
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
const enableOpusDtx = (sdp: string): string => sdp.replace("useinbandfec=1", "useinbandfec=1;usedtx=1");

function toSessionDescription(description: RTCSessionDescription | null): SessionDescription | null {
  if (description === null) return null;
  const { type, sdp } = description;
  return type === "offer" || type === "answer" ? { kind: type, sdp } : null;
}
