import type { Line } from "#contracts/lines.ts";
import type { Clock } from "../../lib/clock.ts";
import { COVERAGE_GRACE_MS } from "../timelineEntry.ts";

/** Remembers when the current revision of each line arrived. */
export function createLineArrivals(clock: Clock) {
  const arrivals = new Map<string, { readonly revision: number; readonly at: number }>();
  return {
    note({ id, revision }: Line) {
      if (arrivals.get(id)?.revision !== revision) arrivals.set(id, { revision, at: clock.now() });
    },
    forget: (id: string) => arrivals.delete(id),
    /** Returns whether the line's text is older than the grace period for translations. */
    isLate: ({ id }: Line) => clock.now() - (arrivals.get(id)?.at ?? clock.now()) >= COVERAGE_GRACE_MS,
  };
}
