import { type PointerEvent, useEffect, useRef } from "react";

/** Milliseconds that a finger rests, as systems have it. */
const LONG_PRESS_MS = 500;
/** Pixels that a resting finger may move. */
const MOVE_TOLERANCE_PX = 10;

/** For a finger alone: a mouse has its buttons, and marks words. */
export function useLongPress(act: () => void) {
  const begun = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const end = () => {
    clearTimeout(begun.current?.timer);
    begun.current = null;
  };
  useEffect(() => () => clearTimeout(begun.current?.timer), []);
  return {
    onPointerDown(event: PointerEvent) {
      end();
      if (event.pointerType !== "touch") return;
      begun.current = { timer: setTimeout(act, LONG_PRESS_MS), x: event.clientX, y: event.clientY };
    },
    onPointerMove(event: PointerEvent) {
      const from = begun.current;
      if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > MOVE_TOLERANCE_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
