/** The transport of a small call: a peer link to every remote peer. */
import type { StatusMessage } from "#contracts/realtime.ts";
import type { Clock } from "../lib/clock.ts";
import type { Realtime } from "../lib/realtime.ts";
import { createStore, reuseIfShallowEqual } from "../lib/store.ts";
import { createAllowance } from "./budget.ts";
import { createIceServerStore, type FetchIceServers, type IceServerStore } from "./ice.ts";
import type { CreatePeerConnection } from "./peerConnection.ts";
import { createOfferBudget, createPeerLink, type PeerLink } from "./peerLink.ts";
import { createSignalInbox, type ReadSignals } from "./signalInbox.ts";
import { createSignalling, type SendSignal } from "./signalling.ts";
import {
  type MediaTransport,
  NO_TRACKS,
  type PrepareTransport,
  type RemoteMedia,
  type TransportPeer,
} from "./transport.ts";
import { applyVideoConstraints } from "./videoConstraints.ts";

/**
 * Signals to one person. Those to three people stay below what the database accepts from this page, so nobody uses up the signals
 * to the others. A connection takes about ten.
 */
const SIGNALS_PER_SECOND = 1 / 2;
const BURST_SIGNALS = 40;
/** Enough for a connection that nothing disturbs. */
const FEW_SIGNALS = 10;
/** People who come one after another share the signals of the minute, too. Three have their burst at once, and one more each minute. */
const BURSTS = 3;
const BURSTS_PER_SECOND = 1 / 60;
/** The database counts a signal once more for each of these bytes. */
const BYTES_PER_SIGNAL = 4_096;

/** The budgets of a person outlive their links: somebody who enters again gets no new ones. */
const createBudgets = (clock: Clock, burst: number) =>
  [createOfferBudget(clock), createAllowance(clock, SIGNALS_PER_SECOND, burst)] as const;

export interface MeshOptions {
  realtime: Realtime;
  sendSignal: SendSignal;
  readSignals: ReadSignals;
  clock: Clock;
  createConnection: CreatePeerConnection;
  createStream: () => MediaStream;
  /** Used until `fetchIceServers` responds. */
  iceServers: readonly RTCIceServer[];
  fetchIceServers: FetchIceServers;
}

export function createMeshTransport(options: MeshOptions): PrepareTransport {
  const { clock, iceServers, fetchIceServers } = options;
  return (peerId) => {
    const ice = createIceServerStore({
      fetchServers: (signal) => fetchIceServers(peerId, signal),
      initialServers: iceServers,
      clock,
    });
    return { open: (call) => openMesh(options, ice, call), dispose: ice.close };
  };
}

/** Takes over `ice`, and closes it. */
function openMesh(
  { realtime, sendSignal, readSignals, clock, createConnection, createStream }: MeshOptions,
  ice: IceServerStore,
  { callId, me }: { callId: string; me: TransportPeer },
): MediaTransport {
  const store = createStore<ReadonlyMap<string, RemoteMedia>>(new Map());
  const links = new Map<string, PeerLink>();
  const inbox = createSignalInbox(realtime, callId, me.peer_id, readSignals);
  const statusMessages = new Map<StatusMessage["type"], StatusMessage>();
  const budgets = new Map<string, ReturnType<typeof createBudgets>>();
  const hasBurstLeft = createAllowance(clock, BURSTS_PER_SECOND, BURSTS);
  let tracks = NO_TRACKS;

  const updateSnapshot = () => store.set(new Map([...links].map(([peerId, link]) => [peerId, link.getSnapshot()])));

  function connect(peer: TransportPeer) {
    const makesOffers = me.join_number > peer.join_number;
    const budgetsOfPerson =
      budgets.get(peer.user_id) ?? createBudgets(clock, hasBurstLeft() ? BURST_SIGNALS : FEW_SIGNALS);
    budgets.set(peer.user_id, budgetsOfPerson);
    const [hasOfferLeft, hasSignalsLeft] = budgetsOfPerson;
    const link = createPeerLink({
      createConnection,
      createStream,
      ice,
      clock,
      makesOffers,
      hasOfferLeft,
      tracks,
      statusMessages: () => [...statusMessages.values()],
      openSignalling: (events) =>
        createSignalling({
          ...{ inbox, clock, remotePeerId: peer.peer_id, makesOffers, events },
          send: async (signal) =>
            hasSignalsLeft(1 + JSON.stringify(signal).length / BYTES_PER_SIGNAL) &&
            sendSignal(callId, me.peer_id, peer.peer_id, signal),
        }),
    });
    link.subscribe(updateSnapshot);
    links.set(peer.peer_id, link);
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    setPeers(remotePeers) {
      const remotePeersById = new Map(remotePeers.map((peer) => [peer.peer_id, peer]));
      let changed = false;
      for (const [peerId, link] of links) {
        if (remotePeersById.has(peerId)) continue;
        link.close();
        links.delete(peerId);
        changed = true;
      }
      for (const [peerId, peer] of remotePeersById) {
        if (links.has(peerId) || peerId === me.peer_id) continue;
        connect(peer);
        changed = true;
      }
      if (!changed) return;
      applyVideoConstraints(tracks.video, links.size);
      updateSnapshot();
    },
    setTracks(next) {
      if (reuseIfShallowEqual(tracks, next) === tracks) return;
      if (next.video !== tracks.video) applyVideoConstraints(next.video, links.size);
      tracks = next;
      for (const link of links.values()) link.setTracks(next);
    },
    setStatus(message) {
      const previous = statusMessages.get(message.type);
      if (reuseIfShallowEqual<StatusMessage>(previous, message) === previous) return;
      statusMessages.set(message.type, message);
      for (const link of links.values()) link.sendData(message);
    },
    broadcast(message) {
      for (const link of links.values()) link.sendData(message);
    },
    close() {
      ice.close();
      for (const link of links.values()) link.close();
      links.clear();
      inbox.close();
      updateSnapshot();
    },
  };
}
