/**
 * Creates a page's first connection ahead of time. This starts the browser's media engine and adds transceivers and tracks
 * before anybody waits for an offer. Only the offering side can use it: the answering side takes the offer's transceivers.
 */
import { systemClock } from "../lib/clock.ts";
import { relayOnly } from "../lib/relayOnly.ts";
import type { Store } from "../lib/store.ts";
import {
  type CreatePeerConnection,
  createBrowserPeerConnection,
  type PeerConnection,
  type PeerConnectionEvents,
} from "./peerConnection.ts";
import type { SentTracks } from "./transport.ts";

interface PrewarmedConnection {
  readonly connection: PeerConnection;
  /** Replays past events to `events`, then forwards new ones. */
  attach(events: PeerConnectionEvents): void;
}

let prewarmed: PrewarmedConnection | null = null;

type LocalTracks = Pick<SentTracks, "audio" | "video">;

/** The live tracks of a page's devices. */
export type LocalTrackSource = Pick<Store<{ readonly tracks: LocalTracks }>, "getSnapshot" | "subscribe">;

/**
 * Creates the connection and keeps the tracks of `devices` on it until it is taken or the returned function is called.
 * Nothing is sent: it has no remote peer. Does nothing in a browser without WebRTC.
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
  const forwarded = new Proxy({} as PeerConnectionEvents, {
    get:
      (_, name: keyof PeerConnectionEvents) =>
      (...given: unknown[]) =>
        emit((events) => Reflect.apply(events[name], events, given)),
  });
  const connection = createBrowserPeerConnection([], forwarded, true);
  connection.addTransceivers();
  return {
    connection,
    attach(events) {
      receiver = events;
      for (const event of bufferedEvents.splice(0)) event(events);
    },
  };
}

/** Closing blocks the main thread, so the answering side waits until the first video frame was shown. */
const DISPOSE_DELAY_MS = 5_000;

/** Returns the pre-warmed connection if this side offers, else a new one. */
export const takeConnection: CreatePeerConnection = (iceServers, events, offers) => {
  if (prewarmed === null) return createBrowserPeerConnection(iceServers, events, offers);
  const { connection, attach } = prewarmed;
  prewarmed = null;
  if (!offers) {
    systemClock.after(DISPOSE_DELAY_MS, connection.close);
    return createBrowserPeerConnection(iceServers, events, offers);
  }
  // The preference may have changed since the connection was created.
  if (iceServers.length > 0 || relayOnly().getSnapshot()) connection.setIceServers(iceServers);
  attach(events);
  return connection;
};
