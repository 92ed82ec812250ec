/** The part of `RTCPeerConnection` that a peer link uses, so that a test can replace it. */
import type { LiveMessage } from "#contracts/realtime.ts";
import { relayOnly } from "../lib/relayOnly.ts";
import {
  enableOpusDtx,
  hideAddresses,
  type IceCandidate,
  type SessionDescription,
  toSessionDescription,
} from "./sdp.ts";
import type { MeasuredSample, StatsSample } from "./stats.ts";
import { TRACK_NAMES, type TrackName } from "./transport.ts";

export interface PeerConnectionEvents {
  onCandidate(candidate: IceCandidate): void;
  onStateChange(): void;
  onNegotiationNeeded(): void;
  /** A transceiver was added. Its track is muted until media arrives. */
  onTrack(name: TrackName, track: MediaStreamTrack): void;
  /** The data channel `live` opened, so `sendData` works. */
  onDataChannelOpen(): void;
  /** The remote peer opened a channel, which no page of Parley does. */
  onUninvitedChannel(): void;
  /** A message of the data channel, unparsed. */
  onData(data: unknown): void;
}

export interface PeerConnection {
  signalingState(): RTCSignalingState;
  /** Returns `connectionState`. `iceConnectionState` stays `disconnected` when this one is `failed`. */
  state(): RTCPeerConnectionState;
  /** Includes the candidates gathered so far. */
  localDescription(): SessionDescription | null;
  remoteDescription(): SessionDescription | null;
  /**
   * Adds a bidirectional transceiver for each name of `TRACK_NAMES`, in that order, and the channel `live`. After a remote
   * offer it uses the transceivers of that offer. They last as long as the connection: `setTrack` adds and removes tracks,
   * a shared screen too, without negotiation. A repeated call changes nothing.
   */
  addTransceivers(): void;
  setTrack(name: TrackName, track: MediaStreamTrack | null): void;
  /** Drops the message while the channel is not open, or full. */
  sendData(message: LiveMessage): void;
  setLocalDescription(): Promise<void>;
  setRemoteDescription(description: SessionDescription): Promise<void>;
  addIceCandidate(candidate: IceCandidate): Promise<void>;
  /** Applies to candidates that are gathered later, as by an ICE restart. */
  setIceServers(iceServers: readonly RTCIceServer[]): void;
  restartIce(): void;
  /** Returns the counters since the connection began, and the quality since the previous sample. */
  getStats(previous: StatsSample | null): Promise<MeasuredSample>;
  /** Limits the camera's video, in bits a second; null leaves the choice to the browser. */
  setVideoMaxBitrate(maxBitrateBps: number | null): void;
  close(): void;
}

/** `offers`: the caller sends the first offer. */
export type CreatePeerConnection = (
  iceServers: readonly RTCIceServer[],
  events: PeerConnectionEvents,
  offers: boolean,
) => PeerConnection;

const AUDIO_TRACKS: ReadonlySet<TrackName> = new Set(["audio", "screenAudio"]);

interface EncodingSettings {
  readonly active: boolean;
  /** Undefined leaves the choice to the browser. */
  readonly maxBitrateBps: number | undefined;
}

/** Encoding settings of an untouched sender. */
const DEFAULT_ENCODING: EncodingSettings = { active: true, maxBitrateBps: undefined };

/** TCP "active" candidates only open outgoing connections, so the remote peer never needs them. */
const TCP_ACTIVE_CANDIDATE = /\btcptype active\b/u;

/** People who hide their address gather no other candidates, from the first offer on. */
const iceConfiguration = (iceServers: readonly RTCIceServer[]): RTCConfiguration => ({
  iceServers: [...iceServers],
  ...(relayOnly().getSnapshot() && { iceTransportPolicy: "relay" }),
});

/** A second safeguard beside the browser's policy: a description may contain addresses outside of its candidates. */
const shareable = (text: string): string => (relayOnly().getSnapshot() ? hideAddresses(text) : text);

