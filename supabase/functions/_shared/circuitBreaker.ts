/** Circuit breaker for third-party servers, so that a dead server does not cost its timeout in every request. */

/**
 * A failing server is paused for `initialMs`, and twice as long after each further failure, because one slow response does
 * not mean a dead server. A server whose provider reports an exhausted quota is paused for `quotaMs`.
 */
export const BACKOFF = { initialMs: 2_000, maxMs: 32_000, quotaMs: 600_000 } as const;

/** Servers whose failures are remembered. Beyond that, the one that failed longest ago is forgotten. */
const MAX_FAILED_SERVERS = 1_000;

export interface CircuitBreaker<Server, Why> {
  /** Returns the failure that paused the server, or undefined if it may be requested. */
  openReason(server: Server): Why | undefined;
  /** Returns the milliseconds until the server may be requested; 0 if it may be now. */
  remainingMs(server: Server): number;
  recordFailure(server: Server, why: Why): void;
  recordQuotaExceeded(server: Server, why: Why): void;
  /** Resets the backoff. */
  recordSuccess(server: Server): void;
}

/** `now` returns milliseconds of any origin. */
export function createCircuitBreaker<Server, Why>(now: () => number): CircuitBreaker<Server, Why> {
  interface OpenState {
    readonly until: number;
    readonly span: number;
    readonly why: Why;
  }
  const openStates = new Map<Server, OpenState>();
  const currentState = (server: Server) => {
    const state = openStates.get(server);
    return state !== undefined && now() < state.until ? state : undefined;
  };
  function open(server: Server, span: number, why: Why) {
    openStates.delete(server);
    openStates.set(server, { until: now() + span, span, why });
    const [oldest] = openStates.keys();
    if (openStates.size > MAX_FAILED_SERVERS && oldest !== undefined) openStates.delete(oldest);
  }
  return {
    openReason: (server) => currentState(server)?.why,
    remainingMs: (server) => Math.ceil((currentState(server)?.until ?? now()) - now()),
    recordFailure(server, why) {
      // Simultaneous requests fail together, which counts as one failure.
      if (currentState(server) !== undefined) return;
      const previous = openStates.get(server);
      open(server, previous === undefined ? BACKOFF.initialMs : Math.min(2 * previous.span, BACKOFF.maxMs), why);
    },
    recordQuotaExceeded: (server, why) => open(server, BACKOFF.quotaMs, why),
    recordSuccess: (server) => void openStates.delete(server),
  };
}

export interface ResponseWatch<Server> {
  /** Records that the server responded. */
  record(server: Server): void;
  /** Returns a function that returns whether the server has responded since. */
  watch(server: Server): () => boolean;
}

/** A server that responds to other requests while one fails is not dead, it only fails with that request. */
export function createResponseWatch<Server>(): ResponseWatch<Server> {
  const counts = new Map<Server, number>();
  const countOf = (server: Server) => counts.get(server) ?? 0;
  return {
    record: (server) => void counts.set(server, countOf(server) + 1),
    watch(server) {
      const before = countOf(server);
      return () => countOf(server) !== before;
    },
  };
}
