import { describe, expect, test } from "vitest";
import { groupLanguagePairs, NO_PAIRS } from "#contracts/languagePairs.ts";
import { LANGUAGE_CODES } from "#contracts/languages.ts";
import { groupLanguages } from "./languageGroups.ts";

/** Between English and Spanish, and into Catalan. */
const pairs = groupLanguagePairs((from, to) => ["en", "es"].includes(from) && ["en", "es", "ca"].includes(to));

describe("language groups", () => {
  test("put likely and translated languages first", () => {
    const groups = groupLanguages(["de", "en", "de"], { pairs, side: "to" });
    expect(groups.slice(0, 2)).toEqual([
      { label: "language.likely", codes: ["de", "en"], originalOnly: ["de"] },
      { label: "language.translated", codes: ["ca", "es"], originalOnly: [] },
    ]);
    expect(groups[2]?.label).toBe("language.originalOnly");
    expect(groups[2]?.codes).toContain("ar");
    expect(groups[2]?.originalOnly).toEqual(groups[2]?.codes);
    expect(groups.flatMap(({ codes }) => codes).sort()).toEqual([...LANGUAGE_CODES].sort());
  });

  test("tell spoken from read languages", () => {
    const originalOnly = (side: "from" | "to") => groupLanguages(["ca"], { pairs, side })[0]?.originalOnly;
    expect(originalOnly("to")).toEqual([]);
    expect(originalOnly("from")).toEqual(["ca"]);
  });

  test.each([[null], [NO_PAIRS]])("tell nothing apart with the pairs %j", (unknown) => {
    expect(groupLanguages(["en"], { pairs: unknown, side: "to" }).map(({ label }) => label)).toEqual([
      "language.likely",
      "language.all",
    ]);
    expect(groupLanguages([], undefined).map(({ label }) => label)).toEqual(["language.all"]);
  });
});
