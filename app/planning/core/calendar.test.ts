import { describe, expect, test } from "vitest";
import type { PlanOverride, PlanRule, PlanTimes } from "#contracts/planning.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { createCalendarFormats, firstWeekdayOf } from "./calendarFormats.ts";
import { daysOf, formatDay, isInMonth, parseDay, rangeOf, steppedDay, weekOf, weeksOf } from "./calendarRange.ts";
import { clockNotes, findOccurrence } from "./clockNotes.ts";
import { type OccurrenceView, partsByDay, shownHours } from "./dayLayout.ts";
import { dayForKey, moveForKey, NO_MOVE } from "./gridKeys.ts";
import { hourKind } from "./localHours.ts";
import { changedTimes, movedOccurrence } from "./movedTimes.ts";
import { ruleWords } from "./ruleWords.ts";
import { cityOf, zoneName } from "./zoneNames.ts";

const MONDAY = 0;
const SATURDAY = 5;
const SUNDAY = 6;
const day = (text: string): number => parseDay(text) ?? Number.NaN;
const datesOf = (range: { first: number; count: number }) => [formatDay(range.first), range.count];

describe("range", () => {
  test("rejects dates that do not exist or cannot be planned", () => {
    for (const text of ["2026-02-29", "1969-12-31", "2201-01-01", "2026-1-1", "x", "", null])
      expect(parseDay(text)).toBeNull();
    expect(formatDay(day("2028-02-29"))).toBe("2028-02-29");
  });

  test("begins a week on the day of the locale", () => {
    // 2026-04-23 is a Thursday.
    expect(formatDay(weekOf(day("2026-04-23"), MONDAY))).toBe("2026-04-20");
    expect(formatDay(weekOf(day("2026-04-23"), SUNDAY))).toBe("2026-04-19");
    expect(formatDay(weekOf(day("2026-04-23"), SATURDAY))).toBe("2026-04-18");
    expect(formatDay(weekOf(day("2026-04-19"), SUNDAY))).toBe("2026-04-19");
  });

  test("shows a month in whole weeks, and an agenda by its days", () => {
    expect(datesOf(rangeOf("month", day("2026-04-23"), MONDAY))).toEqual(["2026-03-30", 35]);
    expect(datesOf(rangeOf("month", day("2026-02-01"), SUNDAY))).toEqual(["2026-02-01", 28]);
    expect(datesOf(rangeOf("month", day("2026-08-15"), MONDAY))).toEqual(["2026-07-27", 42]);
    expect(datesOf(rangeOf("agenda", day("2028-02-23"), MONDAY))).toEqual(["2028-02-01", 29]);
    expect(weeksOf(rangeOf("month", day("2026-04-23"), MONDAY)).map((week) => week.length)).toEqual([7, 7, 7, 7, 7]);
  });

  test("steps over the end of a year", () => {
    expect(formatDay(steppedDay("month", day("2026-12-31"), 1))).toBe("2027-01-01");
    expect(formatDay(steppedDay("agenda", day("2026-01-31"), -1))).toBe("2025-12-01");
    expect(formatDay(steppedDay("week", day("2026-12-31"), 1))).toBe("2027-01-07");
    expect(isInMonth(day("2026-05-01"), day("2026-04-23"))).toBe(false);
    expect(daysOf({ first: 3, count: 2 })).toEqual([3, 4]);
  });

  test("knows the first weekday of a locale", () => {
    expect([firstWeekdayOf("en-US"), firstWeekdayOf("en-GB"), firstWeekdayOf("ar-EG")]).toEqual([
      SUNDAY,
      MONDAY,
      SATURDAY,
    ]);
  });
});

const at = (iso: string): number => Date.parse(iso);
const meeting = (startsAt: string, minutes: number, key = startsAt): OccurrenceView => ({
  ...{ seriesId: "s", key, startsAt: at(startsAt), endsAt: at(startsAt) + minutes * 60_000 },
});

