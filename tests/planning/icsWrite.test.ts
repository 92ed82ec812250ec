/** Files that Parley writes, read by an independent parser. */
import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { writeFeed } from "../../supabase/functions/_shared/planning/ics/feed.ts";
import { foldLine } from "../../supabase/functions/_shared/planning/ics/lines.ts";
import { readCalendar } from "../../supabase/functions/_shared/planning/ics/read.ts";
import {
  type CalendarMeeting,
  writeOccurrence,
  writeSeries,
} from "../../supabase/functions/_shared/planning/ics/write.ts";
import { occurrencesOf, plannedKeys } from "../../supabase/functions/_shared/planning/occurrences.ts";
import { randomMeeting, randomNumbers } from "./randomMeetings.ts";

const MEETINGS = 500;
const STAMP = Date.UTC(2026, 11, 9, 8, 0);
const bytes = (text: string) => new TextEncoder().encode(text);

/** The zones come from the file alone. */
function parse(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  return calendar;
}

interface ReadOccurrence {
  starts_at: number;
  minutes: number;
}

/** Returns the occurrences of a series by the parser's own expansion. Ours ends after 400. */
function instantsByParser(text: string, last: string): ReadOccurrence[] {
  const events = parse(text)
    .getAllSubcomponents("vevent")
    .map((event) => new ICAL.Event(event));
  const [series] = events.filter((event) => !event.isRecurrenceException());
  if (series === undefined) throw new Error("There is no series.");
  for (const event of events) if (event.isRecurrenceException()) series.relateException(event);
  const shown = (event: InstanceType<typeof ICAL.Event>, start: InstanceType<typeof ICAL.Time>) => ({
    starts_at: start.toJSDate().getTime(),
    minutes: event.duration.toSeconds() / 60,
  });
  if (!series.isRecurring()) return [shown(series, series.startDate)];
  const found: ReadOccurrence[] = [];
  const iterator = series.iterator();
  for (let next = iterator.next(); next && next.toString() <= `${last}:00`; next = iterator.next()) {
    const { item, startDate } = series.getOccurrenceDetails(next);
    found.push(shown(item, startDate));
  }
  return found;
}

const ours = ({ plan, overrides }: CalendarMeeting): ReadOccurrence[] =>
  occurrencesOf(plan, overrides)
    .filter(({ state }) => state !== "cancelled")
    .map(({ starts_at, length_minutes }) => ({ starts_at, minutes: length_minutes }));

const lastKey = ({ plan }: CalendarMeeting): string => plannedKeys(plan).at(-1) ?? plan.start;

const inOrder = (list: readonly ReadOccurrence[]) =>
  [...list].sort((a, b) => a.starts_at - b.starts_at || a.minutes - b.minutes);

describe("500 random meetings", () => {
  const random = randomNumbers(32);
  const meetings = Array.from({ length: MEETINGS }, (_none, place) => randomMeeting(random, place));

  test("have the same instants by another parser", () => {
    for (const meeting of meetings) {
      const text = writeSeries(meeting, "REQUEST", STAMP);
      expect(inOrder(instantsByParser(text, lastKey(meeting))), text).toEqual(inOrder(ours(meeting)));
    }
  }, 300_000);

  test("have the same texts and people by another parser", () => {
    for (const meeting of meetings) {
      const event = parse(writeSeries(meeting, "REQUEST", STAMP)).getFirstSubcomponent("vevent");
      const attendees = event
        ?.getAllProperties("attendee")
        .map((person) => [person.getParameter("cn"), person.getFirstValue()]);
      expect(event?.getFirstPropertyValue("summary")).toBe(meeting.title);
      expect(event?.getFirstPropertyValue("description")).toBe(meeting.description);
      expect(event?.getFirstPropertyValue("uid")).toBe(meeting.uid);
      expect(event?.getFirstPropertyValue("sequence")).toBe(meeting.sequence);
      expect(attendees).toEqual(meeting.attendees.map(({ name, email }) => [name, `mailto:${email}`]));
    }
  }, 300_000);

  test("come back from our own import", () => {
    for (const meeting of meetings) {
      const { uid, title, description, plan, overrides } = meeting;
      const text = writeSeries(meeting, "REQUEST", STAMP);
      expect(readCalendar(bytes(text)), text).toEqual({ meetings: [{ uid, title, description, plan, overrides }] });
    }
  }, 300_000);

  test("have lines of at most 75 octets", () => {
    for (const meeting of meetings)
      for (const line of writeSeries(meeting, "REQUEST", STAMP).split("\r\n"))
        expect(bytes(line).length).toBeLessThanOrEqual(75);
  }, 300_000);
});

const WEEKLY: CalendarMeeting = {
  uid: "1@parley.example",
  sequence: 2,
  title: "Weekly",
  description: "",
  url: "https://parley.example/m/1",
  organizer: { name: "Tom", email: "tom@parley.example" },
  attendees: [{ name: "Ana", email: "ana@parley.example", answer: "maybe" }],
  plan: { start: "2027-03-15T09:00", zone: "Europe/Madrid", length_minutes: 45, rule: { freq: "weekly", count: 4 } },
  overrides: [
    { key: "2027-03-22T09:00", kind: "cancelled", by: "person" },
    { key: "2027-03-29T09:00", kind: "moved", by: "rotation", start: "2027-03-29T17:00", length_minutes: 45 },
  ],
};

