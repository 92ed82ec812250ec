import { expect, test } from "vitest";
import { createFormatters, withNoBreakSpaces } from "./formatters.ts";
import { LOCALE_CODES } from "./locales.ts";

test.each([
  [0, "00:00"],
  [-5, "00:00"],
  [1_122_000, "18:42"],
  [3_723_999, "1:02:03"],
])("formats %i ms as %s", (milliseconds, shown) => {
  expect(createFormatters("en").duration(milliseconds)).toBe(shown);
});

test("keeps a time in one line in every locale", () => {
  for (const locale of LOCALE_CODES) {
    for (const at of [Date.UTC(2026, 3, 14, 4, 5), Date.UTC(2026, 3, 14, 16, 5)])
      expect(createFormatters(locale).time(at)).not.toMatch(/[^\S\u00a0]/u);
  }
  expect(createFormatters("ar").time(0)).toMatch(/\d\u00a0[صم]$/u);
  expect(withNoBreakSpaces("4:05\u202fPM")).toBe(withNoBreakSpaces("4:05 PM"));
});

test("names a language in the page's locale", () => {
  expect(createFormatters("en").languageName("es")).toBe("Spanish");
  expect(createFormatters("es").languageName("es")).toBe("español");
});

test("splits a list into parts with indexes", () => {
  expect(createFormatters("es").listParts(3, "sentence")).toEqual([0, ", ", 1, " y ", 2]);
  expect(createFormatters("en").listParts(2, "enumeration")).toEqual([0, ", ", 1]);
  expect(createFormatters("en").listParts(0, "sentence")).toEqual([]);
});
