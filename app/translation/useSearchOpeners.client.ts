import { type RefObject, useEffect } from "react";
import { useEventCallback } from "~/ui/useEventCallback.ts";

/** A finger that moved further, in CSS pixels, was scrolling. */
const TAP_RADIUS_PX = 10;

/** Calls `onOpen` for a press or a letter on the select, in place of its own list. Arrows still change it. */
export function useSearchOpeners(select: RefObject<HTMLSelectElement>, onOpen: (letter: string) => void): void {
  const handleOpen = useEventCallback(onOpen);
  useEffect(() => {
    const element = select.current;
    if (element === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    const open = (event: Event, letter = "") => {
      event.preventDefault();
      handleOpen(letter);
    };
    let start: Touch | undefined;
    element.addEventListener("mousedown", (event) => event.button === 0 && open(event), { signal });
    const onTouchStart = (event: TouchEvent) => {
      [start] = event.changedTouches;
    };
    element.addEventListener("touchstart", onTouchStart, { signal, passive: true });
    const onTouchEnd = (event: TouchEvent) => {
      const [end] = event.changedTouches;
      if (start === undefined || end === undefined || !event.cancelable) return;
      if (Math.hypot(end.clientX - start.clientX, end.clientY - start.clientY) <= TAP_RADIUS_PX) open(event);
    };
    element.addEventListener("touchend", onTouchEnd, { signal });
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey) return;
      if (key === "Enter" || key === " " || (altKey && key.startsWith("Arrow"))) open(event);
      else if ([...key].length === 1 && !altKey) open(event, key);
    };
    element.addEventListener("keydown", onKeyDown, { signal });
    return () => controller.abort();
  }, [select, handleOpen]);
}
