import type { CalendarView } from "../calendarView.ts";
import type { CalendarFormats } from "../core/calendarFormats.ts";
import type { DayRange } from "../core/calendarRange.ts";
import type { DayPart } from "../core/dayLayout.ts";
import type { MeetingChipProps } from "./MeetingChip.tsx";

/** The parts of a month and of a week that are the same. */
export interface GridProps {
  view: CalendarView;
  range: DayRange;
  formats: CalendarFormats;
  parts: ReadonlyMap<number, readonly DayPart[]>;
  /** Days since 1970-01-01, on the reader's clock. */
  today: number;
  /** Accessible name. */
  label: string;
  /** Null if the series of the part is unknown. */
  chipOf(part: DayPart): Omit<MeetingChipProps, "reachable" | "shape" | "style"> | null;
  /** Opens the form for a meeting on the day. */
  onPlan(day: number): void;
}