describe("layout", () => {
  test("splits a meeting at midnight of the reader's zone", () => {
    const parts = partsByDay([meeting("2026-04-23T15:30:00Z", 60)], "Asia/Tokyo");
    expect([...parts.keys()].map(formatDay)).toEqual(["2026-04-24"]);
    const night = partsByDay([meeting("2026-04-23T21:30:00Z", 60)], "Europe/Madrid");
    expect([...night].map(([date, [part]]) => [formatDay(date), part?.start, part?.end, part?.continued])).toEqual([
      ["2026-04-23", 1410, 1440, false],
      ["2026-04-24", 0, 30, true],
    ]);
  });

  test("ends a meeting at midnight on its own day", () => {
    expect([...partsByDay([meeting("2026-04-23T22:00:00Z", 120)], "UTC").keys()].map(formatDay)).toEqual([
      "2026-04-23",
    ]);
  });

  test("keeps the length when clocks go forward or back", () => {
    for (const start of ["2026-03-29T00:30:00Z", "2026-10-25T00:30:00Z"])
      for (const [part] of partsByDay([meeting(start, 60)], "Europe/Madrid").values())
        expect((part?.end ?? 0) - (part?.start ?? 0)).toBe(60);
  });

  test("puts overlapping meetings beside each other", () => {
    const all = [
      meeting("2026-04-23T09:00:00Z", 60, "a"),
      meeting("2026-04-23T09:30:00Z", 60, "b"),
      meeting("2026-04-23T10:00:00Z", 60, "c"),
      meeting("2026-04-23T12:00:00Z", 60, "d"),
    ];
    const [parts = []] = partsByDay(all, "UTC").values();
    expect(parts.map(({ occurrence, lane, lanes }) => [occurrence.key, lane, lanes])).toEqual([
      ["a", 0, 2],
      ["b", 1, 2],
      ["c", 0, 2],
      ["d", 0, 1],
    ]);
  });

  test("shows further hours only for meetings in them", () => {
    expect(shownHours([])).toEqual({ first: 8, last: 19 });
    expect(shownHours([[{ start: 390, end: 420 }], [{ start: 1_380, end: 1_440 }]])).toEqual({ first: 6, last: 23 });
  });
});

describe("keys", () => {
  const week = { weekStart: 100, dir: "ltr" } as const;

  test("follow the direction of the page", () => {
    expect(dayForKey({ key: "ArrowRight" }, 103, week)).toBe(104);
    expect(dayForKey({ key: "ArrowRight" }, 103, { ...week, dir: "rtl" })).toBe(102);
    expect(dayForKey({ key: "ArrowUp" }, 103, week)).toBe(96);
    expect([dayForKey({ key: "Home" }, 103, week), dayForKey({ key: "End" }, 103, week)]).toEqual([100, 106]);
    expect(dayForKey({ key: "a" }, 103, week)).toBeNull();
  });

  test("move by days and minutes in a week, by weeks in a month", () => {
    const inWeek = { dir: "ltr", byTime: true } as const;
    const down = { key: "ArrowDown", shiftKey: false };
    expect(moveForKey(down, NO_MOVE, inWeek)).toEqual({ days: 0, minutes: 15, longer: 0 });
    expect(moveForKey({ ...down, shiftKey: true }, NO_MOVE, inWeek)).toEqual({ days: 0, minutes: 0, longer: 15 });
    expect(moveForKey(down, NO_MOVE, { dir: "ltr", byTime: false })).toEqual({ days: 7, minutes: 0, longer: 0 });
    const left = { key: "ArrowLeft", shiftKey: false };
    expect(moveForKey(left, NO_MOVE, { dir: "rtl", byTime: true })?.days).toBe(1);
    expect(moveForKey({ key: "Tab", shiftKey: false }, NO_MOVE, inWeek)).toBeNull();
  });
});

describe("moves", () => {
  const thursday = meeting("2026-03-26T08:00:00Z", 60);

  test("keep the hour of the reader's clock across a change", () => {
    const moved = movedOccurrence(thursday, { days: 3, minutes: 0, longer: 0 }, "Europe/Madrid");
    // 9 o'clock is 7 h UTC from 29 March on.
    expect(moved?.startsAt).toBe(at("2026-03-29T07:00:00Z"));
  });

  test("stay within the lengths and years that can be planned", () => {
    expect(movedOccurrence(thursday, { ...NO_MOVE, longer: -60 }, "UTC")).toBeNull();
    expect(movedOccurrence(thursday, { ...NO_MOVE, longer: 1_440 }, "UTC")).toBeNull();
    expect(movedOccurrence(thursday, { ...NO_MOVE, days: -30_000 }, "UTC")).toBeNull();
  });

  test("keep the second of a repeated hour when resized", () => {
    const second = meeting("2026-10-25T01:30:00Z", 60);
    const longer = movedOccurrence(second, { ...NO_MOVE, longer: 15 }, "Europe/Madrid");
    expect(longer).toEqual({ ...second, endsAt: second.endsAt + 15 * 60_000 });
  });

  test("request times of the series' zone, and only what differs", () => {
    const later = movedOccurrence(thursday, { days: 0, minutes: 30, longer: 0 }, "Europe/Madrid") ?? thursday;
    expect(changedTimes(thursday, later, "Asia/Tokyo")).toEqual({ start: "2026-03-26T17:30" });
    expect(changedTimes(thursday, { ...thursday, endsAt: thursday.endsAt + 900_000 }, "UTC")).toEqual({
      length_minutes: 75,
    });
  });
});

