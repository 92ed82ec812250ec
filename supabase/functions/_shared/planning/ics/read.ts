/**
 * Imports meetings from an iCalendar file. It is strict: a meeting at a wrong time is worse than none, so whatever is not
 * understood is rejected by name. Addresses, alarms and attachments are not read.
 */
import { isLocalTime, type PlanOverride, type PlanRule, type PlanTimes } from "../../contracts/planning.ts";
import { PLANNING } from "../../contracts/planningLimits.ts";
import { formatLocal, parseLocal } from "../localTime.ts";
import { plannedKeys } from "../occurrences.ts";
import type { Budget } from "../recurrence.ts";
import { readRule } from "../ruleText.ts";
import { isTimeZone, localAt, resolveLocal } from "../zones.ts";
import { type Component, type FileFault, onlyLine, readComponents } from "./components.ts";
import { type ContentLine, unescapeText } from "./lines.ts";

export interface ImportedMeeting {
  uid: string;
  title: string;
  description: string;
  plan: PlanTimes;
  overrides: PlanOverride[];
}

export type ImportFault =
  | FileFault
  /** The method of the file is not that of its type. */
  | "method"
  | "cancellation"
  | "too-many"
  | "no-meeting"
  | "all-day"
  | "zone"
  | "time"
  | "length"
  | "frequency"
  | "rule";

const MAX_EVENTS = 100;
const MAX_EXCEPTIONS = 1_000;
/** Days that the rules of a file look at. A hundred endless series of every month need 1,300,000. */
const MAX_DAYS = 1_500_000;

class Fault extends Error {
  readonly fault: ImportFault;
  constructor(fault: ImportFault) {
    super(fault);
    this.fault = fault;
  }
}

const refuse = (fault: ImportFault): never => {
  throw new Fault(fault);
};

const required = (component: Component, name: string): ContentLine => optional(component, name) ?? refuse("malformed");

function optional(component: Component, name: string): ContentLine | null {
  const line = onlyLine(component, name);
  return line === "repeated" ? refuse("malformed") : line;
}

interface ZonedTime {
  local: string;
  zone: string;
}

const DATE_TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)\d\d(Z)?$/u;

function readTime(text: string, params: ContentLine["params"]): ZonedTime {
  if (params.get("VALUE") === "DATE" || /^\d{8}$/u.test(text)) return refuse("all-day");
  const [, year, month, day, hour, minute, utc] = DATE_TIME.exec(text) ?? refuse("time");
  const local = `${year}-${month}-${day}T${hour}:${minute}`;
  if (!isLocalTime(local)) return refuse("time");
  const zone = utc === undefined ? params.get("TZID") : "UTC";
  // A floating time is another instant for each reader.
  if (zone === undefined || !isTimeZone(zone)) return refuse("zone");
  return { local, zone };
}

/** Returns the same instant as local time of another zone. */
function inZone({ local, zone }: ZonedTime, other: string): string {
  return zone === other ? local : formatLocal(localAt(other, resolveLocal(zone, parseLocal(local)).instant));
}

const instantOf = ({ local, zone }: ZonedTime): number => resolveLocal(zone, parseLocal(local)).instant;

const DURATION = /^\+?P(?:(\d{1,3})W|(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,6})S)?)?)$/u;

