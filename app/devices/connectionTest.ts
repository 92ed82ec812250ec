/** Will a call work from here? Asked before one enters: the server, its socket, and the ways that picture and sound take. */
import type { Cancel, Clock } from "../lib/clock.ts";
import type { ConfiguredIceServer } from "../lib/loadContext.ts";

/**
 * How far media gets. `direct`: two connections of this page reach each other, and a server outside was reached or none is
 * known. `relayed`: by a relay alone. `local`: not out of this network. `none`: not even here.
 */
export type MediaReachability = "direct" | "relayed" | "local" | "none";

export interface ConnectionTestResult {
  /** Milliseconds to the server and back; null: not reached. */
  readonly serverRoundTripMs: number | null;
  /** The socket opened by which messages and the call's signals come. */
  readonly socketOpened: boolean;
  readonly media: MediaReachability;
  readonly relay: TestIceServers["relay"];
}

/**
 * The servers of a call, as far as they are had here. `relay`: among them; one that calls have and this page may not try
 * now; or none that is known.
 */
export interface TestIceServers {
  readonly servers: readonly ConfiguredIceServer[];
  readonly relay: "here" | "withheld" | "none";
}

/** What to expect, the worst first. `unsure`: by a relay that could not be tried, if at all. `slow`: all works, and will lag. */
export type ConnectionVerdict = "no-server" | "no-socket" | "no-media" | "unsure" | "slow" | "good";

/** What the page's connections found: kinds of candidates, and whether they reached each other. */
export interface GatheringResult {
  readonly candidateTypes: ReadonlySet<string>;
  readonly connected: boolean;
}

export interface ConnectionTestOptions {
  /** One small request to our own server. Rejects when it is not answered. */
  pingServer(signal: AbortSignal): Promise<unknown>;
  /** Opens and closes the socket. Rejects when it does not open. */
  openSocket(signal: AbortSignal): Promise<unknown>;
  /** Never rejects, and answers at the signal with what is known. Without a server outside only this network can be tried. */
  fetchIceServers(signal: AbortSignal): Promise<TestIceServers>;
  /** Two connections of this page to each other. What was found until the signal is the answer. */
  gatherCandidates(servers: TestIceServers["servers"], signal: AbortSignal): Promise<GatheringResult>;
  clock: Clock;
}

/** Each of the three may take so long, in milliseconds. */
export const CONNECTION_TEST_TIMEOUT_MS = 6_000;
/** Before the last of them, in milliseconds: a function may have to wake up first. */
export const ICE_SERVERS_TIMEOUT_MS = 4_000;
/** A server that answers later is slow, in milliseconds. */
export const SLOW_SERVER_MS = 800;

/** Looks at all three at once. Never rejects. */
export async function testConnection(options: ConnectionTestOptions): Promise<ConnectionTestResult> {
  const { pingServer, openSocket, fetchIceServers, gatherCandidates, clock } = options;
  const cancelTimers: Cancel[] = [];
  const timeoutSignal = (milliseconds: number): AbortSignal => {
    const controller = new AbortController();
    cancelTimers.push(clock.after(milliseconds, () => controller.abort()));
    return controller.signal;
  };
  const signal = timeoutSignal(CONNECTION_TEST_TIMEOUT_MS);
  const timedOut = new Promise<"late">((resolve) => signal.addEventListener("abort", () => resolve("late")));
  const succeedsInTime = async (work: Promise<unknown>) => {
    const succeeded = work.then(
      () => true,
      () => false,
    );
    return (await Promise.race([succeeded, timedOut])) === true;
  };
  const testMedia = async () => {
    const { servers, relay } = await fetchIceServers(timeoutSignal(ICE_SERVERS_TIMEOUT_MS));
    const gathered = await gatherCandidates(servers, timeoutSignal(CONNECTION_TEST_TIMEOUT_MS)).catch(
      () => NOTHING_GATHERED,
    );
    return { media: mediaReachability(gathered, servers.length > 0), relay };
  };
  const startedAt = clock.now();
  const server = succeedsInTime(pingServer(signal)).then((reached) => (reached ? clock.now() - startedAt : null));
  const [reached, socketOpened, media] = await Promise.all([server, succeedsInTime(openSocket(signal)), testMedia()]);
  for (const cancel of cancelTimers) cancel();
  return { serverRoundTripMs: reached, socketOpened, ...media };
}

const NOTHING_GATHERED: GatheringResult = { candidateTypes: new Set(), connected: false };

function mediaReachability({ candidateTypes, connected }: GatheringResult, hasIceServers: boolean): MediaReachability {
  // A relay answered, so media gets out by it whatever the ways of this network are.
  if (!connected) return candidateTypes.has("relay") ? "relayed" : "none";
  if (!hasIceServers || candidateTypes.has("srflx") || candidateTypes.has("prflx")) return "direct";
  return candidateTypes.has("relay") ? "relayed" : "local";
}

export function connectionVerdict({
  serverRoundTripMs,
  socketOpened,
  media,
  relay,
}: ConnectionTestResult): ConnectionVerdict {
  if (serverRoundTripMs === null) return "no-server";
  if (!socketOpened) return "no-socket";
  if (media === "none" || media === "local") return relay === "withheld" ? "unsure" : "no-media";
  return serverRoundTripMs > SLOW_SERVER_MS ? "slow" : "good";
}
