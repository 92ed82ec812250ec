import { useEffect, useState, useSyncExternalStore } from "react";
import type { Timeline, TimelineSnapshot } from "./core/index.ts";

const lastSeq = ({ entries }: TimelineSnapshot): number =>
  entries.reduce((last, { delivery }) => (delivery.state === "sent" ? Math.max(last, delivery.seq) : last), 0);

/** How many lines of others came since the chat was last open. What was there when one came in is not new. */
export function useUnread(timeline: Timeline, open: boolean): number {
  const snapshot = useSyncExternalStore(timeline.subscribe, timeline.getSnapshot);
  const [seen, setSeen] = useState<number | null>(null);
  const last = lastSeq(snapshot);
  const loaded = snapshot.history.name !== "loading";
  useEffect(() => {
    if (open || (seen === null && loaded)) setSeen(last);
  }, [open, last, loaded, seen]);
  if (open || seen === null) return 0;
  return snapshot.entries.filter(({ mine, delivery }) => !mine && delivery.state === "sent" && delivery.seq > seen)
    .length;
}
