import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { type DayRange, hasDay } from "../core/calendarRange.ts";
import { type OccurrenceView, occurrenceId } from "../core/dayLayout.ts";
import { isMoved, MOVE_STEP, type Move, moveForKey, NO_MOVE } from "../core/gridKeys.ts";
import { localDay } from "../core/localHours.ts";
import { movedOccurrence } from "../core/movedTimes.ts";
import { followPointer } from "./followPointer.ts";
import { useDirection } from "./useActiveDay.ts";

export type ChipState = "idle" | "carried";

/** The reactions of a meeting in a grid to pointer and keys. */
export interface MeetingMoves {
  onKeyDown(event: KeyboardEvent<HTMLElement>, occurrence: OccurrenceView): void;
  onPointerDown(event: PointerEvent<HTMLElement>, occurrence: OccurrenceView): void;
  /** A click that ends a drag opens nothing. */
  onClick(event: MouseEvent<HTMLElement>): void;
  onBlur(event: FocusEvent<HTMLElement>): void;
}

/** A meeting that is picked up or was just put down, where it was and where it is. */
interface Carried {
  readonly before: OccurrenceView;
  readonly after: OccurrenceView;
  readonly move: Move;
  readonly by: "keys" | "pointer";
}

interface MoveOptions {
  /** The reader's zone. */
  readonly zone: string;
  /** The shown days, which a meeting does not leave. */
  readonly range: DayRange;
  /** The grid has hours, so that meetings move in time too. */
  readonly byTime: boolean;
  onDrop(before: OccurrenceView, after: OccurrenceView): void;
}

/** Picks up meetings by Space or by a pointer, moves and resizes them, and puts them down. */
export function useMeetingMove({ zone, range, byTime, onDrop }: MoveOptions): {
  carried: Carried | null;
  moves: MeetingMoves;
} {
  const dir = useDirection();
  const [carried, setCarried] = useState<Carried | null>(null);
  const wasDragged = useRef(false);
  const stopPointer = useRef<(() => void) | null>(null);
  useEffect(() => () => stopPointer.current?.(), []);

  // A meeting that changes its day is another element.
  useEffect(() => {
    if (carried?.by !== "keys") return;
    const id = occurrenceId(carried.before);
    const isFocused = document.activeElement?.getAttribute("data-meeting") === id;
    if (!isFocused) document.querySelector<HTMLElement>(`[data-meeting="${id}"]`)?.focus();
  }, [carried]);

  /** A move out of the bounds changes nothing. */
  const moved = (from: Carried, move: Move): Carried => {
    const after = movedOccurrence(from.before, move, zone);
    return after === null || !hasDay(range, localDay(zone, after.startsAt)) ? from : { ...from, after, move };
  };
  const drop = ({ before, after, move }: Carried) => {
    setCarried(null);
    if (isMoved(move)) onDrop(before, after);
  };

  const moves: MeetingMoves = {
    onKeyDown(event, occurrence) {
      const { key } = event;
      if (carried === null) {
        if (key !== " ") return;
        event.preventDefault();
        return setCarried({ before: occurrence, after: occurrence, move: NO_MOVE, by: "keys" });
      }
      if (key === "Enter" || key === " ") {
        event.preventDefault();
        return drop(carried);
      }
      if (key === "Escape") {
        event.preventDefault();
        return setCarried(null);
      }
      const move = moveForKey(event, carried.move, { dir, byTime });
      if (move === null) return;
      event.preventDefault();
      setCarried(moved(carried, move));
    },
    onPointerDown(event, occurrence) {
      // A finger scrolls.
      if (event.button !== 0 || event.pointerType === "touch") return;
      wasDragged.current = false;
      let current: Carried = { before: occurrence, after: occurrence, move: NO_MOVE, by: "pointer" };
      const resizes = byTime && event.target instanceof Element && event.target.closest("[data-resize]") !== null;
      stopPointer.current?.();
      stopPointer.current = followPointer(event.nativeEvent, {
        onMove({ days, minutes }) {
          wasDragged.current = true;
          const step = byTime ? Math.round(minutes / MOVE_STEP) * MOVE_STEP : 0;
          current = moved(current, resizes ? { ...NO_MOVE, longer: step } : { days, minutes: step, longer: 0 });
          setCarried(current);
        },
        onEnd(isDropped) {
          if (isDropped) drop(current);
          else setCarried(null);
        },
      });
    },
    onClick(event) {
      if (!wasDragged.current) return;
      wasDragged.current = false;
      event.preventDefault();
    },
    onBlur(event) {
      // A removed element is not connected, and its successor gets the focus.
      if (carried?.by === "keys" && event.currentTarget.isConnected) setCarried(null);
    },
  };
  return { carried, moves };
}
