import { useEffect, useRef, useState } from "react";
import { type Occupancy, occupancySchema } from "./occupancy.ts";

const POLL_MS = 10_000;
/** A visitor who waits for a place sees it soon. */
const FULL_POLL_MS = 3_000;

/**
 * Returns the occupancy of the meeting, read again while the page is visible, and at once when the visitor comes back from the
 * call. A failed request changes nothing.
 */
export function useOccupancy(path: string, initial: Occupancy, enabled: boolean): Occupancy {
  const [latest, setLatest] = useState(initial);
  const { isFull } = latest;
  const isFresh = useRef(true);
  useEffect(() => {
    if (!enabled) return;
    const controller = new AbortController();
    const read = async () => {
      if (document.hidden) return;
      try {
        const response = await fetch(`${path}/inside`, { signal: controller.signal });
        const { data } = occupancySchema.safeParse(await response.json());
        if (data !== undefined && !controller.signal.aborted) setLatest(data);
      } catch {
        // Offline, no JSON, or the page left. The next request may succeed.
      }
    };
    if (!isFresh.current) void read();
    const timer = setInterval(read, isFull ? FULL_POLL_MS : POLL_MS);
    document.addEventListener("visibilitychange", read, { signal: controller.signal });
    return () => {
      isFresh.current = false;
      clearInterval(timer);
      controller.abort();
    };
  }, [path, enabled, isFull]);
  return latest;
}
