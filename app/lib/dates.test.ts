import { describe, expect, test } from "vitest";
import { formatDates, isTimeZone, preferredLanguageTag } from "./dates.ts";

const NOW = Date.parse("2026-06-01T12:00:00Z");
const EVENING = "2026-04-14T22:30:00+00:00";
const madrid = { languageTag: "es-ES", timeZone: "Europe/Madrid", timeZoneChosen: true };

describe("a moment", () => {
  test("is in the reader's time zone and language", () => {
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

  test("of another year says which", () => {
    const lastYear = "2025-04-14T10:00:00Z";
    expect(formatDates([lastYear], madrid, NOW)[lastYear]?.date).toBe("14 de abril de 2025");
  });

  test("at the turn of the year belongs to the reader's year", () => {
    const midnight = "2026-12-31T23:30:00Z";
    const now = Date.parse("2027-01-01T12:00:00Z");
    expect(formatDates([midnight], madrid, now)[midnight]?.date).toBe("1 de enero");
  });

  test("in a time zone that this machine does not know is in UTC", () => {
    expect(formatDates([EVENING], { ...madrid, timeZone: "Mars/Olympus" }, NOW)[EVENING]?.time).toBe("22:30");
  });
});

test.each([
  ["en", ["de-DE", "en-GB", "en"], "en-GB"],
  ["es", ["en-GB"], "es"],
  ["en", ["en-!!", "en_GB", "*"], "en"],
  ["ar", ["AR-eg"], "AR-eg"],
])("%s is written as the first of %j that is it", (locale, asked, tag) => {
  expect(preferredLanguageTag(locale, asked)).toBe(tag);
});

test.each([
  ["Europe/Madrid", true],
  ["UTC", true],
  ["", false],
  ["+05:00", false],
  ["Europe/Madrid'; drop table profiles; --", false],
  ["<b>", false],
  ["x".repeat(1_000_000), false],
])("a time zone? %#", (name, is) => {
  expect(isTimeZone(name)).toBe(is);
});
