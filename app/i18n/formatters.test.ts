import { expect, test } from "vitest";
import { createFormatters, withNoBreakSpaces } from "./formatters.ts";
import { LOCALE_CODES } from "./locales.ts";

test.each([
  [0, "00:00"],
  [-5, "00:00"],
  [1_122_000, "18:42"],
  [3_723_999, "1:02:03"],
])("%i ms lasts %s", (milliseconds, shown) => {
  expect(createFormatters("en").duration(milliseconds)).toBe(shown);
});

test("a time does not come apart at the end of a line, in no language of the buttons and with no space of a browser", () => {
  for (const locale of LOCALE_CODES) {
    for (const at of [Date.UTC(2026, 3, 14, 4, 5), Date.UTC(2026, 3, 14, 16, 5)])
      expect(createFormatters(locale).time(at)).not.toMatch(/[^\S\u00a0]/u);
  }
  expect(createFormatters("ar").time(0)).toMatch(/\d\u00a0[صم]$/u);
  expect(withNoBreakSpaces("4:05\u202fPM")).toBe(withNoBreakSpaces("4:05 PM"));
});

test("a language has its name in the page's locale", () => {
  expect(createFormatters("en").languageName("es")).toBe("Spanish");
  expect(createFormatters("es").languageName("es")).toBe("español");
});

test("a list comes in parts, items by index", () => {
  expect(createFormatters("es").listParts(3, "sentence")).toEqual([0, ", ", 1, " y ", 2]);
  expect(createFormatters("en").listParts(2, "enumeration")).toEqual([0, ", ", 1]);
  expect(createFormatters("en").listParts(0, "sentence")).toEqual([]);
});
