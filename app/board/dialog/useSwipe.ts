import { type TouchEvent, useRef } from "react";

/** A shorter movement is a tap: pixels. */
const MIN_DISTANCE = 60;
/** A swipe is at least this much wider than high. */
const MIN_SLOPE = 2;

interface SwipeHandlers {
  onTouchStart(event: TouchEvent): void;
  onTouchEnd(event: TouchEvent): void;
  onTouchCancel(): void;
}

/** Calls `onSwipe` after a horizontal swipe with one finger. Controls of players take their own. */
export function useSwipe(onSwipe: (towards: "left" | "right") => void): SwipeHandlers {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart(event) {
      const touch = event.touches.item(0);
      const isControl = event.target instanceof Element && event.target.closest("audio, video, button");
      start.current = event.touches.length === 1 && touch && !isControl ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd(event) {
      const touch = event.changedTouches.item(0);
      const from = start.current;
      start.current = null;
      if (from === null || touch === null) return;
      const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
      if (Math.abs(x) >= MIN_DISTANCE && Math.abs(x) >= MIN_SLOPE * Math.abs(y)) onSwipe(x < 0 ? "left" : "right");
    },
    onTouchCancel() {
      start.current = null;
    },
  };
}
