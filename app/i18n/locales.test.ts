import { expect, test } from "vitest";
import { LANGUAGES } from "#contracts/languages.ts";
import { LOCALE_CODES, LOCALES, readLocale } from "./locales.ts";

test.each(LOCALE_CODES)("%s has the name and direction of the language list", (code) => {
  expect(LOCALES[code]).toEqual(LANGUAGES[code]);
});

test("reads an unknown language as English", () => {
  expect(readLocale("xx")).toBe("en");
  expect(readLocale("es")).toBe("es");
});
