/** Follows a pressed pointer over the days of a grid. */

/** Movement in pixels that is not a click. */
const THRESHOLD = 5;

interface PointerSteps {
  /** Days from the pressed day to the one under the pointer, and minutes by its height. */
  onMove(distance: { readonly days: number; readonly minutes: number }): void;
  /** `isDropped`: false if Escape or the browser ended it. Not called for a click. */
  onEnd(isDropped: boolean): void;
}

const dayAt = (x: number, y: number): HTMLElement | null =>
  document.elementsFromPoint(x, y).reduce<HTMLElement | null>((found, element) => {
    const cell = found ?? element.closest("[data-day]");
    return cell instanceof HTMLElement ? cell : null;
  }, null);

const numberOf = (cell: HTMLElement | null, name: "day" | "minutes"): number | null => {
  const value = Number(cell?.dataset[name]);
  return Number.isFinite(value) ? value : null;
};

/** A day with hours has `data-minutes`, the minutes that its height stands for. Returns a function that stops. */
export function followPointer(pressed: PointerEvent, { onMove, onEnd }: PointerSteps): () => void {
  const { clientX: fromX, clientY: fromY, pointerId } = pressed;
  const cell = dayAt(fromX, fromY);
  const fromDay = numberOf(cell, "day");
  const minutesPerPixel = (numberOf(cell, "minutes") ?? 0) / (cell?.getBoundingClientRect().height || 1);
  let day = fromDay;
  let dragged = false;
  const listeners = new AbortController();
  const { signal } = listeners;
  const end = (isDropped: boolean) => {
    listeners.abort();
    if (dragged) onEnd(isDropped);
  };
  addEventListener(
    "pointermove",
    (event) => {
      if (event.pointerId !== pointerId) return;
      const [x, y] = [event.clientX - fromX, event.clientY - fromY];
      if (!dragged && Math.hypot(x, y) < THRESHOLD) return;
      dragged = true;
      event.preventDefault();
      // Beside the grid, the last day stays.
      day = numberOf(dayAt(event.clientX, event.clientY), "day") ?? day;
      onMove({ days: (day ?? 0) - (fromDay ?? 0), minutes: y * minutesPerPixel });
    },
    { signal },
  );
  addEventListener("pointerup", (event) => event.pointerId === pointerId && end(true), { signal });
  addEventListener("pointercancel", () => end(false), { signal });
  addEventListener("keydown", (event) => event.key === "Escape" && end(false), { signal });
  return () => listeners.abort();
}
