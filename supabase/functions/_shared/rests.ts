/** Servers of others that fail are left alone for a while: a dead one costs its time limit now and then, not each time. */

/**
 * Milliseconds. One that fails is left alone for a moment, and twice as long each time that it fails again: one slow
 * answer is no dead server. `spent`: one whose provider gives no more.
 */
export const REST = { first: 2_000, longest: 32_000, spent: 600_000 } as const;

export interface Rests<Server, Why> {
  /** Why it rests: told again to those who come meanwhile. Undefined when it does not. */
  of(server: Server): Why | undefined;
  failed(server: Server, why: Why): void;
  spent(server: Server, why: Why): void;
  /** Its next failure is a first one again. */
  answered(server: Server): void;
}

/** `now`: milliseconds, of any origin. */
export function makeRests<Server, Why>(now: () => number): Rests<Server, Why> {
  interface Rest {
    readonly until: number;
    readonly span: number;
    readonly why: Why;
  }
  const rests = new Map<Server, Rest>();
  const resting = (server: Server) => {
    const rest = rests.get(server);
    return rest !== undefined && now() < rest.until ? rest : undefined;
  };
  const begin = (server: Server, span: number, why: Why) => rests.set(server, { until: now() + span, span, why });
  return {
    of: (server) => resting(server)?.why,
    failed(server, why) {
      // Requests that were under way together fail together: once.
      if (resting(server) !== undefined) return;
      const before = rests.get(server);
      begin(server, before === undefined ? REST.first : Math.min(2 * before.span, REST.longest), why);
    },
    spent: (server, why) => void begin(server, REST.spent, why),
    answered: (server) => void rests.delete(server),
  };
}
