import { type PointerEvent, type RefObject, useRef, useState } from "react";

/** A shorter drag is a tap. CSS pixels. */
const TAP_DISTANCE_PX = 6;
/** A longer drag changes the height. CSS pixels. */
const DRAG_DISTANCE_PX = 40;

/** The height of a sheet on a phone. A tap on its handle or a drag changes it; a drag down from half height closes it. */
export function useSheetHeight(sheet: RefObject<HTMLElement>, onClose: () => void) {
  const [height, setHeight] = useState<"half" | "full">("half");
  const startY = useRef<number | null>(null);
  /** The click that ends a drag must not count as a tap. */
  const dragged = useRef(false);
  const follow = (distance: number | null) => {
    if (sheet.current !== null) sheet.current.style.translate = distance === null ? "" : `0 ${Math.max(0, distance)}px`;
  };
  const distanceOf = ({ clientY }: PointerEvent) => (startY.current === null ? 0 : clientY - startY.current);
  return {
    height,
    handleProps: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        event.currentTarget.setPointerCapture(event.pointerId);
        startY.current = event.clientY;
        dragged.current = false;
      },
      onPointerMove(event: PointerEvent) {
        if (startY.current === null) return;
        if (Math.abs(distanceOf(event)) > TAP_DISTANCE_PX) dragged.current = true;
        follow(distanceOf(event));
      },
      onPointerUp(event: PointerEvent) {
        const distance = distanceOf(event);
        startY.current = null;
        follow(null);
        if (distance < -DRAG_DISTANCE_PX) setHeight("full");
        else if (distance > DRAG_DISTANCE_PX && height === "full") setHeight("half");
        else if (distance > DRAG_DISTANCE_PX) onClose();
      },
      onPointerCancel() {
        startY.current = null;
        follow(null);
      },
      onClick() {
        if (!dragged.current) setHeight(height === "half" ? "full" : "half");
      },
    },
  };
}
