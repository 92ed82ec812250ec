/**
 * Maintains the connection to one remote peer.
 *
 * - The peer with the higher join number makes the first offer, and alone restarts ICE. With offers from both sides at
 *   once, the polite side can hang forever in Chromium: it rolls back while it sets its own description.
 * - Later negotiation is perfect negotiation. The side that did not make the first offer is polite.
 * - Every operation on the connection runs in one queue, so that no two negotiations interleave. Operations on a closed
 *   connection may never settle, so each connection has its own queue.
 * - The first offer is made and sent at once: waiting for the own inbox or for the remote peer's `ready` would cost a
 *   round trip. A peer whose `ready` reports `missed` gets the offer or the answer again at once. Any signal may be lost,
 *   so without an answer the offer is sent again with the next `ready`. A repeated offer gets the same answer again.
 * - `connectionState` `failed` restarts ICE. After two failed restarts the connection is rebuilt. The remote peer
 *   recognises a new connection by the session id in its SDP, and rebuilds its own.
 * - Media that the remote peer does not want is not sent: its bandwidth may be low.
 */
import type { ErrorCode } from "#contracts/errors.ts";
import type { LiveMessage } from "#contracts/realtime.ts";
import type { Cancel, Clock } from "../lib/clock.ts";
import { createStore, reuseIfShallowEqual, type Store } from "../lib/store.ts";
import { createAllowance } from "./budget.ts";
import { createCandidateBuffer } from "./candidateBuffer.ts";
import { createConnectTimers } from "./connectTimers.ts";
import type { IceServerStore } from "./ice.ts";
import { createLinkConnection, type LinkConnectionOptions } from "./linkConnection.ts";
import type { PeerConnection } from "./peerConnection.ts";
import type { QualitySampler } from "./qualitySampler.ts";
import { ALL_SUBSCRIPTIONS } from "./remoteMediaReceiver.ts";
import {
  type IceCandidate,
  isFromParley,
  isOtherConnection,
  isSameDescription,
  type SessionDescription,
} from "./sdp.ts";
import type { Signalling, SignallingEvents } from "./signalling.ts";
import { STATS_INTERVAL_MS } from "./stats.ts";
import { INITIAL_REMOTE_MEDIA, type RemoteMedia, type SentTracks, TRACK_NAMES, type TrackName } from "./transport.ts";

/** An offer is not repeated sooner, unless the remote peer missed it. */
const OFFER_RESEND_MS = 1_500;
/** The remote peer may replace its connection this often. An earlier offer is sent again after the next `ready`. */
const REPLACE_INTERVAL_MS = 3_000;
/**
 * Offers of the remote peer, and what it causes otherwise: offers after its answers, restarts, new connections, repeats. Each
 * causes one or two descriptions, which cost this peer up to four of its signals to everybody. An honest peer causes one or two,
 * and two for each restart.
 */
const OFFERS_PER_SECOND = 1 / 3;
const BURST_OFFERS = 6;

/** Returns the budget of a person's offers. */
export const createOfferBudget = (clock: Clock) => createAllowance(clock, OFFERS_PER_SECOND, BURST_OFFERS);
const MAX_ICE_RESTARTS = 2;
/** Once a candidate pair works, the rest waits: `addIceCandidate` blocks the page while the first frame is decoded. */
export const LATE_CANDIDATE_DELAY_MS = 1_000;

export interface PeerLinkOptions extends Omit<LinkConnectionOptions, "iceServers"> {
  ice: IceServerStore;
  /** Returns whether the budget had an offer left, and spends it. */
  hasOfferLeft: ReturnType<typeof createOfferBudget>;
  openSignalling: (events: SignallingEvents) => Signalling;
  tracks: SentTracks;
}

export interface PeerLink extends Store<RemoteMedia> {
  setTracks(tracks: SentTracks): void;
  sendData(message: LiveMessage): void;
  close(): void;
}