function readLength(event: Component, start: ZonedTime): number {
  const end = optional(event, "DTEND");
  const duration = optional(event, "DURATION");
  if (end !== null && duration !== null) return refuse("malformed");
  let minutes = 0;
  if (end !== null) minutes = (instantOf(readTime(end.value, end.params)) - instantOf(start)) / 60_000;
  if (duration !== null) {
    const [, ...parts] = DURATION.exec(duration.value) ?? refuse("length");
    const [weeks = 0, days = 0, hours = 0, within = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
    minutes = weeks * 10_080 + days * 1_440 + hours * 60 + within + seconds / 60;
  }
  const { min, max } = PLANNING.lengthMinutes;
  return Number.isInteger(minutes) && minutes >= min && minutes <= max ? minutes : refuse("length");
}

function readEventRule(event: Component, zone: string): PlanRule | null {
  const line = optional(event, "RRULE");
  if (event.lines.some(({ name }) => name === "RDATE" || name === "EXRULE")) return refuse("rule");
  if (line === null) return null;
  const read = readRule(line.value, zone);
  if ("rule" in read) return read.rule;
  return refuse(read.fault === "frequency" ? "frequency" : "rule");
}

/** Returns the local times of cancelled occurrences. */
function readExceptions(event: Component, zone: string): string[] {
  const texts = event.lines.filter(({ name }) => name === "EXDATE").flatMap((line) => splitValues(line));
  return texts.length > MAX_EXCEPTIONS ? refuse("too-many") : texts.map((time) => inZone(time, zone));
}

const splitValues = ({ value, params }: ContentLine): ZonedTime[] =>
  value.split(",", MAX_EXCEPTIONS + 1).map((text) => readTime(text, params));

const textOf = (event: Component, name: string): string => unescapeText(optional(event, name)?.value ?? "");

function readSeries(event: Component, changes: readonly Component[], budget: Budget): ImportedMeeting {
  const startLine = required(event, "DTSTART");
  const start = readTime(startLine.value, startLine.params);
  const { zone } = start;
  const plan: PlanTimes = {
    start: start.local,
    zone,
    length_minutes: readLength(event, start),
    rule: readEventRule(event, zone),
  };
  const keys = plannedKeys(plan, { budget });
  if (budget.left < 0) refuse("too-many");
  if (keys.length === 0) refuse("rule");
  const overrides = new Map<string, PlanOverride>();
  for (const key of readExceptions(event, zone)) overrides.set(key, { key, kind: "cancelled", by: "person" });
  for (const change of changes) {
    const override = readChange(change, zone);
    overrides.set(override.key, override);
  }
  const known = new Set(keys);
  return {
    uid: required(event, "UID").value,
    title: textOf(event, "SUMMARY"),
    description: textOf(event, "DESCRIPTION"),
    plan,
    overrides: [...overrides.values()].filter(({ key }) => known.has(key)).sort((a, b) => (a.key < b.key ? -1 : 1)),
  };
}

function readChange(event: Component, zone: string): PlanOverride {
  const idLine = required(event, "RECURRENCE-ID");
  if (idLine.params.has("RANGE")) return refuse("rule");
  const key = inZone(readTime(idLine.value, idLine.params), zone);
  if (optional(event, "STATUS")?.value === "CANCELLED") return { key, kind: "cancelled", by: "person" };
  const startLine = required(event, "DTSTART");
  const start = readTime(startLine.value, startLine.params);
  return { key, kind: "moved", by: "person", start: inZone(start, zone), length_minutes: readLength(event, start) };
}

function readMeetings(calendar: Component, typeMethod: string | null): ImportedMeeting[] {
  const method = optional(calendar, "METHOD")?.value.trim().toUpperCase() ?? null;
  if (typeMethod !== null && typeMethod.toUpperCase() !== method) return refuse("method");
  if (method === "CANCEL") return refuse("cancellation");
  const events = calendar.children.filter(({ name }) => name === "VEVENT");
  if (events.length > MAX_EVENTS) return refuse("too-many");
  const isChange = (event: Component) => optional(event, "RECURRENCE-ID") !== null;
  const series = events.filter((event) => !isChange(event) && optional(event, "STATUS")?.value !== "CANCELLED");
  const [any] = series;
  if (any === undefined) return refuse("no-meeting");
  const changes = Map.groupBy(events.filter(isChange), (event) => required(event, "UID").value);
  const uids = new Set(series.map((event) => required(event, "UID").value));
  if (uids.size !== series.length) return refuse("malformed");
  const budget = { left: MAX_DAYS };
  return series.map((event) => readSeries(event, changes.get(required(event, "UID").value) ?? [], budget));
}

/** Reads a file. `typeMethod` is the `method` of the type with which the file came, if it came with one. */
export function readCalendar(
  file: Uint8Array,
  typeMethod: string | null = null,
): { meetings: ImportedMeeting[] } | { fault: ImportFault } {
  const components = readComponents(file);
  if ("fault" in components) return components;
  try {
    return { meetings: readMeetings(components.calendar, typeMethod) };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.fault };
    throw error;
  }
}
