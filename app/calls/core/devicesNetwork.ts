/** Will a call work from here? Asked before one enters: the server, its socket, and the ways that picture and sound take. */
import type { Clock } from "../../platform/clock.ts";

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
}

/** What to expect, the worst first. `slow`: all works, and will lag. */
export type NetworkVerdict = "no-server" | "no-socket" | "no-media" | "slow" | "good";

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
  /** Two connections of this page to each other. What was found until the signal is the answer. */
  gather(signal: AbortSignal): Promise<Gathered>;
  /** Whether servers outside are known for `gather`: without one only this network can be tried. */
  outside: boolean;
  clock: Clock;
}

/** Each of the three may take so long, in milliseconds. */
export const NETWORK_LIMIT = 6_000;
/** A server that answers later is slow, in milliseconds. */
export const SLOW = 800;

/** Looks at all three at once. Never rejects. */
export async function checkNetwork({
  ask,
  openSocket,
  gather,
  outside,
  clock,
}: NetworkParts): Promise<NetworkFindings> {
  const limit = new AbortController();
  const cancel = clock.after(NETWORK_LIMIT, () => limit.abort());
  const { signal } = limit;
  const late = new Promise<"late">((resolve) => signal.addEventListener("abort", () => resolve("late")));
  const inTime = async (work: Promise<unknown>) => {
    const done = work.then(
      () => true,
      () => false,
    );
    return (await Promise.race([done, late])) === true;
  };
  const began = clock.now();
  const server = inTime(ask(signal)).then((reached) => (reached ? clock.now() - began : null));
  const [reached, socket, found] = await Promise.all([
    server,
    inTime(openSocket(signal)),
    gather(signal).catch(() => ({ kinds: new Set<string>(), connected: false })),
  ]);
  cancel();
  return { server: reached, socket, media: reachOf(found, outside) };
}

function reachOf({ kinds, connected }: Gathered, outside: boolean): MediaReach {
  // A relay answered, so media gets out by it whatever the ways of this network are.
  if (!connected) return kinds.has("relay") ? "relayed" : "none";
  if (!outside || kinds.has("srflx") || kinds.has("prflx")) return "direct";
  return kinds.has("relay") ? "relayed" : "local";
}

export function judgeNetwork({ server, socket, media }: NetworkFindings): NetworkVerdict {
  if (server === null) return "no-server";
  if (!socket) return "no-socket";
  if (media === "none" || media === "local") return "no-media";
  return server > SLOW ? "slow" : "good";
}