export function createPeerLink(options: PeerLinkOptions): PeerLink {
  const { clock, makesOffers, ice, hasOfferLeft } = options;
  const store = createStore<RemoteMedia>(INITIAL_REMOTE_MEDIA);
  let tracks = options.tracks;
  let subscriptions = ALL_SUBSCRIPTIONS;
  let closed = false;
  /** Whether the current connection has its transceivers and its data channel. */
  let prepared = false;
  let wasConnected = false;
  let restarts = 0;
  let offeredAt: number | null = null;
  let replacedAt = Number.NEGATIVE_INFINITY;
  const candidateBuffer = createCandidateBuffer(clock);
  let operations: Promise<void> = Promise.resolve();
  /** Increases with each connection. Operations of an older one are dropped. */
  let queueVersion = 0;
  let connection: PeerConnection;
  let quality: QualitySampler;
  let disposeConnection: Cancel = () => {};
  const timers = createConnectTimers(clock, warn, restart);

  const updateSnapshot = (change: Partial<RemoteMedia>) => {
    const now = store.getSnapshot();
    store.set(reuseIfShallowEqual(now, { ...now, ...change }));
  };

  /** A failed operation leaves the connection as it is: a repeated offer or the timeout recovers it. */
  const enqueue = (run: () => Promise<void>) => {
    const version = queueVersion;
    operations = operations.then(async () => {
      if (!closed && version === queueVersion) await run().catch(() => {});
    });
  };

  function replaceConnection() {
    disposeConnection();
    prepared = false;
    subscriptions = ALL_SUBSCRIPTIONS;
    ({
      connection,
      quality,
      dispose: disposeConnection,
    } = createLinkConnection(
      { ...options, iceServers: ice.getSnapshot() },
      {
        onCandidate: (candidate) => signalling.sendCandidate(candidate),
        onStateChange: stateChanged,
        // Chromium fires this when a fresh connection gets other ICE servers. The first offer must not start here.
        onNegotiationNeeded() {
          if (prepared && hasOfferLeft()) enqueue(sendOffer);
        },
        onMedia: updateSnapshot,
        onSubscriptions(now) {
          subscriptions = now;
          sendTracks();
        },
        onAbuse: block,
      },
    ));
  }

  const signalling = options.openSignalling({
    onReady(receivedNoDescription) {
      if (closed) return;
      // A description that is still in flight arrives twice, which costs one message.
      if (!makesOffers) {
        // A connection that is up has received its answer.
        if (receivedNoDescription && connection.state() !== "connected") enqueue(resendDescription);
        return;
      }
      if (offeredAt === null) return;
      if (receivedNoDescription || clock.now() - offeredAt >= OFFER_RESEND_MS) enqueue(resendDescription);
    },
    onDescription(description) {
      if (!isFromParley(description)) block();
      else enqueue(() => (description.kind === "offer" ? acceptOffer(description) : acceptAnswer(description)));
    },
    onCandidates: (candidates) => enqueue(() => onCandidates(candidates)),
  });
  replaceConnection();
  timers.start();
  const unsubscribeIce = ice.subscribe(() => {
    connection.setIceServers(ice.getSnapshot());
    // New servers may help a connection that failed with the old ones.
    if (store.getSnapshot().problem !== null) restart();
    else if (quality.isRelayed()) renewRelay();
  });
  const stopSampling = clock.every(STATS_INTERVAL_MS, () => void quality.sample());

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
    // With a pending offer, `negotiationneeded` fires again after the answer.
    if (current.signalingState() !== "stable") return;
    await current.setLocalDescription();
    if (current === connection) sendLocalDescription();
  }

  async function resendDescription() {
    const isMissing = makesOffers
      ? connection.signalingState() === "have-local-offer"
      : connection.localDescription()?.kind === "answer";
    if (isMissing && hasOfferLeft()) sendLocalDescription();
  }

  function sendLocalDescription() {
    const description = connection.localDescription();
    if (description === null) return;
    if (description.kind === "offer") offeredAt = clock.now();
    signalling.sendDescription(description);
  }

  async function acceptOffer(description: SessionDescription) {
    if (!hasOfferLeft()) return;
    if (isOtherConnection(connection.remoteDescription(), description)) {
      if (clock.now() - replacedAt < REPLACE_INTERVAL_MS) return;
      replacedAt = clock.now();
      replaceConnection();
    }
    const current = connection;
    if (current.signalingState() === "stable" && isSameDescription(description, current.remoteDescription()))
      return sendLocalDescription();
    if (makesOffers && current.signalingState() !== "stable") return;
    await current.setRemoteDescription(candidateBuffer.limit(description));
    if (current !== connection) return;
    prepareConnection();
    await addCandidates([]);
    await current.setLocalDescription();
    if (current === connection) sendLocalDescription();
  }

  async function acceptAnswer(description: SessionDescription) {
    const current = connection;
    // A second answer to an offer that was sent twice.
    if (current.signalingState() !== "have-local-offer") return;
    // The remote peer rebuilt its connection, which this one cannot continue with.
    if (makesOffers && isOtherConnection(current.remoteDescription(), description)) {
      if (hasOfferLeft()) rebuild();
      return;
    }
    await current.setRemoteDescription(candidateBuffer.limit(description));
    if (current === connection) await addCandidates([]);
  }

  async function onCandidates(candidates: readonly IceCandidate[]) {
    if (connection.state() !== "connected") return addCandidates(candidates);
    clock.after(LATE_CANDIDATE_DELAY_MS, () => enqueue(() => addCandidates(candidates)));
  }

  async function addCandidates(arrived: readonly IceCandidate[]) {
    const current = connection;
    for (const candidate of candidateBuffer.take(arrived, current.remoteDescription())) {
      // The browser rejects a candidate of an abandoned description.
      await current.addIceCandidate(candidate).catch(() => {});
    }
  }

  function stateChanged() {
    const state = connection.state();
    const connected = state === "connected";
    signalling.setConnected(connected);
    if (connected) {
      wasConnected = true;
      restarts = 0;
      timers.cancel();
      updateSnapshot({ connection: "connected", problem: null });
      return;
    }
    if (store.getSnapshot().connection === "connected") timers.start();
    showDisconnected();
    if (state === "failed") restart();
  }

  function showDisconnected() {
    quality.reset();
    updateSnapshot({
      connection: wasConnected ? "reconnecting" : "connecting",
      quality: null,
      speaking: false,
      typing: false,
    });
  }

  function restart() {
    timers.restartTimeout();
    // The remote peer can make any connection fail. The timeout tries again.
    if (!makesOffers || !hasOfferLeft()) return;
    restarts += 1;
    if (restarts > MAX_ICE_RESTARTS) return rebuild();
    restartIce();
  }

  /** Replaces a relayed path before its credentials expire. Media flow on until the new path is connected. */
  function renewRelay() {
    if (makesOffers && connection.state() === "connected") restartIce();
  }

  function restartIce() {
    connection.restartIce();
    enqueue(sendOffer);
  }

  function rebuild() {
    restarts = 0;
    queueVersion += 1;
    operations = Promise.resolve();
    candidateBuffer.clear();
    replaceConnection();
    prepareConnection();
    enqueue(sendOffer);
  }

  function warn() {
    const problem: ErrorCode = signalling.isOpen() ? "network/media-failed" : "network/signalling-lost";
    updateSnapshot({ problem });
    ice.renew();
  }

  /** Ends the connection for good: the remote peer sends what no page of Parley sends, which would freeze this page. */
  function block() {
    showDisconnected();
    updateSnapshot({ problem: "network/media-failed" });
    close();
  }

  function close() {
    closed = true;
    timers.cancel();
    unsubscribeIce();
    stopSampling();
    disposeConnection();
    signalling.close();
  }

  // Adding transceivers takes a while, so it waits until all links exist.
  if (makesOffers) enqueue(async () => prepareConnection());
  // A local description starts gathering, which needs the ICE servers.
  enqueue(() => ice.ready);
  if (makesOffers) enqueue(sendOffer);

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    setTracks(next) {
      tracks = next;
      if (!closed) sendTracks();
    },
    sendData: (message) => connection.sendData(message),
    close,
  };
}
