/**
 * Writes iCalendar files (RFC 5545, 5546). An update of one occurrence has only that occurrence: Outlook ignores a changed
 * occurrence that comes with a series that it knows. Answers go by link, so no invitation asks for a reply.
 */
import type { PlanAnswer, PlanOverride, PlanTimes } from "../../contracts/planning.ts";
import { PLANNING } from "../../contracts/planningLimits.ts";
import { parseLocal } from "../localTime.ts";
import { type Occurrence, occurrencesOf, plannedKeys } from "../occurrences.ts";
import type { Expansion } from "../recurrence.ts";
import { compactInstant, compactLocal, writeRule } from "../ruleText.ts";
import { escapeText, foldLine, quoteParam } from "./lines.ts";
import { timeZoneLines } from "./timeZone.ts";

/** The type `text/calendar; method=…` has to name the same method. */
export type CalendarMethod = "REQUEST" | "CANCEL";

export interface CalendarPerson {
  name: string;
  email: string;
}

export interface CalendarMeeting {
  uid: string;
  /** Higher in each update. */
  sequence: number;
  title: string;
  description: string;
  url: string;
  organizer: CalendarPerson;
  attendees: readonly (CalendarPerson & { answer: PlanAnswer })[];
  plan: PlanTimes;
  overrides: readonly PlanOverride[];
}

/** Zones have rules for decades at most; a series that repeats by the year can be longer. */
const MAX_ZONE_YEARS = 60;

const PART_STATES: Record<PlanAnswer, string> = {
  none: "NEEDS-ACTION",
  yes: "ACCEPTED",
  no: "DECLINED",
  maybe: "TENTATIVE",
};

const localLine = (name: string, zone: string, locals: readonly string[]): string =>
  `${name};TZID=${zone}:${locals.map(compactLocal).join(",")}`;

interface EventPart {
  meeting: CalendarMeeting;
  stamp: number;
  status: "CONFIRMED" | "CANCELLED";
  start: string;
  length_minutes: number;
  /** Rule and exceptions of a series, or the name of one occurrence. */
  place: readonly string[];
}

function eventLines({ meeting, stamp, status, start, length_minutes, place }: EventPart): string[] {
  const { organizer, attendees, plan } = meeting;
  return [
    "BEGIN:VEVENT",
    `UID:${escapeText(meeting.uid)}`,
    `DTSTAMP:${compactInstant(stamp)}`,
    `SEQUENCE:${meeting.sequence}`,
    `STATUS:${status}`,
    localLine("DTSTART", plan.zone, [start]),
    `DURATION:PT${length_minutes}M`,
    ...place,
    `SUMMARY:${escapeText(meeting.title)}`,
    `DESCRIPTION:${escapeText(meeting.description)}`,
    `URL:${meeting.url}`,
    `LOCATION:${escapeText(meeting.url)}`,
    `ORGANIZER;CN=${quoteParam(organizer.name)}:mailto:${organizer.email}`,
    ...attendees.map(
      ({ name, email, answer }) =>
        `ATTENDEE;CN=${quoteParam(name)};ROLE=REQ-PARTICIPANT;PARTSTAT=${PART_STATES[answer]};RSVP=FALSE:mailto:${email}`,
    ),
    "END:VEVENT",
  ];
}

const occurrenceLines = (meeting: CalendarMeeting, stamp: number, { key, start, length_minutes, state }: Occurrence) =>
  eventLines({
    meeting,
    stamp,
    status: state === "cancelled" ? "CANCELLED" : "CONFIRMED",
    start,
    length_minutes,
    place: [localLine("RECURRENCE-ID", meeting.plan.zone, [key])],
  });

/** Returns the series without its changed occurrences. */
function seriesLines(meeting: CalendarMeeting, stamp: number, method: CalendarMethod): string[] {
  const { plan, overrides } = meeting;
  const cancelled = overrides.filter(({ kind }) => kind === "cancelled").map(({ key }) => key);
  const place = plan.rule === null ? [] : [`RRULE:${writeRule(plan.rule, plan.zone)}`];
  if (cancelled.length > 0) place.push(localLine("EXDATE", plan.zone, cancelled));
  const status = method === "CANCEL" ? "CANCELLED" : "CONFIRMED";
  return eventLines({ meeting, stamp, status, start: plan.start, length_minutes: plan.length_minutes, place });
}

const yearOf = (local: string): number => Number(local.slice(0, 4));

/** The first and last year of a meeting. */
function yearsOf({ plan, overrides }: CalendarMeeting): { first: number; last: number } {
  const locals = [plan.start, ...plannedKeys(plan).slice(-1), ...overrides.map(({ key }) => key)];
  // Local times sort as texts.
  const first = yearOf(locals.reduce((a, b) => (b < a ? b : a)));
  const last = yearOf(locals.reduce((a, b) => (b > a ? b : a)));
  return { first, last: Math.min(last + 1, first + MAX_ZONE_YEARS) };
}

function calendarText(method: CalendarMethod, meeting: CalendarMeeting, events: readonly string[]): string {
  const { first, last } = yearsOf(meeting);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Parley//Parley//EN",
    "CALSCALE:GREGORIAN",
    `METHOD:${method}`,
    ...timeZoneLines(meeting.plan.zone, first, last),
    ...events,
    "END:VCALENDAR",
  ];
  return lines.map(foldLine).join("");
}

/** Returns the moved occurrences, also those beyond the 400th of an endless series. */
function movedOccurrences({ plan, overrides }: CalendarMeeting): Occurrence[] {
  const first = occurrencesOf(plan, overrides);
  const last = first.at(-1)?.key ?? plan.start;
  const isWhole = plan.rule === null || plan.rule.count !== undefined || first.length < PLANNING.occurrences;
  const later = isWhole ? [] : overrides.filter(({ key }) => key > last);
  return [...first, ...later.flatMap(({ key }) => occurrencesOf(plan, overrides, onlyAt(key)))].filter(
    ({ state }) => state === "moved" || state === "rotated",
  );
}

function onlyAt(key: string): Expansion {
  const minute = parseLocal(key);
  return { from: minute, to: minute };
}

const changedLines = (meeting: CalendarMeeting, stamp: number): string[] =>
  movedOccurrences(meeting).flatMap((occurrence) => occurrenceLines(meeting, stamp, occurrence));

/** Writes an invitation to a whole series, its update or its cancellation. `stamp` is the instant of writing. */
export const writeSeries = (meeting: CalendarMeeting, method: CalendarMethod, stamp: number): string =>
  calendarText(method, meeting, [
    ...seriesLines(meeting, stamp, method),
    ...(method === "CANCEL" ? [] : changedLines(meeting, stamp)),
  ]);

/** Writes one changed or cancelled occurrence alone. Returns null if the series has no such occurrence. */
export function writeOccurrence(
  meeting: CalendarMeeting,
  key: string,
  stamp: number,
): { method: CalendarMethod; text: string } | null {
  const [occurrence] = occurrencesOf(meeting.plan, meeting.overrides, onlyAt(key));
  if (occurrence === undefined) return null;
  const method = occurrence.state === "cancelled" ? "CANCEL" : "REQUEST";
  return { method, text: calendarText(method, meeting, occurrenceLines(meeting, stamp, occurrence)) };
}