describe("hours", () => {
  test("know the night on a person's clock", () => {
    const [from, to] = [at("2026-04-23T15:30:00Z"), at("2026-04-23T16:30:00Z")];
    const zones = ["Europe/London", "Asia/Tokyo", "America/Vancouver", "Asia/Dhaka", "America/Los_Angeles"];
    expect(zones.map((zone) => hourKind(zone, from, to))).toEqual(["day", "night", "day", "night", "day"]);
    expect(hourKind("Europe/Athens", from, to)).toBe("late");
    expect(hourKind("UTC", at("2026-04-23T07:00:00Z"), at("2026-04-23T07:30:00Z"))).toBe("early");
    // An end at the full hour is not in that hour.
    expect(hourKind("UTC", at("2026-04-23T18:00:00Z"), at("2026-04-23T19:00:00Z"))).toBe("day");
  });

  const weekly: PlanTimes = {
    ...{ start: "2026-04-09T16:30", zone: "Europe/London", length_minutes: 60 },
    rule: { freq: "weekly", interval: 2 },
  };
  const notesAt = (key: string, overrides: PlanOverride[] = []) => {
    const found = findOccurrence(weekly, overrides, key);
    return found && clockNotes(found, ["Europe/London", "Africa/Cairo", "Asia/Tokyo", "Africa/Cairo", "Mars/Base"]);
  };

  test("tell whose clocks change the hour of a series", () => {
    // Cairo goes forward on 24 April 2026, London and Tokyo stay.
    expect(notesAt("2026-04-23T16:30")).toEqual([
      {
        ...{ zone: "Africa/Cairo", from: at("2026-05-07T15:30:00Z") },
        ...{ key: "2026-05-07T16:30", kept: "2026-05-07T17:30" },
      },
    ]);
    expect(notesAt("2026-05-07T16:30")).toEqual([]);
  });

  test("keep an hour across midnight", () => {
    const late: PlanTimes = { ...weekly, start: "2026-04-22T23:30", zone: "UTC", rule: { freq: "weekly" } };
    // 01:30 on Thursday in Cairo, and 02:30 after the change.
    const found = findOccurrence(late, [], "2026-04-22T23:30");
    expect(found && clockNotes(found, ["Africa/Cairo"])).toMatchObject([{ kept: "2026-04-30T01:30" }]);
    // 23:30 on Wednesday in Lisbon in winter, and 00:30 on Thursday in summer.
    const winter: PlanTimes = { ...late, start: "2026-03-25T23:30" };
    const before = findOccurrence(winter, [], "2026-03-25T23:30");
    expect(before && clockNotes(before, ["Europe/Lisbon"])).toMatchObject([{ kept: "2026-04-01T23:30" }]);
  });

  test("have no note about a moved or cancelled meeting", () => {
    const key = "2026-04-23T16:30";
    const moved: PlanOverride = { key, kind: "moved", by: "person", start: "2026-04-23T18:00", length_minutes: 60 };
    expect(notesAt(key, [moved])).toEqual([]);
    expect(notesAt(key, [{ key, kind: "cancelled", by: "person" }])).toBeNull();
    expect(notesAt("2026-04-16T16:30")).toBeNull();
  });
});

describe("words", () => {
  const t = getTranslator("en");
  const formats = createCalendarFormats("en-GB", "UTC");
  const words = (rule: PlanRule | null) =>
    ruleWords(t, { start: "2026-04-23T16:30", rule }, formats, (items) => items.join(" and "));

  test.each([
    [null, "Does not repeat"],
    [{ freq: "daily" }, "Every day"],
    [{ freq: "weekly", interval: 2 }, "Every 2 weeks on Thursday"],
    [{ freq: "weekly", byday: [{ day: "MO" }, { day: "TH" }], count: 6 }, "Every week on Monday and Thursday, 6 times"],
    [{ freq: "monthly" }, "Every month on day 23"],
    [{ freq: "monthly", byday: [{ day: "TH", nth: -1 }] }, "Every month on the last Thursday"],
    [{ freq: "yearly", until: "2030-04-23T23:59" }, `Every year, until ${formats.fullDay(day("2030-04-23"))}`],
    [{ freq: "monthly", bymonthday: [-1] }, "Repeats"],
    [{ freq: "yearly", byyearday: [100] }, "Repeats"],
  ] satisfies [PlanRule | null, string][])("say %j", (rule, text) => {
    expect(words(rule)).toBe(text);
  });

  test("name zones by their cities", () => {
    expect(cityOf("America/Argentina/Buenos_Aires")).toBe("Buenos Aires");
    expect(zoneName("en", "Europe/Madrid")).toBe("Central European Time (Madrid)");
    expect(zoneName("en", "Mars/Base")).toBe("Base");
  });

  test("use Gregorian dates and the page's digits", () => {
    const arabic = createCalendarFormats("ar-SA-u-ca-islamic-umalqura-nu-arab", "Mars/Base");
    expect(arabic.zone).toBe("UTC");
    expect(arabic.month(day("2026-04-23"))).toContain("2026");
    expect(formats.timeRange(at("2026-04-23T16:30:00Z"), at("2026-04-23T17:30:00Z"))).not.toContain(" ");
  });
});
