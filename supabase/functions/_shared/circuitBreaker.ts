/** Servers of others that fail are left alone for a while: a dead one costs its time limit now and then, not each time. */

/**
 * Milliseconds. One that fails is left alone for a moment, and twice as long each time that it fails again: one slow
 * answer is no dead server. `spent`: one whose provider gives no more.
 */
export const BACKOFF = { initialMs: 2_000, maxMs: 32_000, quotaMs: 600_000 } as const;

export interface CircuitBreaker<Server, Why> {
  /** Why it rests: told again to those who come meanwhile. Undefined when it does not. */
  openReason(server: Server): Why | undefined;
  recordFailure(server: Server, why: Why): void;
  recordQuotaExceeded(server: Server, why: Why): void;
  /** Its next failure is a first one again. */
  recordSuccess(server: Server): void;
}

/** `now`: milliseconds, of any origin. */
export function createCircuitBreaker<Server, Why>(now: () => number): CircuitBreaker<Server, Why> {
  interface OpenState {
    readonly until: number;
    readonly span: number;
    readonly why: Why;
  }
  const openStates = new Map<Server, OpenState>();
  const currentState = (server: Server) => {
    const rest = openStates.get(server);
    return rest !== undefined && now() < rest.until ? rest : undefined;
  };
  const open = (server: Server, span: number, why: Why) => openStates.set(server, { until: now() + span, span, why });
  return {
    openReason: (server) => currentState(server)?.why,
    recordFailure(server, why) {
      // Requests that were under way together fail together: once.
      if (currentState(server) !== undefined) return;
      const before = openStates.get(server);
      open(server, before === undefined ? BACKOFF.initialMs : Math.min(2 * before.span, BACKOFF.maxMs), why);
    },
    recordQuotaExceeded: (server, why) => void open(server, BACKOFF.quotaMs, why),
    recordSuccess: (server) => void openStates.delete(server),
  };
}
