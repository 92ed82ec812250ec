import { expect, test } from "vitest";
import { filterOptions } from "./optionSearch.ts";

const OPTIONS = [
  { value: "es", label: "Español", translatedLabel: "Spanish" },
  { value: "et", label: "Eesti", translatedLabel: "Estonian" },
  { value: "ar", label: "العَربيّة", translatedLabel: "Arabic" },
  { value: "vi", label: "Tiếng Việt", translatedLabel: "Vietnamese" },
  { value: "ja", label: "日本語", translatedLabel: "Japanese" },
];

const found = (typed: string) => filterOptions(OPTIONS, typed).map(({ value }) => value);

test.each([
  ["nothing typed", "", ["es", "et", "ar", "vi", "ja"]],
  ["spaces", "  ", ["es", "et", "ar", "vi", "ja"]],
  ["no accents", "espanol", ["es"]],
  ["no vowel marks", "العربية", ["ar"]],
  ["a variant of a letter", "العربيه", ["ar"]],
  ["another script", "日", ["ja"]],
  ["the page's name", "SPANISH", ["es"]],
  ["what begins with it before what holds it", "es", ["es", "et", "vi", "ja"]],
  ["signs of an expression", ".*", []],
])("%s", (_, typed, values) => {
  expect(found(typed)).toEqual(values);
});
