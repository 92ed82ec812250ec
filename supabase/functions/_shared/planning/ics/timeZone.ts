/** Writes a VTIMEZONE. Outlook rejects a file without one. */
import { WEEKDAYS } from "../../contracts/planning.ts";
import { dateOfDay, dayNumber, dayOf, formatLocal, weekdayOf } from "../localTime.ts";
import { compactLocal } from "../ruleText.ts";
import { offsetAt, type Transition, transitionsBetween } from "../zones.ts";

const MS_PER_MINUTE = 60_000;

/** `+0530` */
function offsetText(offset: number): string {
  const size = Math.abs(offset) / 1_000;
  const parts = [Math.floor(size / 3_600), Math.floor(size / 60) % 60, size % 60];
  const digits = parts.map((part) => String(part).padStart(2, "0"));
  return `${offset < 0 ? "-" : "+"}${digits.slice(0, parts[2] === 0 ? 2 : 3).join("")}`;
}

interface Observance {
  before: number;
  after: number;
  /** Local times, with the offset from before each change. */
  onsets: number[];
}

/** Returns `4;-1SU` for the last Sunday of April. The last one of a month also counts as the fourth or fifth. */
function monthRules(onset: number): string[] {
  const day = dayOf(onset);
  const date = dateOfDay(day);
  const name = WEEKDAYS[weekdayOf(day)] ?? "MO";
  const isLast = day + 7 >= dayNumber(date.year, date.month + 1, 1);
  const counted = `BYMONTH=${date.month};BYDAY=${Math.ceil(date.day / 7)}${name}`;
  return isLast ? [`BYMONTH=${date.month};BYDAY=-1${name}`, counted] : [counted];
}

const minuteOfDay = (onset: number) => onset - dayOf(onset) * 1_440;

/** Returns the yearly rule that all changes follow, or null. */
function yearlyRule(onsets: readonly number[]): string | null {
  const [first = 0, ...others] = onsets;
  if (others.length < 2) return null;
  const { year } = dateOfDay(dayOf(first));
  const isEachYear = others.every(
    (onset, index) => dateOfDay(dayOf(onset)).year === year + index + 1 && minuteOfDay(onset) === minuteOfDay(first),
  );
  return (
    (isEachYear && monthRules(first).find((rule) => others.every((onset) => monthRules(onset).includes(rule)))) || null
  );
}

/** Groups changes between the same offsets, as long as they happen each year. */
function observances(transitions: readonly Transition[]): Observance[] {
  const groups: Observance[] = [];
  for (const { at, before, after } of transitions) {
    const onset = Math.floor((at + before) / MS_PER_MINUTE);
    const group = groups.findLast((candidate) => candidate.before === before && candidate.after === after);
    const last = group?.onsets.at(-1);
    // A new group starts when the rule of a zone changes.
    const continues = last !== undefined && monthRules(onset).some((rule) => monthRules(last).includes(rule));
    if (group !== undefined && continues) group.onsets.push(onset);
    else groups.push({ before, after, onsets: [onset] });
  }
  return groups;
}

function observanceLines({ before, after, onsets }: Observance, lastYear: number): string[] {
  const kind = after > before ? "DAYLIGHT" : "STANDARD";
  const [first = 0, ...others] = onsets;
  const rule = yearlyRule(onsets);
  const goesOn = dateOfDay(dayOf(onsets.at(-1) ?? 0)).year >= lastYear;
  const until = goesOn
    ? ""
    : `;UNTIL=${new Date((onsets.at(-1) ?? 0) * MS_PER_MINUTE - before).toISOString().slice(0, 19).replace(/[-:]/gu, "")}Z`;
  return [
    `BEGIN:${kind}`,
    `DTSTART:${compactLocal(formatLocal(first))}`,
    ...(rule === null
      ? others.map((onset) => `RDATE:${compactLocal(formatLocal(onset))}`)
      : [`RRULE:FREQ=YEARLY;${rule}${until}`]),
    `TZOFFSETFROM:${offsetText(before)}`,
    `TZOFFSETTO:${offsetText(after)}`,
    `TZNAME:${offsetText(after)}`,
    `END:${kind}`,
  ];
}

/** Returns the lines of a zone for instants between two years. Rules that hold in the last one go on. */
export function timeZoneLines(zone: string, firstYear: number, lastYear: number): string[] {
  const from = Date.UTC(firstYear - 1, 0, 1);
  const initial = offsetAt(zone, from);
  const start: Observance = {
    before: initial,
    after: initial,
    onsets: [dayNumber(firstYear - 1, 1, 1) * 1_440],
  };
  const groups = observances(transitionsBetween(zone, from, Date.UTC(lastYear + 1, 0, 1)));
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${zone}`,
    ...[start, ...groups].flatMap((group) => observanceLines(group, lastYear)),
    "END:VTIMEZONE",
  ];
}
