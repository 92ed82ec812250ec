/** Reads and writes rules as the text of an `RRULE` (RFC 5545, section 3.3.10). */
import { type PlanRule, planRule, type Weekday } from "../contracts/planning.ts";
import { formatLocal, parseLocal } from "./localTime.ts";
import { localAt, resolveLocal } from "./zones.ts";

/** `frequency`: meetings that repeat within a day are not offered. */
export type RuleFault = "malformed" | "frequency";

const TOO_OFTEN = new Set(["SECONDLY", "MINUTELY", "HOURLY"]);
/** With every list full a rule has about 3,000 characters. */
const MAX_LENGTH = 4_000;

const NUMBER_LISTS = ["bymonth", "byweekno", "byyearday", "bymonthday", "byhour", "byminute", "bysetpos"] as const;
const WHOLE = /^[+-]?\d{1,5}$/u;
const COUNTED_DAY = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/u;

/** `20270328T090000Z` → `2027-03-28T09:00`; a date alone is its last minute. */
function readUntil(text: string, zone: string): string | null {
  const [, year, month, day, hour = "23", minute = "59", utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?$/u.exec(text) ?? [];
  if (year === undefined) return null;
  const written = `${year}-${month}-${day}T${hour}:${minute}`;
  if (utc === undefined) return written;
  const instant = Date.parse(`${written}:00Z`);
  return Number.isNaN(instant) ? null : formatLocal(localAt(zone, instant));
}

function readPart(name: string, value: string, zone: string): unknown {
  const list = value.split(",");
  if (name === "interval" || name === "count") return WHOLE.test(value) ? Number(value) : null;
  if (name === "freq") return value.toLowerCase();
  if (name === "until") return readUntil(value, zone);
  if (name === "wkst") return value;
  if (name === "byday")
    return list.map((text) => {
      const [, nth, day] = COUNTED_DAY.exec(text) ?? [];
      return nth === undefined ? { day } : { day, nth: Number(nth) };
    });
  if (NUMBER_LISTS.some((known) => known === name)) return list.map((text) => (WHOLE.test(text) ? Number(text) : null));
  return undefined;
}

/** Returns the rule, with `UNTIL` as local time of the zone. */
export function readRule(text: string, zone: string): { rule: PlanRule } | { fault: RuleFault } {
  if (text.length > MAX_LENGTH) return { fault: "malformed" };
  const read: Record<string, unknown> = {};
  for (const part of text.toUpperCase().split(";")) {
    const [, key = "", value = ""] = /^([A-Z]+)=(.+)$/u.exec(part) ?? [];
    const name = key.toLowerCase();
    if (name === "freq" && TOO_OFTEN.has(value)) return { fault: "frequency" };
    const parsed = readPart(name, value, zone);
    if (parsed === undefined || Object.hasOwn(read, name)) return { fault: "malformed" };
    read[name] = parsed;
  }
  const rule = planRule.safeParse(read);
  return rule.success ? { rule: rule.data } : { fault: "malformed" };
}

const withoutSigns = (text: string): string => text.replace(/[-:]/gu, "");

/** `2027-03-28T09:00` → `20270328T090000` */
export const compactLocal = (local: string): string => `${withoutSigns(local)}00`;

/** Returns `20270328T080000Z`. */
export const compactInstant = (instant: number): string =>
  `${withoutSigns(new Date(instant).toISOString().slice(0, 19))}Z`;

const weekdayText = ({ day, nth }: { day: Weekday; nth?: number | undefined }): string => `${nth ?? ""}${day}`;

/** Writes the rule, with `UNTIL` in UTC, which RFC 5545 requires beside a start with a time zone. */
export function writeRule(rule: PlanRule, zone: string): string {
  const parts = [`FREQ=${rule.freq.toUpperCase()}`];
  if (rule.interval !== undefined) parts.push(`INTERVAL=${rule.interval}`);
  if (rule.count !== undefined) parts.push(`COUNT=${rule.count}`);
  if (rule.until !== undefined)
    parts.push(`UNTIL=${compactInstant(resolveLocal(zone, parseLocal(rule.until)).instant)}`);
  if (rule.wkst !== undefined) parts.push(`WKST=${rule.wkst}`);
  if (rule.byday !== undefined) parts.push(`BYDAY=${rule.byday.map(weekdayText).join(",")}`);
  for (const name of NUMBER_LISTS) {
    const list = rule[name];
    if (list !== undefined) parts.push(`${name.toUpperCase()}=${list.join(",")}`);
  }
  return parts.join(";");
}
