import { describe, expect, test } from "vitest";
import { shownLine } from "../../../tests/fakes/shownLine.ts";
import type { TranscriptLine } from "../transcriptLine.ts";
import { createTranscriptSearch, matchRanges } from "./transcriptSearch.ts";

const line = (id: string, text: string, translations: TranscriptLine["translations"] = {}) =>
  shownLine({ id, text, translations });
const found = (text: string, query: string) => matchRanges(text, query).map(([from, to]) => text.slice(from, to));

describe("createTranscriptSearch", () => {
  const lines = [
    line("1", "El AUTOBÚS sale", { en: "The bus leaves" }),
    line("2", "Hasta mañana", { en: "Until bus" }),
  ];

  test("searches every language without case and accents", () => {
    const { find } = createTranscriptSearch();
    expect(find(lines, "autobus")).toEqual([{ id: "1", languages: ["es"] }]);
    expect(find(lines, "BUS ").map(({ languages }) => languages)).toEqual([["es", "en"], ["en"]]);
    expect(find(lines, "manana")).toHaveLength(1);
    expect(find(lines, "  ")).toEqual([]);
  });

  test("finds interchangeable letters, and no other vowels", () => {
    const { find } = createTranscriptSearch();
    const all = ["مستشفى الدوري", "كتـــاب ٢٥", "Straße", "कमार", "कुमार"].map((text) => line(text, text));
    const idsOf = (query: string) => find(all, query).map(({ id }) => id);
    expect(["مستشفي", "الدورى", "كتاب", "25", "strasse", "कमार"].map(idsOf)).toEqual([
      ["مستشفى الدوري"],
      ["مستشفى الدوري"],
      ["كتـــاب ٢٥"],
      ["كتـــاب ٢٥"],
      ["Straße"],
      ["कमार"],
    ]);
  });

  test("searches the current text of a line", () => {
    const { find } = createTranscriptSearch();
    find(lines, "hasta");
    expect(find([line("2", "Nunca")], "hasta")).toEqual([]);
  });

  test("folds a prepared line only once", () => {
    const { prepare, find } = createTranscriptSearch();
    let reads = 0;
    const counted = Object.defineProperty(line("1", ""), "text", { get: () => `autobús ${++reads}` });
    prepare([counted]);
    expect(find([counted], "autobus 1")).toHaveLength(1);
    expect(reads).toBe(1);
  });
});

describe("matchRanges", () => {
  test.each([
    ["El autobús, AUTOBUS", "autobus", ["autobús", "AUTOBUS"]],
    ["cafe\u0301 cafe", "café", ["cafe\u0301", "cafe"]],
    ["İstanbul", "istan", ["İstan"]],
    ["ﬁne", "in", ["ﬁn"]],
    ["👩‍👧 familia", "fam", ["fam"]],
    ["مُحَمَّد", "محمد", ["مُحَمَّد"]],
    ["Ὀδυσσεύς", "οδυσσευσ", ["Ὀδυσσεύς"]],
    ["a.c abc", "a.c", ["a.c"]],
    ["aaa", "aa", ["aa"]],
    ["كتـــاب ٢٥", "كتاب 25", ["كتـــاب ٢٥"]],
    ["die Straße", "strasse", ["Straße"]],
    ["none", "x", []],
  ])("finds in %j the whole matches of %j", (text, query, spans) => expect(found(text, query)).toEqual(spans));
});
