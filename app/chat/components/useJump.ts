import { useCallback, useEffect, useState } from "react";
import type { Timeline } from "../timeline.ts";

/** Returns a function that scrolls to a line, loading older pages if necessary, and highlights it briefly. */
export function useJump(timeline: Timeline, showNotice: (key: "chat.notHere") => void): (id: string) => void {
  const [target, setTarget] = useState<{ id: string } | null>(null);
  useEffect(() => {
    if (target === null) return;
    const line = document.getElementById(`line-${target.id}`);
    if (line === null) return;
    line.scrollIntoView({ block: "center" });
    line.focus({ preventScroll: true });
    const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!reducedMotion) line.animate([{ backgroundColor: "var(--mark)" }, {}], { duration: 1_200 });
  }, [target]);
  return useCallback(
    (id) =>
      void timeline.loadUntil(id).then((found) => {
        if (found) setTarget({ id });
        else showNotice("chat.notHere");
      }),
    [timeline, showNotice],
  );
}
