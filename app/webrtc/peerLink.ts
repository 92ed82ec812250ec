/**
 * One connection to one other peer, kept up.
 *
 * - The peer with the higher join number makes the first offer, and alone restarts ICE. With offers from both sides
 *   at once the polite side can hang for good in Chromium: it rolls back while it sets its own description.
 * - Later negotiation is perfect negotiation; the one who did not make the first offer is polite.
 * - Every step on the connection runs in one queue, so that no two negotiations interleave. What a connection was asked
 *   may stay without an answer once it is closed: the next one has a queue of its own.
 * - The first offer is made at once and leaves when the topics are joined: to wait until the other side listens would
 *   cost a way there and back. To a side that says it heard none it is sent again at once; without an answer, with the
 *   next `ready`: it, or any broadcast, may be lost. One that comes twice is answered twice by the same answer.
 * - `connectionState` `failed` restarts ICE; after two restarts in vain the connection is built anew. The other side
 *   knows a new connection by the session id in its SDP, and follows.
 * - What the other side does not want is not sent: its line may be weak.
 */
import type { ErrorCode } from "#contracts/errors.ts";
import type { LiveMessage, StatusMessage } from "#contracts/realtime.ts";
import type { Cancel, Clock } from "../lib/clock.ts";
import { createStore, reuseIfShallowEqual, type Store } from "../lib/store.ts";
import { type BandwidthProbe, createBandwidthProbe } from "./bandwidthProbe.ts";
import type { IceServerStore } from "./ice.ts";
import type {
  CreatePeerConnection,
  IceCandidate,
  PeerConnection,
  PeerConnectionEvents,
  SessionDescription,
} from "./peerConnection.ts";
import { ALL_SUBSCRIPTIONS, createRemoteMediaReceiver } from "./remoteMediaReceiver.ts";
import type { Signalling, SignallingEvents } from "./signalling.ts";
import { assessQuality, STATS_INTERVAL_MS, type StatsSample } from "./stats.ts";
import { INITIAL_REMOTE_MEDIA, type RemoteMedia, type SentTracks, TRACK_NAMES, type TrackName } from "./transport.ts";

/** An offer that was heard is not repeated sooner. */
const OFFER_RESEND_MS = 1_500;
/** So long without a connection is said. */
export const CONNECT_WARNING_MS = 15_000;
/** A connection that neither comes up nor fails is taken for failed. */
export const CONNECT_TIMEOUT_MS = 30_000;
const MAX_ICE_RESTARTS = 2;
const MAX_BUFFERED_CANDIDATES = 256;
/** Where one way is found the others have time: each that is added holds up the page, and its first picture is coming. */
export const LATE_CANDIDATE_DELAY_MS = 1_000;

export interface PeerLinkOptions {
  createConnection: CreatePeerConnection;
  createStream: () => MediaStream;
  ice: IceServerStore;
  clock: Clock;
  openSignalling: (events: SignallingEvents) => Signalling;
  /** This side has the higher join number. */
  makesOffers: boolean;
  tracks: SentTracks;
  /** The newest message of each type, sent when the channel opens. */
  statusMessages: () => readonly StatusMessage[];
}

export interface PeerLink extends Store<RemoteMedia> {
  setTracks(tracks: SentTracks): void;
  sendData(message: LiveMessage): void;
  close(): void;
}

