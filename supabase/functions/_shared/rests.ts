/** Servers of others that fail are left alone for a while: a dead one costs its time limit once, and not each time. */

/** Milliseconds for which a failing one is left alone, and one whose provider gives no more. */
export const REST = { failing: 30_000, spent: 600_000 } as const;

export interface Rests<Server, Why> {
  /** Why it rests: told again to those who come meanwhile. Undefined when it does not. */
  of(server: Server): Why | undefined;
  begin(server: Server, why: Why, span: number): void;
}

/** `now`: milliseconds, of any origin. */
export function makeRests<Server, Why>(now: () => number): Rests<Server, Why> {
  const rests = new Map<Server, { readonly until: number; readonly why: Why }>();
  return {
    of: (server) => {
      const rest = rests.get(server);
      return rest !== undefined && now() < rest.until ? rest.why : undefined;
    },
    begin: (server, why, span) => {
      rests.set(server, { until: now() + span, why });
    },
  };
}
