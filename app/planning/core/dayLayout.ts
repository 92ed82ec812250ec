/** Puts occurrences into days, and those of one time beside each other. */
import { dayOf, MINUTES_PER_DAY } from "#planning/localTime.ts";
import { localAt } from "#planning/zones.ts";

export interface OccurrenceView {
  readonly seriesId: string;
  /** Names the occurrence within its series. */
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly startsAt: number;
  readonly endsAt: number;
}

export const occurrenceId = ({ seriesId, key }: Pick<OccurrenceView, "seriesId" | "key">): string =>
  `${seriesId}/${key}`;

/** The part of an occurrence on one day. */
export interface DayPart {
  readonly occurrence: OccurrenceView;
  /** Minutes of the day. */
  readonly start: number;
  readonly end: number;
  /** The occurrence begins on an earlier day. */
  readonly continued: boolean;
  /** The place among `lanes` occurrences beside each other. */
  readonly lane: number;
  readonly lanes: number;
}

type UnplacedPart = Omit<DayPart, "lane" | "lanes">;

/**
 * Returns the parts by day, each day in the order of their starts. A part is as long as its meeting lasts, also on a day whose clocks
 * change.
 */
export function partsByDay(occurrences: readonly OccurrenceView[], zone: string): Map<number, DayPart[]> {
  const days = new Map<number, UnplacedPart[]>();
  for (const occurrence of occurrences) {
    const from = localAt(zone, occurrence.startsAt);
    const to = from + Math.max(1, Math.round((occurrence.endsAt - occurrence.startsAt) / 60_000));
    for (let day = dayOf(from); day * MINUTES_PER_DAY < to; day += 1) {
      const midnight = day * MINUTES_PER_DAY;
      const part = {
        occurrence,
        start: Math.max(0, from - midnight),
        end: Math.min(MINUTES_PER_DAY, to - midnight),
        continued: from < midnight,
      };
      days.set(day, [...(days.get(day) ?? []), part]);
    }
  }
  return new Map([...days].map(([day, parts]) => [day, placed(parts)]));
}

/** Parts that are shown at least this long overlap what comes within this time. */
const SHOWN_MINUTES = 30;

const shownEnd = ({ start, end }: UnplacedPart): number => Math.max(end, start + SHOWN_MINUTES);

/** Gives each part the first lane that is free. Parts that overlap, directly or through others, have the same number of lanes. */
function placed(parts: readonly UnplacedPart[]): DayPart[] {
  const sorted = [...parts].sort((a, b) => a.start - b.start || b.end - a.end);
  const result: DayPart[] = [];
  let group: { part: UnplacedPart; lane: number }[] = [];
  let laneEnds: number[] = [];
  const closeGroup = () => {
    result.push(...group.map(({ part, lane }) => ({ ...part, lane, lanes: laneEnds.length })));
    [group, laneEnds] = [[], []];
  };
  for (const part of sorted) {
    if (laneEnds.every((end) => end <= part.start)) closeGroup();
    const free = laneEnds.findIndex((end) => end <= part.start);
    const lane = free < 0 ? laneEnds.length : free;
    laneEnds[lane] = shownEnd(part);
    group.push({ part, lane });
  }
  closeGroup();
  return result;
}

/** Hours that a week shows even if nothing takes place in them. */
const USUAL_HOURS = { first: 8, last: 19 } as const;

/** Returns the hours in which a week's parts take place. `last` is the hour of the last row. */
export function shownHours(parts: Iterable<readonly Pick<DayPart, "start" | "end">[]>): {
  first: number;
  last: number;
} {
  let { first, last }: { first: number; last: number } = USUAL_HOURS;
  for (const day of parts)
    for (const { start, end } of day) {
      first = Math.min(first, Math.floor(start / 60));
      last = Math.max(last, Math.ceil(end / 60) - 1);
    }
  return { first, last };
}
