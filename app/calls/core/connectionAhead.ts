/**
 * The first connection of a page is made while there is time: it starts the browser's media engine, and has its places before
 * anybody waits for the offer. It is of use to who offers alone: who answers takes the places that were offered.
 */
import { type Connection, type ConnectionEvents, type MakeConnection, makeBrowserConnection } from "./connection.ts";

interface Ahead {
  readonly connection: Connection;
  /** Who has made it for themselves hears all that it told so far, and what comes. */
  giveTo(events: ConnectionEvents): void;
}

let ahead: Ahead | null = null;

/** Does nothing where there is one, or where a browser has none. */
export function makeAhead(): void {
  if ("RTCPeerConnection" in globalThis) ahead ??= make();
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

/** A real one: that which was made ahead, where it can be used. */
export const makeConnection: MakeConnection = (iceServers, events, offers) => {
  if (!offers || ahead === null) return makeBrowserConnection(iceServers, events, offers);
  const { connection, giveTo } = ahead;
  ahead = null;
  if (iceServers.length > 0) connection.setIceServers(iceServers);
  giveTo(events);
  return connection;
};
