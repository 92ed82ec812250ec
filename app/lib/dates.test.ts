import { describe, expect, test } from "vitest";
import { createFormatters } from "~/i18n/formatters.ts";
import { createDateFormatter, formatDates, isTimeZone, preferredLanguageTag } from "./dates.ts";

const NOW = Date.parse("2026-06-01T12:00:00Z");
const EVENING = "2026-04-14T22:30:00+00:00";
const madrid = { languageTag: "es-ES", timeZone: "Europe/Madrid", timeZoneChosen: true };

describe("formatDates", () => {
  test("uses the reader's time zone and language", () => {
    expect(formatDates([EVENING], madrid, NOW)[EVENING]).toMatchObject({
      month: "abr",
      day: "15",
      date: "15 de abril",
    });
    const newYork = formatDates([EVENING], { ...madrid, languageTag: "en-GB", timeZone: "America/New_York" }, NOW)[
      EVENING
    ];
    expect(newYork).toMatchObject({ date: "14 April", time: "18:30" });
  });

  test("adds the year of an earlier year", () => {
    const lastYear = "2025-04-14T10:00:00Z";
    expect(formatDates([lastYear], madrid, NOW)[lastYear]?.date).toBe("14 de abril de 2025");
  });

  test("decides the year in the reader's time zone", () => {
    const midnight = "2026-12-31T23:30:00Z";
    const now = Date.parse("2027-01-01T12:00:00Z");
    expect(formatDates([midnight], madrid, now)[midnight]?.date).toBe("1 de enero");
  });

  test("replaces an unknown time zone by UTC", () => {
    expect(formatDates([EVENING], { ...madrid, timeZone: "Mars/Olympus" }, NOW)[EVENING]?.time).toBe("22:30");
  });
});

describe("createDateFormatter", () => {
  const format = createDateFormatter({ languageTag: "en-GB", timeZone: "Europe/Madrid" });
  const at = Date.parse("2026-04-14T22:30:05Z");

  test("formats times and dates in the reader's time zone", () => {
    expect([format.time(at), format.shortTime(at)]).toEqual(["00:30:05", "00:30"]);
    expect(format.fullDate(at)).toContain("15 April 2026");
  });

  test.each(["ar", "ar-SA", "ar-EG", "ar-MA"])("uses the digits of numbers in %s", (languageTag) => {
    const { time, shortTime, month, day, date, fullDate } = createDateFormatter({ languageTag, timeZone: "UTC" });
    const texts = [
      time(at),
      shortTime(at),
      month(at),
      day(at),
      date(at, 0),
      fullDate(at),
      createFormatters("ar").number(5),
    ];
    expect(texts.join(" ").match(/(?![0-9])\p{Nd}/u)).toBeNull();
  });
});

test.each([
  ["en", ["de-DE", "en-GB", "en"], "en-GB"],
  ["es", ["en-GB"], "es"],
  ["en", ["en-!!", "en_GB", "*"], "en"],
  ["ar", ["AR-eg"], "AR-eg"],
])("preferredLanguageTag returns for %s of %j the tag %s", (locale, requested, tag) => {
  expect(preferredLanguageTag(locale, requested)).toBe(tag);
});

test.each([
  ["Europe/Madrid", true],
  ["UTC", true],
  ["", false],
  ["+05:00", false],
  ["Europe/Madrid'; drop table profiles; --", false],
  ["<b>", false],
  ["x".repeat(1_000_000), false],
])("isTimeZone decides on name %#", (name, is) => {
  expect(isTimeZone(name)).toBe(is);
});
