/** Local times and instants against Temporal. */
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { isLocalTime } from "#contracts/planning.ts";
import { dateOfDay, formatLocal, parseLocal } from "../../supabase/functions/_shared/planning/localTime.ts";
import {
  isTimeZone,
  localAt,
  resolveLocal,
  transitionsBetween,
} from "../../supabase/functions/_shared/planning/zones.ts";

const HARD_ZONES = [
  "Europe/Madrid",
  "America/Lima",
  "Asia/Tokyo",
  "Africa/Cairo",
  "Africa/Casablanca",
  "Africa/Monrovia",
  "America/Sao_Paulo",
  "Asia/Gaza",
  "Australia/Lord_Howe",
  "Europe/Dublin",
  "Pacific/Apia",
  "Antarctica/Troll",
];

const instantByTemporal = (zone: string, local: string): number =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;

describe("instants of local times", () => {
  test.each(HARD_ZONES)("equal Temporal around each change in %s", (zone) => {
    for (const { at, before, after } of transitionsBetween(zone, 0, Date.UTC(2040, 0, 1)))
      for (const offset of [before, after])
        for (const minutes of [-1_440, -61, -60, -30, -1, 0, 1, 29, 59, 60, 1_440]) {
          const local = formatLocal(Math.floor((at + offset) / 60_000) + minutes);
          expect(resolveLocal(zone, parseLocal(local)).instant, local).toBe(instantByTemporal(zone, local));
        }
  });

  test("equal Temporal in every zone of the runtime", () => {
    for (const zone of Intl.supportedValuesOf("timeZone"))
      for (let month = 0; month < 24; month += 1) {
        const local = formatLocal(Date.UTC(2026, month, 1 + ((month * 7) % 28), 2, 30) / 60_000);
        expect(resolveLocal(zone, parseLocal(local)).instant, `${zone} ${local}`).toBe(instantByTemporal(zone, local));
      }
  }, 300_000);

  test("flag the hour that clocks skip", () => {
    const { instant, shift } = resolveLocal("Europe/Madrid", parseLocal("2027-03-28T02:30"));
    expect(shift).toBe("skipped");
    expect(formatLocal(localAt("Europe/Madrid", instant))).toBe("2027-03-28T03:30");
  });

  test("flag the hour that clocks repeat", () => {
    const { instant, shift } = resolveLocal("Europe/Madrid", parseLocal("2027-10-31T02:30"));
    expect(shift).toBe("repeated");
    expect(new Date(instant).toISOString()).toBe("2027-10-31T00:30:00.000Z");
  });

  test("flag the day that Samoa skipped", () => {
    expect(resolveLocal("Pacific/Apia", parseLocal("2011-12-30T12:00")).shift).toBe("skipped");
  });

  test("have no flag on other days", () => {
    expect(resolveLocal("Europe/Madrid", parseLocal("2027-03-28T03:00")).shift).toBeNull();
    expect(resolveLocal("Europe/Madrid", parseLocal("2027-10-31T01:59")).shift).toBeNull();
  });
});

describe("changes of offset", () => {
  test("equal those of Temporal", () => {
    for (const zone of HARD_ZONES) {
      const found: number[] = [];
      let next = Temporal.Instant.from("1990-01-01T00:00Z").toZonedDateTimeISO(zone).getTimeZoneTransition("next");
      while (next !== null && next.year < 2035) {
        found.push(next.epochMilliseconds);
        next = next.getTimeZoneTransition("next");
      }
      const ours = transitionsBetween(zone, Date.UTC(1990, 0, 1), Date.UTC(2036, 0, 1)).map(({ at }) => at);
      expect(
        ours.filter((at) => at <= (found.at(-1) ?? 0)),
        zone,
      ).toEqual(found);
    }
  });
});

describe("names of zones", () => {
  test.each(["UTC", "Europe/Madrid", "America/Argentina/Buenos_Aires", "Asia/Calcutta", "Asia/Kolkata", "Etc/GMT+5"])(
    "%s is known",
    (name) => {
      expect(isTimeZone(name)).toBe(true);
    },
  );

  test.each([
    "",
    "Mars/Olympus",
    "+02:00",
    "Europe/Madrid:evil",
    "Europe/Madrid\r\nX",
    "../etc/passwd",
    "a".repeat(100),
  ])("%.20s is not known", (name) => {
    expect(isTimeZone(name)).toBe(false);
  });

  test("more zones than the cache holds still work", () => {
    for (const zone of Intl.supportedValuesOf("timeZone")) resolveLocal(zone, parseLocal("2027-01-01T00:00"));
    expect(resolveLocal("Asia/Tokyo", parseLocal("2027-01-01T09:00")).instant).toBe(Date.UTC(2027, 0, 1));
  });
});

describe("local times", () => {
  test.each([
    "2026-02-29T09:00",
    "1900-01-01T09:00",
    "9999-01-01T09:00",
    "2026-13-01T09:00",
    "2026-01-01T24:00",
    "2026-01-01T09:60",
    "2026-01-01 09:00",
    "2026-01-01T09:00Z",
  ])("%s is none", (text) => {
    expect(isLocalTime(text)).toBe(false);
  });

  test("have the dates of Date", () => {
    const days = Array.from({ length: 85_000 }, (_none, day) => day);
    const wrong = days.find((day) => {
      const { year, month, day: date } = dateOfDay(day);
      return Date.UTC(year, month - 1, date) !== day * 86_400_000;
    });
    expect(wrong).toBeUndefined();
  });

  test("the leap day is one", () => {
    expect(isLocalTime("2028-02-29T23:59")).toBe(true);
  });
});
