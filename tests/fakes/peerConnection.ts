/**
 * Peer connections without a network. They enforce the rules that links depend on: the order of descriptions,
 * candidates only after a remote description, and a connection only between two peers that described each other. They
 * connect when both have each other's candidates of the current ICE generation.
 */
import type { CreatePeerConnection, PeerConnection, PeerConnectionEvents } from "../../app/webrtc/peerConnection.ts";
import type { IceCandidate, SessionDescription } from "../../app/webrtc/sdp.ts";
import type { StatsSample } from "../../app/webrtc/stats.ts";
import { assessQuality } from "../../app/webrtc/statsReport.ts";
import { TRACK_NAMES, type TrackName } from "../../app/webrtc/transport.ts";
import type { LiveMessage } from "../../supabase/functions/_shared/contracts/realtime.ts";
import { fakeTrack } from "./media.ts";

export interface FakePeerConnection extends PeerConnection {
  readonly id: string;
  readonly events: PeerConnectionEvents;
  readonly sent: Map<TrackName, MediaStreamTrack | null>;
  /** The statistics that the connection reports from now on. */
  stats: StatsSample;
  /** The camera's maximum bitrate in bits per second. */
  maxBitrate: number | null;
  readonly iceServers: () => readonly RTCIceServer[];
  readonly offers: () => number;
  readonly restarts: () => number;
  readonly closed: () => boolean;
  /** The remote candidates that were added. */
  readonly remoteCandidates: ReadonlySet<string>;
  setState(state: RTCPeerConnectionState): void;
}

export interface FakeNetwork {
  make: CreatePeerConnection;
  connections: FakePeerConnection[];
  /** Stops media: all connections are `disconnected`, and none connects until `heal`. */
  cut(): void;
  /** Restores media for all connections that have not failed in between. */
  heal(): void;
  /** Fails the disconnected connections, as browsers do after 25 s. */
  fail(): void;
}

interface Inner extends FakePeerConnection {
  pair(): void;
  remoteCandidates: Set<string>;
  ufrag(): string;
  peerId(): string | null;
}

const UFRAG = /a=ice-ufrag:(\S+)/u;

