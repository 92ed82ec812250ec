/**
 * The first connection of a page is made while there is time: it starts the browser's media engine, and has its places and
 * this person's tracks before anybody waits for the offer. It is of use to who offers alone: who answers takes the places
 * that were offered.
 */
import { systemClock } from "../lib/clock.ts";
import type { Store } from "../lib/store.ts";
import {
  type CreatePeerConnection,
  createBrowserPeerConnection,
  type PeerConnection,
  type PeerConnectionEvents,
} from "./peerConnection.ts";
import type { LocalTracks } from "./transport.ts";

interface PrewarmedConnection {
  readonly connection: PeerConnection;
  /** Who has made it for themselves hears all that it told so far, and what comes. */
  attach(events: PeerConnectionEvents): void;
}

let prewarmed: PrewarmedConnection | null = null;

/** What is live of a page's devices. */
export type LocalTrackSource = Pick<Store<{ readonly tracks: LocalTracks }>, "getSnapshot" | "subscribe">;

/**
 * It has the tracks of `devices` until it is taken, or the answer is called. Nothing leaves by them before: it is connected to
 * nobody. Does nothing where a browser has no connections.
 */
export function prewarm(devices: LocalTrackSource): () => void {
  if (!("RTCPeerConnection" in globalThis)) return () => {};
  prewarmed ??= createPrewarmed();
  const ownPrewarmed = prewarmed;
  const setTracks = ({ audio, video }: LocalTracks) => {
    if (prewarmed !== ownPrewarmed) return;
    ownPrewarmed.connection.setTrack("audio", audio);
    ownPrewarmed.connection.setTrack("video", video);
  };
  const syncTracks = () => setTracks(devices.getSnapshot().tracks);
  syncTracks();
  const unsubscribe = devices.subscribe(syncTracks);
  return () => {
    unsubscribe();
    setTracks({ audio: null, video: null });
  };
}

function createPrewarmed(): PrewarmedConnection {
  let receiver: PeerConnectionEvents | null = null;
  const bufferedEvents: ((events: PeerConnectionEvents) => void)[] = [];
  const emit = (event: (events: PeerConnectionEvents) => void) => {
    if (receiver === null) bufferedEvents.push(event);
    else event(receiver);
  };
  const connection = createBrowserPeerConnection(
    [],
    {
      onCandidate: (candidate) => emit((events) => events.onCandidate(candidate)),
      onStateChange: () => emit((events) => events.onStateChange()),
      onNegotiationNeeded: () => emit((events) => events.onNegotiationNeeded()),
      onTrack: (name, track) => emit((events) => events.onTrack(name, track)),
      onDataChannelOpen: () => emit((events) => events.onDataChannelOpen()),
      onData: (data) => emit((events) => events.onData(data)),
    },
    true,
  );
  connection.addTransceivers();
  return {
    connection,
    attach(events) {
      receiver = events;
      for (const event of bufferedEvents.splice(0)) event(events);
    },
  };
}

/** Whoever answers has no use for it, and what ends it holds up the page: that waits until the first picture is through. */
const DISPOSE_DELAY_MS = 5_000;

/** A real one: that which was made ahead, where it can be used. */
export const takeConnection: CreatePeerConnection = (iceServers, events, offers) => {
  if (prewarmed === null) return createBrowserPeerConnection(iceServers, events, offers);
  const { connection, attach } = prewarmed;
  prewarmed = null;
  if (!offers) {
    systemClock.after(DISPOSE_DELAY_MS, connection.close);
    return createBrowserPeerConnection(iceServers, events, offers);
  }
  if (iceServers.length > 0) connection.setIceServers(iceServers);
  attach(events);
  return connection;
};
