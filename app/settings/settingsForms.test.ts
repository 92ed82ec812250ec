import { describe, expect, test } from "vitest";
import { messageLanguageOptions } from "./messageLanguages.server.ts";
import { parseLanguages, parseProfile } from "./settingsForms.server.ts";
import { shownMessageLanguage } from "./settingsView.ts";

function form(fields: Record<string, string | File>): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.append(name, value);
  return made;
}
const profile = (fields: Record<string, string | File>) =>
  parseProfile(form({ display_name: "Tom", ui_locale: "en", time_zone: "Europe/London", ...fields }));

describe("parseProfile", () => {
  test.each([
    ["", "name/empty"],
    [" \u200b\u202e\n ", "name/empty"],
    ["x".repeat(61), "name/too-long"],
    ["x".repeat(1_000_000), "name/too-long"],
    [new File(["x"], "name"), "name/empty"],
  ])("rejects an invalid name (%#)", (display_name, name) => {
    expect(profile({ display_name })).toEqual({ errors: { name } });
  });

  test.each([
    ["👩‍👩‍👧".repeat(12), "👩‍👩‍👧".repeat(12)],
    ["\u202eTom\u202c ", "Tom"],
    ["عمر حداد", "عمر حداد"],
    ["<b>Tom</b>'); drop table profiles; --", "<b>Tom</b>'); drop table profiles; --"],
  ])("accepts the name %j", (display_name, kept) => {
    expect(profile({ display_name })).toMatchObject({ values: { display_name: kept } });
  });

  test.each(["", "xx", "en-GB", "__proto__", new File([], "x")])("rejects the UI language %s", (ui_locale) => {
    expect(profile({ ui_locale })).toEqual({ errors: { locale: "locale/unknown" } });
  });

  test("accepts each language of messages, and keeps an absent one", () => {
    for (const message_language of ["fr", "ja", "zh", "en"])
      expect(profile({ message_language })).toMatchObject({ values: { ui_locale: "en", message_language } });
    expect(profile({})).toEqual({ values: { display_name: "Tom", ui_locale: "en", time_zone: "Europe/London" } });
  });

  test.each(["", "xx", "fr-FR", "__proto__", new File([], "x")])("rejects the language of messages %s", (language) => {
    expect(profile({ message_language: language })).toEqual({ errors: { messageLanguage: "locale/unknown" } });
  });

  test("keeps an absent time zone and rejects an invalid one", () => {
    expect(profile({ time_zone: "" })).toEqual({
      values: { display_name: "Tom", ui_locale: "en", time_zone: undefined },
    });
    for (const time_zone of ["Mars/Olympus", "+02:00", "x".repeat(1_000_000), new File([], "x")])
      expect(profile({ time_zone })).toEqual({ errors: { timeZone: "time-zone/unknown" } });
  });

  test("reports an error for every field", () => {
    expect(parseProfile(form({}))).toEqual({
      errors: { name: "name/empty", locale: "locale/unknown", timeZone: "time-zone/unknown" },
    });
  });
});

test("the form shows the stored language of messages, else the proposed one", () => {
  const shown = (stored: string | null) => shownMessageLanguage(messageLanguageOptions(), stored, "fr");
  expect(["es-MX", "zh-Hant", "JA", "nl", "constructor", null].map(shown)).toEqual([
    "es",
    "zh",
    "ja",
    "fr",
    "fr",
    "fr",
  ]);
});

test("parseLanguages accepts only known languages", () => {
  expect(parseLanguages(form({ speaks: "es", reads: "zh-Hant" }))).toEqual({
    values: { speaks: "es", reads: "zh-Hant" },
  });
  expect(parseLanguages(form({ speaks: "toString", reads: "" }))).toEqual({
    errors: { speaks: "language/unknown", reads: "language/unknown" },
  });
  expect(parseLanguages(form({ speaks: "es", reads: new File([], "x") }))).toEqual({
    errors: { reads: "language/unknown" },
  });
});
