import { describe, expect, test } from "vitest";
import { groupLanguagePairs, type LanguagePairs, NO_PAIRS } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line, Translation } from "#contracts/lines.ts";
import { serverLine } from "../../../tests/fakes/serverLine.ts";
import type { TranslationFailureReason } from "../../translation/resolveTranslation.ts";
import { computeCoverage } from "./translationCoverage.ts";

const into = (language: Language, status: Translation["status"], reason: string | null = null): Translation => ({
  ...{ language, revision: 1, status, text: status === "ready" ? "text" : null, engine: null, reason },
});
let seq = 0;
const line = (language: Language, translations: Translation[], change: Partial<Line> = {}): Line => {
  seq += 1;
  return serverLine({ id: `line ${seq}`, seq, changed: seq, language, translations, ...change });
};
const nothing = new Map<string, ReadonlyMap<Language, TranslationFailureReason>>();
const soon = () => false;
const READERS: readonly Language[] = ["fr", "en", "es", "en", "en"];
/** People who each speak what they read. */
const coverageOf = (
  lines: readonly Line[],
  failures: Parameters<typeof computeCoverage>[0]["failures"],
  readers: readonly Language[],
  isLate: (line: Line) => boolean,
  pairs: LanguagePairs = null,
) =>
  computeCoverage({ lines, failures, isLate, pairs, people: readers.map((code) => ({ speaks: code, reads: code })) });

describe("computeCoverage", () => {
  test("counts readers, the most read language first", () => {
    expect(coverageOf([], nothing, READERS, soon)).toEqual([
      { language: "en", readerCount: 3, gaps: [] },
      { language: "es", readerCount: 1, gaps: [] },
      { language: "fr", readerCount: 1, gaps: [] },
    ]);
  });

  test("reports gaps by the newest settled line", () => {
    const lines = [
      line("es", [into("en", "unavailable", "translate/unavailable"), into("fr", "ready")]),
      line("es", [into("en", "ready"), into("fr", "unavailable", "translate/unsupported-pair")]),
      line("ar", [into("en", "ready"), into("es", "ready"), into("fr", "unavailable", "translate/unsupported-pair")]),
      // Pending, deleted and outdated lines do not count.
      line("es", [into("en", "claimed")]),
      line("es", [into("en", "failed", "translate/quota")], { deleted: true }),
      line("es", [into("en", "failed", "translate/quota")], { revision: 2 }),
    ];
    const [en, es, fr] = coverageOf(lines, nothing, READERS, soon);
    expect(en?.gaps).toEqual([]);
    expect(es?.gaps).toEqual([]);
    expect(fr?.gaps).toEqual([{ reason: "translate/unsupported-pair", sourceLanguages: ["ar", "es"] }]);
  });

  test("reports failures of this page until the text arrives", () => {
    const open = line("es", []);
    const missing = new Map([[open.id, new Map<Language, TranslationFailureReason>([["en", "translate/quota"]])]]);
    expect(coverageOf([open], missing, ["en"], soon)[0]?.gaps).toEqual([
      { reason: "translate/quota", sourceLanguages: ["es"] },
    ]);
    const there = { ...open, translations: [into("en", "ready")] };
    expect(coverageOf([there], missing, ["en"], soon)[0]?.gaps).toEqual([]);
  });

  test("reports a newest line that is pending too long", () => {
    const before = line("es", [into("en", "ready"), into("fr", "ready")]);
    const late = line("es", [into("en", "claimed"), into("fr", "ready")]);
    const isLate = (candidate: Line) => candidate === late;
    expect(coverageOf([before, late], nothing, ["en", "fr", "es"], soon).flatMap(({ gaps }) => gaps)).toEqual([]);
    const [en, es, fr] = coverageOf([before, late], nothing, ["en", "fr", "es"], isLate);
    expect(en?.gaps).toEqual([{ reason: "late", sourceLanguages: ["es"] }]);
    expect([es?.gaps, fr?.gaps]).toEqual([[], []]);
    // A newer pending line does not count yet.
    const newest = line("es", []);
    expect(coverageOf([before, late, newest], nothing, ["en"], isLate)[0]?.gaps).toEqual([
      { reason: "late", sourceLanguages: ["es"] },
    ]);
  });

  test("reports pairs without an engine before the first line", () => {
    const pairs = groupLanguagePairs((from, to) => [from, to].every((code) => code === "en" || code === "es"));
    const [de, en, es] = coverageOf([], nothing, ["en", "es", "de"], soon, pairs);
    expect(de?.gaps).toEqual([{ reason: "translate/unsupported-pair", sourceLanguages: ["en", "es"] }]);
    expect(en?.gaps).toEqual([{ reason: "translate/unsupported-pair", sourceLanguages: ["de"] }]);
    expect(es?.gaps).toEqual(en?.gaps);
    // A line of such a pair is not late, and a translation that was made before counts.
    const lines = [line("en", []), line("es", [into("de", "ready")])];
    expect(coverageOf(lines, nothing, ["en", "es", "de"], () => true, pairs)[0]?.gaps).toEqual([
      { reason: "translate/unsupported-pair", sourceLanguages: ["en"] },
    ]);
  });

  test("reports no pair of a person with themselves", () => {
    const pairs = groupLanguagePairs((from) => from === "en");
    const people = [
      { speaks: "es", reads: "de" },
      { speaks: "en", reads: "en" },
    ] as const;
    const gaps = computeCoverage({ lines: [], failures: nothing, isLate: soon, pairs, people });
    expect(gaps.find(({ language }) => language === "de")?.gaps).toEqual([]);
  });

  test("reports no single pair without any engine", () => {
    expect(coverageOf([], nothing, ["en", "de"], soon, NO_PAIRS).flatMap(({ gaps }) => gaps)).toEqual([]);
    expect(coverageOf([line("en", [])], nothing, ["en", "de"], () => true, NO_PAIRS)[0]?.gaps).toEqual([
      { reason: "translate/unavailable", sourceLanguages: ["en"] },
    ]);
  });
});