/** Creates a real `RTCPeerConnection`. */
export const createBrowserPeerConnection: CreatePeerConnection = (iceServers, events) => {
  const pc = new RTCPeerConnection({ ...iceConfiguration(iceServers), bundlePolicy: "max-bundle" });
  const transceivers = new Map<TrackName, RTCRtpTransceiver>();
  const tracks = new Map<TrackName, MediaStreamTrack | null>();
  const assignedTracks = new Map<TrackName, MediaStreamTrack | null>();
  const appliedEncodings = new Map<TrackName, EncodingSettings>();
  let channel: RTCDataChannel | null = null;
  /** Serialises changes: the browser rejects parameters that were read before the last change. */
  let encodingUpdates: Promise<void> = Promise.resolve();
  let videoMaxBitrateBps: number | undefined;

  pc.onicecandidate = ({ candidate }) => {
    if (candidate === null || candidate.candidate === "" || TCP_ACTIVE_CANDIDATE.test(candidate.candidate)) return;
    const { sdpMid, sdpMLineIndex, usernameFragment } = candidate;
    events.onCandidate({ candidate: shareable(candidate.candidate), sdpMid, sdpMLineIndex, usernameFragment });
  };
  pc.onconnectionstatechange = () => {
    for (const name of TRACK_NAMES) applyEncodings(name);
    events.onStateChange();
  };
  pc.onnegotiationneeded = () => events.onNegotiationNeeded();
  // Pages agree on one channel. Each further one costs this page time, even if it closes at once.
  pc.ondatachannel = () => events.onUninvitedChannel();

  const replaceTrack = (name: TrackName) => {
    const track = tracks.get(name) ?? null;
    const sender = transceivers.get(name)?.sender;
    // `sender.track` lags behind while a replacement is pending.
    if (sender === undefined || (assignedTracks.get(name) ?? null) === track) return;
    assignedTracks.set(name, track);
    // Rejected only by a closing connection.
    sender.replaceTrack(track).catch(() => {});
    applyEncodings(name);
  };

  /**
   * Deactivates audio encodings without a track: Chromium would reserve some 45 kbit/s for each, which the video then lacks.
   * Parameters exist once there is a description. Reading them blocks the page before the first video frame, so they are
   * read only to be changed.
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
    // Rejected only by a closing connection.
    encodingUpdates = encodingUpdates.then(applyChange).catch(() => {});
  };

  return {
    signalingState: () => pc.signalingState,
    state: () => pc.connectionState,
    localDescription() {
      const description = toSessionDescription(pc.localDescription);
      return description && { ...description, sdp: shareable(description.sdp) };
    },
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
        // The remote track exists before negotiation, so its video element is ready for the first frame.
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
      if (channel?.readyState !== "open") return;
      try {
        channel.send(JSON.stringify(message));
      } catch {
        // The buffer is full. The others still get the message.
      }
    },
    setLocalDescription: () => pc.setLocalDescription(),
    setRemoteDescription: ({ kind, sdp }) => pc.setRemoteDescription({ type: kind, sdp: enableOpusDtx(sdp) }),
    addIceCandidate: ({ usernameFragment, ...candidate }) =>
      pc.addIceCandidate({ ...candidate, usernameFragment: usernameFragment ?? null }),
    setIceServers(next) {
      if (pc.signalingState !== "closed") pc.setConfiguration({ ...pc.getConfiguration(), ...iceConfiguration(next) });
    },
    restartIce: () => pc.restartIce(),
    async getStats(previous) {
      const { measure } = await import("./statsReport.ts");
      return measure(await pc.getStats(), transceivers.get("video")?.mid ?? null, previous);
    },
    setVideoMaxBitrate(maxBitrateBps) {
      videoMaxBitrateBps = maxBitrateBps ?? undefined;
      applyEncodings("video");
    },
    close() {
      pc.onicecandidate = null;
      pc.onconnectionstatechange = null;
      pc.onnegotiationneeded = null;
      pc.ondatachannel = null;
      if (channel !== null) {
        channel.onopen = null;
        channel.onmessage = null;
      }
      pc.close();
    },
  };
};
