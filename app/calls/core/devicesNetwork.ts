/** Will a call work from here? Asked before one enters: the server, its socket, and the ways that picture and sound take. */
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { IceServer } from "../../platform/context.ts";

/**
 * How far media gets. `direct`: two connections of this page reach each other, and a server outside was reached or none is
 * known. `relayed`: by a relay alone. `local`: not out of this network. `none`: not even here.
 */
export type MediaReach = "direct" | "relayed" | "local" | "none";

export interface NetworkFindings {
  /** Milliseconds to the server and back; null: not reached. */
  readonly server: number | null;
  /** The socket opened by which messages and the call's signals come. */
  readonly socket: boolean;
  readonly media: MediaReach;
  readonly relay: CallServers["relay"];
}

/**
 * The servers of a call, as far as they are had here. `relay`: among them; one that calls have and this page may not try
 * now; or none that is known.
 */
export interface CallServers {
  readonly servers: readonly IceServer[];
  readonly relay: "here" | "withheld" | "none";
}

/** What to expect, the worst first. `unsure`: by a relay that could not be tried, if at all. `slow`: all works, and will lag. */
export type NetworkVerdict = "no-server" | "no-socket" | "no-media" | "unsure" | "slow" | "good";

/** What the page's connections found: kinds of candidates, and whether they reached each other. */
export interface Gathered {
  readonly kinds: ReadonlySet<string>;
  readonly connected: boolean;
}

export interface NetworkParts {
  /** One small request to our own server. Rejects when it is not answered. */
  ask(signal: AbortSignal): Promise<unknown>;
  /** Opens and closes the socket. Rejects when it does not open. */
  openSocket(signal: AbortSignal): Promise<unknown>;
  /** Never rejects, and answers at the signal with what is known. Without a server outside only this network can be tried. */
  findServers(signal: AbortSignal): Promise<CallServers>;
  /** Two connections of this page to each other. What was found until the signal is the answer. */
  gather(servers: CallServers["servers"], signal: AbortSignal): Promise<Gathered>;
  clock: Clock;
}

/** Each of the three may take so long, in milliseconds. */
export const NETWORK_LIMIT = 6_000;
/** Before the last of them, in milliseconds: a function may have to wake up first. */
export const SERVERS_LIMIT = 4_000;
/** A server that answers later is slow, in milliseconds. */
export const SLOW = 800;

/** Looks at all three at once. Never rejects. */
export async function checkNetwork(parts: NetworkParts): Promise<NetworkFindings> {
  const { ask, openSocket, findServers, gather, clock } = parts;
  const limits: Cancel[] = [];
  const within = (milliseconds: number): AbortSignal => {
    const limit = new AbortController();
    limits.push(clock.after(milliseconds, () => limit.abort()));
    return limit.signal;
  };
  const signal = within(NETWORK_LIMIT);
  const late = new Promise<"late">((resolve) => signal.addEventListener("abort", () => resolve("late")));
  const inTime = async (work: Promise<unknown>) => {
    const done = work.then(
      () => true,
      () => false,
    );
    return (await Promise.race([done, late])) === true;
  };
  const tryMedia = async () => {
    const { servers, relay } = await findServers(within(SERVERS_LIMIT));
    const found = await gather(servers, within(NETWORK_LIMIT)).catch(() => NOTHING);
    return { media: reachOf(found, servers.length > 0), relay };
  };
  const began = clock.now();
  const server = inTime(ask(signal)).then((reached) => (reached ? clock.now() - began : null));
  const [reached, socket, media] = await Promise.all([server, inTime(openSocket(signal)), tryMedia()]);
  for (const cancel of limits) cancel();
  return { server: reached, socket, ...media };
}

const NOTHING: Gathered = { kinds: new Set(), connected: false };

function reachOf({ kinds, connected }: Gathered, outside: boolean): MediaReach {
  // A relay answered, so media gets out by it whatever the ways of this network are.
  if (!connected) return kinds.has("relay") ? "relayed" : "none";
  if (!outside || kinds.has("srflx") || kinds.has("prflx")) return "direct";
  return kinds.has("relay") ? "relayed" : "local";
}

export function judgeNetwork({ server, socket, media, relay }: NetworkFindings): NetworkVerdict {
  if (server === null) return "no-server";
  if (!socket) return "no-socket";
  if (media === "none" || media === "local") return relay === "withheld" ? "unsure" : "no-media";
  return server > SLOW ? "slow" : "good";
}
