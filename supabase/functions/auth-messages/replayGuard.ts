/** Remembers the requests of the last minutes, because a signature stays valid for five. */

/** The signature is valid from five minutes before its time to five minutes after. */
const WINDOW_MS = 10 * 60_000;
/** Only signed requests are remembered, so nobody but Auth fills this. */
const MAX_IDS = 10_000;

export interface ReplayGuard {
  /** Returns whether the id is new, and remembers it. */
  admit(id: string): boolean;
}

/** Each process has its own: a request that is repeated at another one is stopped by the email provider's idempotency key. */
export function createReplayGuard(now: () => number): ReplayGuard {
  /** In order of arrival. */
  const seen = new Map<string, number>();
  return {
    admit(id) {
      for (const [old, at] of seen) {
        if (now() - at < WINDOW_MS && seen.size < MAX_IDS) break;
        seen.delete(old);
      }
      if (seen.has(id)) return false;
      seen.set(id, now());
      return true;
    },
  };
}
