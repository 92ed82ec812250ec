/** Tests before joining whether a call will work: the server, its socket, and the network paths of media. */
import type { Cancel, Clock } from "../lib/clock.ts";
import type { ConfiguredIceServer } from "../lib/loadContext.ts";

/**
 * How far media gets. `direct`: two connections of this page reach each other, and an ICE server was reached or none is
 * configured. `relayed`: through a relay only. `local`: not out of this network. `none`: not even within it.
 */
export type MediaReachability = "direct" | "relayed" | "local" | "none";

export interface ConnectionTestResult {
  /** Null if the server was not reached. */
  readonly serverRoundTripMs: number | null;
  /** Whether the Realtime socket opened. It carries messages and signalling. */
  readonly socketOpened: boolean;
  readonly media: MediaReachability;
  readonly relay: TestIceServers["relay"];
}

/**
 * A call's ICE servers, as far as this page may use them. `relay`: `here` if one is among them, `withheld` if calls have one
 * that this page may not test now, `none` if no relay is known.
 */
export interface TestIceServers {
  readonly servers: readonly ConfiguredIceServer[];
  readonly relay: "here" | "withheld" | "none";
}

/** Worst first. `unsure`: a relay that could not be tested may help. `slow`: everything works, with delay. */
export type ConnectionVerdict = "no-server" | "no-socket" | "no-media" | "unsure" | "slow" | "good";

/** Candidate types that the page's two connections gathered, and whether they reached each other. */
export interface GatheringResult {
  readonly candidateTypes: ReadonlySet<string>;
  readonly connected: boolean;
}

export interface ConnectionTestOptions {
  /** Sends one small request to our server. Rejects if it fails. */
  pingServer(signal: AbortSignal): Promise<unknown>;
  /** Opens and closes the socket. Rejects if it does not open. */
  openSocket(signal: AbortSignal): Promise<unknown>;
  /** Never rejects; on abort it resolves with the public servers. Without servers the test covers this network only. */
  fetchIceServers(signal: AbortSignal): Promise<TestIceServers>;
  /** Connects two connections of this page to each other. On abort it resolves with the findings so far. */
  gatherCandidates(servers: TestIceServers["servers"], signal: AbortSignal): Promise<GatheringResult>;
  clock: Clock;
}

/** Timeout of each of the three tests. */
export const CONNECTION_TEST_TIMEOUT_MS = 6_000;
/** Timeout before the media test: an edge function may have a cold start. */
export const ICE_SERVERS_TIMEOUT_MS = 4_000;
/** A longer round trip counts as slow. */
export const SLOW_SERVER_MS = 800;

/** Runs all three tests in parallel. Never rejects. */
export async function testConnection(options: ConnectionTestOptions): Promise<ConnectionTestResult> {
  const { pingServer, openSocket, fetchIceServers, gatherCandidates, clock } = options;
  const cancelTimers: Cancel[] = [];
  const timeoutSignal = (timeoutMs: number): AbortSignal => {
    const controller = new AbortController();
    cancelTimers.push(clock.after(timeoutMs, () => controller.abort()));
    return controller.signal;
  };
  const signal = timeoutSignal(CONNECTION_TEST_TIMEOUT_MS);
  const timedOut = new Promise<false>((resolve) => signal.addEventListener("abort", () => resolve(false)));
  const succeedsInTime = async (work: Promise<unknown>) => {
    const succeeded = work.then(
      () => true,
      () => false,
    );
    return await Promise.race([succeeded, timedOut]);
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
  const [serverRoundTripMs, socketOpened, media] = await Promise.all([
    server,
    succeedsInTime(openSocket(signal)),
    testMedia(),
  ]);
  for (const cancel of cancelTimers) cancel();
  return { serverRoundTripMs, socketOpened, ...media };
}

const NOTHING_GATHERED: GatheringResult = { candidateTypes: new Set(), connected: false };

function mediaReachability({ candidateTypes, connected }: GatheringResult, hasIceServers: boolean): MediaReachability {
  // A relay responded, so media gets out through it whatever this network allows.
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