export function createFakeNetwork(): FakeNetwork {
  const connections: Inner[] = [];
  let up = true;

  const find = (id: string | null) => connections.find((connection) => connection.id === id && !connection.closed());

  const make: CreatePeerConnection = (given, events) => {
    const id = `${connections.length + 1}`;
    let signalling: RTCSignalingState = "stable";
    let state: RTCPeerConnectionState = "new";
    let local: SessionDescription | null = null;
    let remote: SessionDescription | null = null;
    let settledRemote: SessionDescription | null = null;
    let generation = 1;
    let described = 0;
    let version = 0;
    let offers = 0;
    let restarts = 0;
    let restartWanted = false;
    let prepared = false;
    let broken = false;
    let isClosed = false;
    /** The ICE generation that failed. Only a restart reconnects. */
    let deadGeneration = 0;
    let gathered: string[] = [];
    let iceServers = given;
    const remoteCandidates = new Set<string>();
    const sent: FakePeerConnection["sent"] = new Map();

    const ufrag = () => `${id}g${generation}`;
    const alive = () => {
      if (isClosed) throw new DOMException("closed", "InvalidStateError");
    };

    const self: Inner = {
      id,
      events,
      sent,
      stats: {
        packetsReceived: 0,
        framePixels: 0,
        keyFrames: 0,
        atMs: 0,
        packetsLost: 0,
        packetsSent: 0,
        sentPacketsLost: 0,
        roundTripMs: null,
        relayed: false,
        videoTargetBitrateBps: null,
      },
      maxBitrate: null,
      iceServers: () => iceServers,
      remoteCandidates,
      ufrag,
      offers: () => offers,
      restarts: () => restarts,
      closed: () => isClosed,
      peerId: () => (remote === null ? null : (/^o=- (\S+)/mu.exec(remote.sdp)?.[1] ?? null)),
      signalingState: () => signalling,
      state: () => state,
      localDescription: () =>
        local === null
          ? null
          : {
              kind: local.kind,
              sdp: local.sdp + gathered.map((gatheredCandidate) => `a=candidate:${gatheredCandidate}\r\n`).join(""),
            },
      remoteDescription: () => remote,
      addTransceivers() {
        alive();
        if (prepared) return;
        prepared = true;
        for (const name of TRACK_NAMES)
          events.onTrack(
            name,
            fakeTrack(name === "audio" || name === "screenAudio" ? "audio" : "video", { muted: true }),
          );
        queueMicrotask(() => {
          if (!isClosed && signalling === "stable" && described === 0) events.onNegotiationNeeded();
        });
      },
      setTrack(kind, track) {
        sent.set(kind, track);
      },
      sendData(message: LiveMessage) {
        const other = find(self.peerId());
        if (state === "connected" && other !== undefined)
          queueMicrotask(() => other.events.onData(JSON.stringify(message)));
      },
      async setLocalDescription() {
        alive();
        await Promise.resolve();
        alive();
        // Chromium rejects a description without media sections, and its connection is unusable afterwards.
        broken ||= !prepared;
        if (broken) throw new DOMException("no BUNDLE group", "OperationError");
        if (signalling !== "stable" && signalling !== "have-remote-offer")
          throw new DOMException("state", "InvalidStateError");
        const kind = signalling === "stable" ? "offer" : "answer";
        const restarted =
          remote !== null && kind === "answer" && settledRemote !== null && ufragOf(remote) !== ufragOf(settledRemote);
        if (restartWanted || restarted) {
          generation += 1;
          gathered = [];
        }
        restartWanted = false;
        version += 1;
        described += 1;
        local = { kind, sdp: `v=0\r\no=- ${id} ${version} IN IP4 127.0.0.1\r\na=ice-ufrag:${ufrag()}\r\n` };
        if (kind === "offer") {
          offers += 1;
          signalling = "have-local-offer";
        } else {
          signalling = "stable";
          settledRemote = remote;
        }
        const candidate = `${ufrag()}-host`;
        // Candidates arrive later than the description.
        setImmediate(() => {
          if (isClosed || gathered.includes(candidate)) return;
          gathered.push(candidate);
          events.onCandidate({
            candidate,
            sdpMid: "0",
            sdpMLineIndex: 0,
            usernameFragment: candidate.split("-")[0] ?? null,
          });
        });
        self.pair();
      },
      async setRemoteDescription(description) {
        alive();
        await Promise.resolve();
        alive();
        if (description.kind === "offer") {
          remote = description;
          signalling = "have-remote-offer";
        } else {
          if (signalling !== "have-local-offer") throw new DOMException("state", "InvalidStateError");
          remote = description;
          settledRemote = description;
          signalling = "stable";
        }
        for (const [, found] of description.sdp.matchAll(/a=candidate:(\S+)/gu))
          if (found !== undefined) remoteCandidates.add(found);
        self.pair();
      },
      async addIceCandidate({ candidate }: IceCandidate) {
        alive();
        await Promise.resolve();
        if (remote === null) throw new DOMException("no remote description", "InvalidStateError");
        if (!candidate.startsWith(ufragOf(remote))) throw new DOMException("unknown ufrag", "OperationError");
        remoteCandidates.add(candidate);
        self.pair();
      },
      setIceServers(next) {
        iceServers = next;
        // Chromium fires this event even with nothing to negotiate yet.
        if (!prepared) queueMicrotask(() => events.onNegotiationNeeded());
      },
      getStats: (previous) =>
        Promise.resolve({ ...self.stats, quality: previous && assessQuality(previous, self.stats) }),
      setVideoMaxBitrate(most) {
        self.maxBitrate = most;
      },
      restartIce() {
        restarts += 1;
        restartWanted = true;
      },
      pair() {
        const other = find(self.peerId());
        if (!up || other === undefined || other.peerId() !== id || generation === deadGeneration) return;
        if (signalling !== "stable" || other.signalingState() !== "stable") return;
        if (!remoteCandidates.has(`${other.ufrag()}-host`) || !other.remoteCandidates.has(`${ufrag()}-host`)) return;
        const otherRemote = other.remoteDescription();
        if (remote === null || otherRemote === null) return;
        if (ufragOf(remote) !== other.ufrag() || ufragOf(otherRemote) !== ufrag()) return;
        self.setState("connected");
        other.setState("connected");
      },
      setState(next) {
        if (isClosed || state === next) return;
        const first = state !== "connected" && next === "connected";
        state = next;
        if (next === "failed") deadGeneration = generation;
        queueMicrotask(() => {
          if (isClosed) return;
          events.onStateChange();
          if (first) events.onDataChannelOpen();
        });
      },
      close() {
        if (isClosed) return;
        isClosed = true;
        state = "closed";
        signalling = "closed";
      },
    };
    connections.push(self);
    return self;
  };

  return {
    make,
    connections,
    cut() {
      up = false;
      for (const connection of connections) if (connection.state() === "connected") connection.setState("disconnected");
    },
    heal() {
      up = true;
      for (const connection of connections)
        if (connection.state() === "disconnected") connection.setState("connected");
        else connection.pair();
    },
    fail() {
      for (const connection of connections) if (connection.state() === "disconnected") connection.setState("failed");
    },
  };
}

const ufragOf = ({ sdp }: SessionDescription): string => UFRAG.exec(sdp)?.[1] ?? "";
