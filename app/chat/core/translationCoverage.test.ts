import { describe, expect, test } from "vitest";
import type { Language } from "#contracts/languages.ts";
import type { Line, Translation } from "#contracts/lines.ts";
import type { TranslationFailureReason } from "../../translation/resolveTranslation.ts";
import { computeCoverage } from "./translationCoverage.ts";

const into = (language: Language, status: Translation["status"], reason: string | null = null): Translation => ({
  ...{ language, revision: 1, status, text: status === "ready" ? "text" : null, engine: null, reason },
});
let seq = 0;
const line = (language: Language, translations: Translation[], change: Partial<Line> = {}): Line => {
  seq += 1;
  return {
    ...{ id: `line ${seq}`, call_id: "c", seq, changed: seq, kind: "chat", author: "ana", text: "hola", revision: 1 },
    ...{ reply_to: null, mentions: [], forwarded: false, edited: false, deleted: false, fleeting: false },
    ...{ spoken_at: null, spoken_ms: null, typed_by: null, corrected_by: null, mark: null, file: null },
    ...{ created_at: "2026-01-01T00:00:00Z", reactions: [], language, translations, ...change },
  };
};
const nothing = new Map<string, ReadonlyMap<Language, TranslationFailureReason>>();
const soon = () => false;
const READERS: readonly Language[] = ["fr", "en", "es", "en", "en"];

describe("computeCoverage", () => {
  test("counts readers, the most read language first", () => {
    expect(computeCoverage([], nothing, READERS, soon)).toEqual([
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
    const [en, es, fr] = computeCoverage(lines, nothing, READERS, soon);
    expect(en?.gaps).toEqual([]);
    expect(es?.gaps).toEqual([]);
    expect(fr?.gaps).toEqual([{ reason: "translate/unsupported-pair", sourceLanguages: ["ar", "es"] }]);
  });

  test("reports failures of this page until the text arrives", () => {
    const open = line("es", []);
    const missing = new Map([[open.id, new Map<Language, TranslationFailureReason>([["en", "translate/quota"]])]]);
    expect(computeCoverage([open], missing, ["en"], soon)[0]?.gaps).toEqual([
      { reason: "translate/quota", sourceLanguages: ["es"] },
    ]);
    const there = { ...open, translations: [into("en", "ready")] };
    expect(computeCoverage([there], missing, ["en"], soon)[0]?.gaps).toEqual([]);
  });

  test("reports a newest line that is pending too long", () => {
    const before = line("es", [into("en", "ready"), into("fr", "ready")]);
    const late = line("es", [into("en", "claimed"), into("fr", "ready")]);
    const isLate = (candidate: Line) => candidate === late;
    expect(computeCoverage([before, late], nothing, ["en", "fr", "es"], soon).flatMap(({ gaps }) => gaps)).toEqual([]);
    const [en, es, fr] = computeCoverage([before, late], nothing, ["en", "fr", "es"], isLate);
    expect(en?.gaps).toEqual([{ reason: "late", sourceLanguages: ["es"] }]);
    expect([es?.gaps, fr?.gaps]).toEqual([[], []]);
    // A newer pending line does not count yet.
    const newest = line("es", []);
    expect(computeCoverage([before, late, newest], nothing, ["en"], isLate)[0]?.gaps).toEqual([
      { reason: "late", sourceLanguages: ["es"] },
    ]);
  });
});
