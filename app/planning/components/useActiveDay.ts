import { useNavigate } from "@remix-run/react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useLocale } from "~/i18n/I18nProvider.tsx";
import { LOCALES } from "~/i18n/locales.ts";
import { type CalendarView, calendarPath } from "../calendarView.ts";
import { type DayRange, formatDay, hasDay, parseDay, weekOf } from "../core/calendarRange.ts";
import { dayForKey } from "../core/gridKeys.ts";

export interface ActiveDay {
  /** The day that Tab reaches. */
  readonly day: number;
  /** Belongs to the grid. */
  readonly ref: (grid: HTMLElement | null) => void;
  onFocus(day: number): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>, day: number): void;
}

export const useDirection = (): "ltr" | "rtl" => LOCALES[useLocale()].dir;

/** One day of a grid is in the order of Tab, and arrows move it. Beyond the shown days the next month or week opens. */
export function useActiveDay(view: CalendarView, range: DayRange, onOpen: (day: number) => void): ActiveDay {
  const dir = useDirection();
  const navigate = useNavigate();
  const [active, setActive] = useState(view.day);
  const grid = useRef<HTMLElement | null>(null);
  /** The day that gets the focus once it is shown. */
  const wanted = useRef<number | null>(null);
  const day = hasDay(range, active) ? active : view.day;

  useEffect(() => {
    if (wanted.current === null) return;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-day="${wanted.current}"]`);
    if (!cell) return;
    wanted.current = null;
    cell.focus();
  });

  const go = (next: number) => {
    // The years that can be planned end.
    if (parseDay(formatDay(next)) === null) return;
    setActive(next);
    wanted.current = next;
    if (hasDay(range, next)) return;
    navigate(calendarPath(view, { mode: view.modeChosen ? view.mode : null, day: next }), { preventScrollReset: true });
  };

  return {
    day,
    ref: (element) => {
      grid.current = element;
    },
    onFocus: setActive,
    onKeyDown(event, pressed) {
      // Keys on a meeting are its own.
      if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Enter") {
        event.preventDefault();
        return onOpen(pressed);
      }
      const next = dayForKey(event, pressed, { weekStart: weekOf(pressed, view.firstWeekday), dir });
      if (next === null) return;
      event.preventDefault();
      go(next);
    },
  };
}
