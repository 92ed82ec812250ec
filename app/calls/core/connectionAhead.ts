/**
 * The first connection of a page is made while there is time: it starts the browser's media engine, and has its places and
 * this person's tracks before anybody waits for the offer. It is of use to who offers alone: who answers takes the places
 * that were offered.
 */
import { systemClock } from "../../platform/clock.ts";
import type { Store } from "../../platform/store.ts";
import { type Connection, type ConnectionEvents, type MakeConnection, makeBrowserConnection } from "./connection.ts";
import type { LocalTracks } from "./transport.ts";

interface Ahead {
  readonly connection: Connection;
  /** Who has made it for themselves hears all that it told so far, and what comes. */
  giveTo(events: ConnectionEvents): void;
}

let ahead: Ahead | null = null;

/** What is live of a page's devices. */
export type OwnTracks = Pick<Store<{ readonly tracks: LocalTracks }>, "getSnapshot" | "subscribe">;

/**
 * It has the tracks of `devices` until it is taken, or the answer is called. Nothing leaves by them before: it is connected to
 * nobody. Does nothing where a browser has no connections.
 */
export function makeAhead(devices: OwnTracks): () => void {
  if (!("RTCPeerConnection" in globalThis)) return () => {};
  ahead ??= make();
  const mine = ahead;
  const give = ({ audio, video }: LocalTracks) => {
    if (ahead !== mine) return;
    mine.connection.send("audio", audio);
    mine.connection.send("video", video);
  };
  const follow = () => give(devices.getSnapshot().tracks);
  follow();
  const end = devices.subscribe(follow);
  return () => {
    end();
    give({ audio: null, video: null });
  };
}

function make(): Ahead {
  let taker: ConnectionEvents | null = null;
  const told: ((events: ConnectionEvents) => void)[] = [];
  const tell = (event: (events: ConnectionEvents) => void) => {
    if (taker === null) told.push(event);
    else event(taker);
  };
  const connection = makeBrowserConnection(
    [],
    {
      candidate: (candidate) => tell((events) => events.candidate(candidate)),
      stateChanged: () => tell((events) => events.stateChanged()),
      negotiationNeeded: () => tell((events) => events.negotiationNeeded()),
      track: (name, track) => tell((events) => events.track(name, track)),
      liveOpened: () => tell((events) => events.liveOpened()),
      live: (data) => tell((events) => events.live(data)),
    },
    true,
  );
  connection.prepare();
  return {
    connection,
    giveTo(events) {
      taker = events;
      for (const event of told.splice(0)) event(events);
    },
  };
}

/** Whoever answers has no use for it, and what ends it holds up the page: that waits until the first picture is through. */
const LET_GO_AFTER = 5_000;

/** A real one: that which was made ahead, where it can be used. */
export const makeConnection: MakeConnection = (iceServers, events, offers) => {
  if (ahead === null) return makeBrowserConnection(iceServers, events, offers);
  const { connection, giveTo } = ahead;
  ahead = null;
  if (!offers) {
    systemClock.after(LET_GO_AFTER, connection.close);
    return makeBrowserConnection(iceServers, events, offers);
  }
  if (iceServers.length > 0) connection.setIceServers(iceServers);
  giveTo(events);
  return connection;
};