describe("an update of one occurrence", () => {
  test("has the moved occurrence alone", () => {
    const written = writeOccurrence(WEEKLY, "2027-03-29T09:00", STAMP);
    const events = parse(written?.text ?? "").getAllSubcomponents("vevent");
    expect(written?.method).toBe("REQUEST");
    expect(events).toHaveLength(1);
    expect(events[0]?.getFirstPropertyValue("recurrence-id")?.toString()).toBe("2027-03-29T09:00:00");
    expect(events[0]?.getFirstPropertyValue("dtstart")?.toString()).toBe("2027-03-29T17:00:00");
    expect(events[0]?.hasProperty("rrule")).toBe(false);
  });

  test("cancels the occurrence alone", () => {
    const written = writeOccurrence(WEEKLY, "2027-03-22T09:00", STAMP);
    expect(written?.method).toBe("CANCEL");
    expect(written?.text).toContain("\r\nMETHOD:CANCEL\r\n");
    expect(written?.text).toContain("\r\nSTATUS:CANCELLED\r\n");
    expect(written?.text).toContain("\r\nRECURRENCE-ID;TZID=Europe/Madrid:20270322T090000\r\n");
  });

  test("does not exist for another time", () => {
    expect(writeOccurrence(WEEKLY, "2027-03-23T09:00", STAMP)).toBeNull();
  });
});

describe("an invitation", () => {
  test("has its method, its zone and no request to reply", () => {
    const text = writeSeries(WEEKLY, "REQUEST", STAMP);
    expect(text.match(/METHOD:REQUEST/gu)).toHaveLength(1);
    expect(text).toContain("BEGIN:VTIMEZONE\r\nTZID:Europe/Madrid\r\n");
    expect(text.replaceAll("\r\n ", "")).toContain("PARTSTAT=TENTATIVE;RSVP=FALSE:mailto:ana@parley.example");
  });

  test("ends its rule in UTC", () => {
    const rule = { freq: "weekly", until: "2027-04-05T09:00" } as const;
    const text = writeSeries({ ...WEEKLY, plan: { ...WEEKLY.plan, rule } }, "REQUEST", STAMP);
    expect(text).toContain("RRULE:FREQ=WEEKLY;UNTIL=20270405T070000Z\r\n");
  });

  test("cannot be extended by a name with line breaks", () => {
    const name = 'Eve"\r\nATTENDEE:mailto:victim@parley.example\u0000';
    const evil = {
      ...WEEKLY,
      title: name,
      attendees: [{ name, email: "eve@parley.example", answer: "none" as const }],
    };
    const event = parse(writeSeries(evil, "REQUEST", STAMP)).getFirstSubcomponent("vevent");
    expect(event?.getAllProperties("attendee").map((person) => person.getFirstValue())).toEqual([
      "mailto:eve@parley.example",
    ]);
    expect(event?.getFirstPropertyValue("summary")).toBe('Eve"\nATTENDEE:mailto:victim@parley.example');
  });

  test("has the rotated hours of its series", () => {
    expect(instantsByParser(writeSeries(WEEKLY, "REQUEST", STAMP), lastKey(WEEKLY))).toEqual(ours(WEEKLY));
  });

  test("cancels the whole series", () => {
    const text = writeSeries(WEEKLY, "CANCEL", STAMP);
    expect(text).toContain("\r\nSTATUS:CANCELLED\r\n");
    expect(parse(text).getAllSubcomponents("vevent")).toHaveLength(1);
  });
});

test("a full series has its zone once", () => {
  const plan = { ...WEEKLY.plan, rule: { freq: "weekly" } } as const;
  const overrides = plannedKeys(plan).map((key) => ({ key, kind: "cancelled", by: "person" }) as const);
  const text = writeSeries({ ...WEEKLY, plan, overrides }, "REQUEST", STAMP);
  expect(text.match(/BEGIN:VTIMEZONE/gu)).toHaveLength(1);
  expect(text.match(/BEGIN:VEVENT/gu)).toHaveLength(1);
});

describe("a feed", () => {
  const event = {
    ...{ uid: "1-2027-03-15T09:00", sequence: 2, title: "日本語, \r\nBEGIN:VEVENT".repeat(5), description: "a;b\nc" },
    ...{ url: "https://parley.example/m/1", starts_at: Date.UTC(2027, 2, 28, 7), ends_at: Date.UTC(2027, 2, 28, 8) },
  };

  test("has the same instants and texts by another parser", () => {
    const text = writeFeed([event, { ...event, uid: "2" }], STAMP, "PT1H");
    const [first, ...others] = parse(text).getAllSubcomponents("vevent");
    expect(others).toHaveLength(1);
    const read = new ICAL.Event(first);
    expect([read.startDate.toJSDate().getTime(), read.endDate.toJSDate().getTime()]).toEqual([
      ...[event.starts_at, event.ends_at],
    ]);
    expect([read.uid, read.sequence, read.description]).toEqual([event.uid, 2, event.description]);
    expect(read.summary).toBe(event.title.replaceAll("\r\n", "\n"));
    for (const line of text.split("\r\n")) expect(bytes(line).length).toBeLessThanOrEqual(75);
  });

  test("may be empty", () => {
    expect(parse(writeFeed([], STAMP, "PT1H")).getAllSubcomponents("vevent")).toEqual([]);
  });
});

test("folds between characters", () => {
  const line = `SUMMARY:${"日本語".repeat(40)}`;
  const parts = foldLine(line).split("\r\n");
  expect(parts.length).toBeGreaterThan(4);
  expect(parts.join("").replaceAll(" ", "")).toBe(line);
  for (const part of parts) expect(bytes(part).length).toBeLessThanOrEqual(75);
});
