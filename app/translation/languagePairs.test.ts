import { describe, expect, test } from "vitest";
import { groupLanguagePairs, groupReaders, NO_PAIRS } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";

const PAIRS = groupLanguagePairs((from, to) => [from, to].every((code) => ["en", "es", "fr"].includes(code)));
const readers = (...codes: Language[]) =>
  codes.map((reads, index) => ({ number: index + 1, name: `P${index}`, reads }));

describe("reader groups", () => {
  test("name each language once", () => {
    const groups = groupReaders(PAIRS, "en", readers("es", "fr", "es", "en", "de", "ar", "de"));
    expect(groups.languages).toEqual(["es", "fr"]);
    expect(groups.gaps).toEqual(["de", "ar"]);
    expect(groups.reached.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(groups.unreached.map(({ number }) => number)).toEqual([5, 6, 7]);
  });

  test("need no engine for the same language", () => {
    expect(groupReaders(NO_PAIRS, "de", readers("de"))).toMatchObject({ languages: [], gaps: [], unreached: [] });
  });

  test("count a pair as possible if the pairs are unknown", () => {
    expect(groupReaders(null, "en", readers("de"))).toMatchObject({ languages: ["de"], gaps: [] });
  });
});
