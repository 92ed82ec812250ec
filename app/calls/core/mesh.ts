/** The transport of a small call: a link from each peer to each. */
import type { Peer } from "#contracts/meetings.ts";
import type { LiveState } from "#contracts/realtime.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Realtime } from "../../platform/realtime.ts";
import { createStore, keepObject } from "../../platform/store.ts";
import type { MakeConnection } from "./connection.ts";
import { type AskIce, createIce, type Ice } from "./ice.ts";
import { createPeerLink, type PeerLink } from "./peerLink.ts";
import { fitPicture } from "./picture.ts";
import { createSignalling } from "./signalling.ts";
import { type MediaTransport, NO_TRACKS, type PrepareTransport, type RemoteMedia } from "./transport.ts";

export interface MeshOptions {
  realtime: Realtime;
  clock: Clock;
  makeConnection: MakeConnection;
  makeStream: () => MediaStream;
  /** Servers that are known before `askIce` answers. */
  iceServers: readonly RTCIceServer[];
  askIce: AskIce;
}

export function meshTransport(options: MeshOptions): PrepareTransport {
  const { clock, iceServers, askIce } = options;
  return (peerId) => {
    const ice = createIce({ ask: (signal) => askIce(peerId, signal), known: iceServers, clock });
    return { open: (stay) => openMesh(options, ice, stay), drop: ice.close };
  };
}

/** Takes `ice`, and closes it. */
function openMesh(
  { realtime, clock, makeConnection, makeStream }: MeshOptions,
  ice: Ice,
  { callId, me }: { callId: string; me: Peer },
): MediaTransport {
  const store = createStore<ReadonlyMap<string, RemoteMedia>>(new Map());
  const links = new Map<string, PeerLink>();
  const live = new Map<LiveState["type"], LiveState>();
  let tracks = NO_TRACKS;

  const show = () => store.set(new Map([...links].map(([peerId, link]) => [peerId, link.getSnapshot()])));

  function connect(peer: Peer) {
    const link = createPeerLink({
      makeConnection,
      makeStream,
      ice,
      clock,
      offers: me.join_number > peer.join_number,
      tracks,
      live: () => [...live.values()],
      openSignalling: (events) =>
        createSignalling({ realtime, clock, callId, me: me.peer_id, other: peer.peer_id, events }),
    });
    link.subscribe(show);
    links.set(peer.peer_id, link);
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    setPeers(others) {
      const wanted = new Map(others.map((peer) => [peer.peer_id, peer]));
      let changed = false;
      for (const [peerId, link] of links) {
        if (wanted.has(peerId)) continue;
        link.close();
        links.delete(peerId);
        changed = true;
      }
      for (const [peerId, peer] of wanted) {
        if (links.has(peerId) || peerId === me.peer_id) continue;
        connect(peer);
        changed = true;
      }
      if (!changed) return;
      fitPicture(tracks.video, links.size);
      show();
    },
    setTracks(next) {
      if (keepObject(tracks, next) === tracks) return;
      if (next.video !== tracks.video) fitPicture(next.video, links.size);
      tracks = next;
      for (const link of links.values()) link.setTracks(next);
    },
    announce(message) {
      const before = live.get(message.type);
      if (keepObject<LiveState>(before, message) === before) return;
      live.set(message.type, message);
      for (const link of links.values()) link.sendLive(message);
    },
    pass(message) {
      for (const link of links.values()) link.sendLive(message);
    },
    close() {
      ice.close();
      for (const link of links.values()) link.close();
      links.clear();
      show();
    },
  };
}
