/** The few things that a link asks of an RTCPeerConnection, so that a test can stand in for it. */
import type { LiveMessage } from "#contracts/realtime.ts";

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

export type MediaKind = "audio" | "video";

export interface ConnectionEvents {
  candidate(candidate: Candidate): void;
  stateChanged(): void;
  negotiationNeeded(): void;
  track(track: MediaStreamTrack): void;
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
   * Makes one audio and one video transceiver, both ways, and the channel `live`; after an offer of the other side
   * takes that side's transceivers instead. They last as long as the connection: tracks come and go by `send`,
   * without negotiation. Doing it again changes nothing.
   */
  prepare(): void;
  send(kind: MediaKind, track: MediaStreamTrack | null): void;
  /** Drops the message while the channel is not open. */
  sendLive(message: LiveMessage): void;
  setLocalDescription(): Promise<void>;
  setRemoteDescription(description: Description): Promise<void>;
  addIceCandidate(candidate: Candidate): Promise<void>;
  restartIce(): void;
  close(): void;
}

export type MakeConnection = (iceServers: readonly RTCIceServer[], events: ConnectionEvents) => Connection;

/** A real RTCPeerConnection. */
export const makeBrowserConnection: MakeConnection = (iceServers, events) => {
  const pc = new RTCPeerConnection({ iceServers: [...iceServers], bundlePolicy: "max-bundle" });
  const transceivers = new Map<MediaKind, RTCRtpTransceiver>();
  const tracks = new Map<MediaKind, MediaStreamTrack | null>();
  const given = new Map<MediaKind, MediaStreamTrack | null>();
  let channel: RTCDataChannel | null = null;

  pc.onicecandidate = ({ candidate }) => {
    if (candidate === null || candidate.candidate === "") return;
    const { sdpMid, sdpMLineIndex, usernameFragment } = candidate;
    events.candidate({ candidate: candidate.candidate, sdpMid, sdpMLineIndex, usernameFragment });
  };
  pc.onconnectionstatechange = () => events.stateChanged();
  pc.onnegotiationneeded = () => events.negotiationNeeded();
  pc.ontrack = ({ track }) => events.track(track);

  const put = (kind: MediaKind) => {
    const track = tracks.get(kind) ?? null;
    const sender = transceivers.get(kind)?.sender;
    // Compared with what was asked for last: `sender.track` is behind while a change is under way.
    if (sender === undefined || given.get(kind) === track) return;
    given.set(kind, track);
    // Refused only by a connection that is being closed.
    sender.replaceTrack(track).catch(() => {});
  };

  return {
    signalingState: () => pc.signalingState,
    state: () => pc.connectionState,
    localDescription: () => described(pc.localDescription),
    remoteDescription: () => described(pc.remoteDescription),
    prepare() {
      if (channel !== null) return;
      const offered = pc.getTransceivers();
      for (const kind of ["audio", "video"] as const) {
        const transceiver =
          offered.find(({ receiver }) => receiver.track.kind === kind) ??
          pc.addTransceiver(kind, { direction: "sendrecv" });
        transceiver.direction = "sendrecv";
        transceivers.set(kind, transceiver);
        put(kind);
      }
      channel = pc.createDataChannel("live", { negotiated: true, id: 0 });
      channel.onopen = () => events.liveOpened();
      channel.onmessage = ({ data }) => events.live(data);
    },
    send(kind, track) {
      tracks.set(kind, track);
      put(kind);
    },
    sendLive(message) {
      if (channel?.readyState === "open") channel.send(JSON.stringify(message));
    },
    setLocalDescription: () => pc.setLocalDescription(),
    setRemoteDescription: ({ kind, sdp }) => pc.setRemoteDescription({ type: kind, sdp }),
    addIceCandidate: ({ usernameFragment, ...candidate }) =>
      pc.addIceCandidate({ ...candidate, usernameFragment: usernameFragment ?? null }),
    restartIce: () => pc.restartIce(),
    close() {
      pc.onicecandidate = null;
      pc.onconnectionstatechange = null;
      pc.onnegotiationneeded = null;
      pc.ontrack = null;
      if (channel !== null) {
        channel.onopen = null;
        channel.onmessage = null;
      }
      pc.close();
    },
  };
};

function described(description: RTCSessionDescription | null): Description | null {
  if (description === null) return null;
  const { type, sdp } = description;
  return type === "offer" || type === "answer" ? { kind: type, sdp } : null;
}