export function createPeerLink(options: PeerLinkOptions): PeerLink {
  const { clock, makesOffers, ice } = options;
  const store = createStore<RemoteMedia>(INITIAL_REMOTE_MEDIA);
  let tracks = options.tracks;
  let subscriptions = ALL_SUBSCRIPTIONS;
  let closed = false;
  /** The present connection has its tracks and its channel. */
  let prepared = false;
  let wasConnected = false;
  let restarts = 0;
  let offeredAt: number | null = null;
  let bufferedCandidates: IceCandidate[] = [];
  /** At the last look at the line. */
  let lastStats: StatsSample | null = null;
  let bandwidthProbe: BandwidthProbe = () => {};
  let operations: Promise<void> = Promise.resolve();
  /** Raised with each queue: what still stands in an older one is of a connection that is gone. */
  let queueVersion = 0;
  let disposeConnection: Cancel = () => {};
  let cancelWarning: Cancel = () => {};
  let cancelTimeout: Cancel = () => {};

  const updateSnapshot = (change: Partial<RemoteMedia>) => {
    const now = store.getSnapshot();
    store.set(reuseIfShallowEqual(now, { ...now, ...change }));
  };

  /** A step that fails leaves the connection as it is: the repeated offer or the watch bring it on. */
  const enqueue = (run: () => Promise<void>) => {
    const version = queueVersion;
    operations = operations.then(async () => {
      if (!closed && version === queueVersion) await run().catch(() => {});
    });
  };

  function replaceConnection(): PeerConnection {
    disposeConnection();
    let alive = true;
    prepared = false;
    subscriptions = ALL_SUBSCRIPTIONS;
    const whileAlive =
      <Args extends unknown[]>(run: (...args: Args) => void) =>
      (...args: Args) => {
        if (alive && !closed) run(...args);
      };
    const mediaReceiver = createRemoteMediaReceiver({
      createStream: options.createStream,
      clock,
      onChange: updateSnapshot,
      onSubscriptions(now) {
        subscriptions = now;
        sendTracks();
      },
    });
    const events: PeerConnectionEvents = {
      onCandidate: whileAlive((candidate) => signalling.sendCandidate(candidate)),
      onStateChange: whileAlive(stateChanged),
      // Chromium asks for it already when a fresh connection is given other servers: the first offer is not made so.
      onNegotiationNeeded: whileAlive(() => {
        if (prepared) enqueue(sendOffer);
      }),
      onTrack: whileAlive(mediaReceiver.onTrack),
      onDataChannelOpen: whileAlive(() => {
        for (const message of options.statusMessages()) newConnection.sendData(message);
      }),
      onData: whileAlive(mediaReceiver.onMessage),
    };
    const newConnection = options.createConnection(ice.getSnapshot(), events, makesOffers);
    bandwidthProbe = createBandwidthProbe((maxBitrateBps) => newConnection.setVideoMaxBitrate(maxBitrateBps));
    disposeConnection = () => {
      alive = false;
      mediaReceiver.close();
      newConnection.close();
    };
    return newConnection;
  }

  const signalling = options.openSignalling({
    onReady(receivedNoDescription) {
      // What is not offered yet will be heard. What was, and is on its way, comes twice: it costs a message.
      if (!makesOffers || closed || offeredAt === null) return;
      if (receivedNoDescription || clock.now() - offeredAt >= OFFER_RESEND_MS) enqueue(resendOffer);
    },
    onDescription: (description) =>
      enqueue(() => (description.kind === "offer" ? acceptOffer(description) : acceptAnswer(description))),
    onCandidates: (candidates) => enqueue(() => onCandidates(candidates)),
  });
  let connection = replaceConnection();
  startTimers();
  const unsubscribeIce = ice.subscribe(() => {
    connection.setIceServers(ice.getSnapshot());
    // What did not come up with the servers before may with these.
    if (store.getSnapshot().problem !== null) restart();
  });
  const stopSampling = clock.every(STATS_INTERVAL_MS, () => void sampleStats());

  function prepareConnection() {
    prepared = true;
    connection.addTransceivers();
    sendTracks();
  }

  const isSubscribed = (name: TrackName) =>
    name === "audio" || name === "screenAudio" ? subscriptions.sound : subscriptions.picture;

  function sendTracks() {
    for (const name of TRACK_NAMES) connection.setTrack(name, isSubscribed(name) ? tracks[name] : null);
  }

  async function sendOffer() {
    const current = connection;
    // With an offer open, negotiation comes up again by itself once it is answered.
    if (current.signalingState() !== "stable") return;
    await current.setLocalDescription();
    if (current === connection) sendLocalDescription();
  }

  async function resendOffer() {
    if (connection.signalingState() === "have-local-offer") sendLocalDescription();
  }

  function sendLocalDescription() {
    const description = connection.localDescription();
    if (description === null) return;
    if (description.kind === "offer") offeredAt = clock.now();
    signalling.sendDescription(description);
  }

  async function acceptOffer(description: SessionDescription) {
    const previousRemote = connection.remoteDescription();
    if (previousRemote !== null && sdpSessionId(previousRemote.sdp) !== sdpSessionId(description.sdp))
      connection = replaceConnection();
    const current = connection;
    if (current.signalingState() === "stable" && isSameDescription(description, current.remoteDescription()))
      return sendLocalDescription();
    if (makesOffers && current.signalingState() !== "stable") return;
    await current.setRemoteDescription(description);
    if (current !== connection) return;
    prepareConnection();
    await addCandidates([]);
    await current.setLocalDescription();
    if (current === connection) sendLocalDescription();
  }

  async function acceptAnswer(description: SessionDescription) {
    const current = connection;
    // A second answer, to an offer that was sent twice.
    if (current.signalingState() !== "have-local-offer") return;
    const previousRemote = current.remoteDescription();
    // Answered by a connection that is new on the other side: ours cannot go on with it.
    if (makesOffers && previousRemote !== null && sdpSessionId(previousRemote.sdp) !== sdpSessionId(description.sdp))
      return rebuild();
    await current.setRemoteDescription(description);
    if (current === connection) await addCandidates([]);
  }

  async function onCandidates(candidates: readonly IceCandidate[]) {
    if (connection.state() !== "connected") return addCandidates(candidates);
    clock.after(LATE_CANDIDATE_DELAY_MS, () => enqueue(() => addCandidates(candidates)));
  }

  /** Adds what belongs to the present remote description; the rest waits for the next one. */
  async function addCandidates(arrived: readonly IceCandidate[]) {
    const current = connection;
    const remote = current.remoteDescription();
    const all = [...bufferedCandidates, ...arrived];
    bufferedCandidates = all
      .filter((candidate) => remote === null || !matchesUfrag(candidate, remote))
      .slice(-MAX_BUFFERED_CANDIDATES);
    if (remote === null) return;
    for (const candidate of all) {
      // Refused when it is of a description that was given up.
      if (matchesUfrag(candidate, remote)) await current.addIceCandidate(candidate).catch(() => {});
    }
  }

  function stateChanged() {
    const state = connection.state();
    const connected = state === "connected";
    signalling.setConnected(connected);
    if (connected) {
      wasConnected = true;
      restarts = 0;
      cancelWarning();
      cancelTimeout();
      updateSnapshot({ connection: "connected", problem: null });
      return;
    }
    if (store.getSnapshot().connection === "connected") startTimers();
    lastStats = null;
    updateSnapshot({
      connection: wasConnected ? "reconnecting" : "connecting",
      quality: null,
      speaking: false,
      typing: false,
    });
    if (state === "failed") restart();
  }

  async function sampleStats() {
    const current = connection;
    if (current.state() !== "connected") return;
    const now = await current.getStats().catch(() => null);
    if (now === null || closed || current !== connection || current.state() !== "connected") return;
    if (lastStats !== null) updateSnapshot({ quality: assessQuality(lastStats, now) });
    lastStats = now;
    bandwidthProbe(now.videoTargetBitrateBps);
  }

  function restart() {
    restartTimeout();
    if (!makesOffers) return;
    restarts += 1;
    if (restarts > MAX_ICE_RESTARTS) return rebuild();
    connection.restartIce();
    enqueue(sendOffer);
  }

  function rebuild() {
    restarts = 0;
    queueVersion += 1;
    operations = Promise.resolve();
    bufferedCandidates = [];
    connection = replaceConnection();
    prepareConnection();
    enqueue(sendOffer);
  }

  function startTimers() {
    cancelWarning();
    cancelWarning = clock.after(CONNECT_WARNING_MS, () => {
      const problem: ErrorCode = signalling.isOpen() ? "network/media-failed" : "network/signalling-lost";
      updateSnapshot({ problem });
      ice.renew();
    });
    restartTimeout();
  }

  function restartTimeout() {
    cancelTimeout();
    cancelTimeout = clock.after(CONNECT_TIMEOUT_MS, restart);
  }

  // Tracks take a while to make: in their turn, when the topics of all links are being joined.
  if (makesOffers) enqueue(async () => prepareConnection());
  // Candidates are gathered from a description on.
  enqueue(() => ice.ready);
  if (makesOffers) enqueue(sendOffer);

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    setTracks(next) {
      tracks = next;
      sendTracks();
    },
    sendData: (message) => connection.sendData(message),
    close() {
      closed = true;
      cancelWarning();
      cancelTimeout();
      unsubscribeIce();
      stopSampling();
      disposeConnection();
      signalling.close();
    },
  };
}

/** The session id of an SDP's `o=` line: the same for the life of a connection, another in every other. */
const sdpSessionId = (sdp: string): string => /^o=\S+ (\S+)/mu.exec(sdp)?.[1] ?? "";

/** Session and version: what is described anew has another version. */
const sdpSessionVersion = (sdp: string): string => /^o=\S+ \S+ \S+/mu.exec(sdp)?.[0] ?? "";

const isSameDescription = ({ kind, sdp }: SessionDescription, previous: SessionDescription | null): boolean =>
  previous?.kind === kind && sdpSessionVersion(previous.sdp) === sdpSessionVersion(sdp);

const matchesUfrag = ({ usernameFragment }: IceCandidate, { sdp }: SessionDescription): boolean =>
  usernameFragment === null || usernameFragment === undefined || sdp.includes(`a=ice-ufrag:${usernameFragment}`);
