import { type PointerEvent, useEffect, useRef } from "react";

/** The usual value of operating systems. */
const LONG_PRESS_MS = 500;
const MOVE_TOLERANCE_PX = 10;

/** Returns handlers that call `onLongPress` for touch only: a mouse has other buttons and selects text. */
export function useLongPress(onLongPress: () => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const cancel = () => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  return {
    onPointerDown(event: PointerEvent) {
      cancel();
      if (event.pointerType !== "touch") return;
      press.current = { timer: setTimeout(onLongPress, LONG_PRESS_MS), x: event.clientX, y: event.clientY };
    },
    onPointerMove(event: PointerEvent) {
      const start = press.current;
      if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > MOVE_TOLERANCE_PX) cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
  };
}
