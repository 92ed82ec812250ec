import { type RefObject, useEffect, useRef } from "react";
import { useEventCallback } from "~/ui/useEventCallback.ts";

/** Two screens of a desktop, in pixels. */
const NEAR_PX = 2_000;

/** Calls `act` when the element comes near the screen, and again for each other `key` while it stays there. */
export function useNearScreen<E extends Element>(key: string | null, act: () => void): RefObject<E> {
  const element = useRef<E>(null);
  const latest = useEventCallback(act);
  useEffect(() => {
    const target = element.current;
    if (key === null || target === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest(), {
      rootMargin: `${NEAR_PX}px`,
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [key, latest]);
  return element;
}
