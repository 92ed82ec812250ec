import { useCallback, useEffect, useState } from "react";
import type { Timeline } from "../timeline.ts";

/** Goes to a line, to an older page if need be, and shows for a moment which it is. */
export function useJump(timeline: Timeline, say: (key: "chat.notHere") => void): (id: string) => void {
  const [target, setTarget] = useState<{ id: string } | null>(null);
  useEffect(() => {
    if (target === null) return;
    const line = document.getElementById(`line-${target.id}`);
    if (line === null) return;
    line.scrollIntoView({ block: "center" });
    line.focus({ preventScroll: true });
    const quiet = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!quiet) line.animate([{ backgroundColor: "var(--mark)" }, {}], { duration: 1_200 });
  }, [target]);
  return useCallback(
    (id) =>
      void timeline.loadUntil(id).then((found) => {
        if (found) setTarget({ id });
        else say("chat.notHere");
      }),
    [timeline, say],
  );
}
