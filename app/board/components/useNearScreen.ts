import { type RefObject, useEffect, useRef } from "react";
import { useEventCallback } from "~/ui/useEventCallback.ts";

/** Two screens of a desktop, in pixels. */
const NEAR_PX = 2_000;

/** Calls `act` when the element comes near the screen, and again for each other `key` while it stays there. Null: never. */
export function useNearScreen<E extends Element>(key: string | null, act: () => void): RefObject<E> {
  const element = useRef<E>(null);
  const latest = useEventCallback(act);
  useEffect(() => {
    const target = element.current;
    if (key === null || target === null) return;
    // A slow page receives the entries of several frames at once.
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && latest(),
      { rootMargin: `${NEAR_PX}px` },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [key, latest]);
  return element;
}
