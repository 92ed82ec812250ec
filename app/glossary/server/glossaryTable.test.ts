import { describe, expect, test } from "vitest";
import type { Term } from "#contracts/glossary.ts";
import { GLOSSARY } from "#contracts/glossaryLimits.ts";
import { createImportStatusOf, parseGlossaryTable, writeGlossaryTable } from "./glossaryTable.server.ts";

const term = (over: Partial<Term>): Term => ({
  id: crypto.randomUUID(),
  workspace_id: crypto.randomUUID(),
  term: "Puerta Norte",
  language: "es",
  never: false,
  translations: { en: "North Gate" },
  note: "",
  state: "approved",
  meeting_id: null,
  proposed_by: null,
  approved_by: null,
  created_at: "2026-01-01T00:00:00Z",
  changed_at: "2026-01-01T00:00:00Z",
  ...over,
});

const faults = (text: string) => parseGlossaryTable(text).invalidRows.map(({ row, fault }) => [row, fault]);

describe("parseGlossaryTable", () => {
  test("rejects a run of marks without composing it", () => {
    const started = performance.now();
    expect(faults(`term;language\na${"\u0301".repeat(100_000)}${"\u0323".repeat(100_000)};es\n`)).toEqual([
      [2, "too-long"],
    ]);
    // Composing all of it takes ten seconds.
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  test("looks up no empty column of a hostile head", () => {
    const rows = Array.from({ length: 400 }, (_, place) => `t${place},en`);
    const started = performance.now();
    const { terms } = parseGlossaryTable([`term,language${",".repeat(500_000)}en`, ...rows].join("\n"));
    expect(terms).toHaveLength(400);
    // A look at each column for each row takes ten seconds.
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test("reads files of Spanish, French and German spreadsheets", () => {
    const { terms, invalidRows } = parseGlossaryTable(
      '\uFEFFTerm;LANGUAGE;never;note;EN;zh-hans\r\n"Puerta Norte";ES;;"dos\r\nlíneas";North Gate;北门\r\nParley;en;WAHR;;;\r\n',
    );
    expect(invalidRows).toEqual([]);
    expect(terms).toEqual([
      {
        row: 2,
        term: {
          ...{ term: "Puerta Norte", language: "es", never: false, note: "dos\nlíneas" },
          translations: { en: "North Gate", "zh-Hans": "北门" },
        },
      },
      { row: 3, term: { term: "Parley", language: "en", never: true, note: "", translations: {} } },
    ]);
  });

  test("rejects missing, unknown and repeated columns", () => {
    expect(faults("")).toEqual([[1, "nothing"]]);
    expect(faults("term,language\n")).toEqual([[1, "nothing"]]);
    expect(faults("term,en\na,b\n")).toEqual([[1, "columns"]]);
    expect(parseGlossaryTable("term,language,english\na,es,b\n").invalidRows).toEqual([
      { row: 1, fault: "unknown-column", cell: "english" },
    ]);
    expect(faults("term,language,EN,en\na,es,b,c\n")).toEqual([[1, "column-twice"]]);
  });

  test("returns every invalid row with its reason", () => {
    const long = "x".repeat(GLOSSARY.term.max + 1);
    const rows = [
      "term,language,never,note,en,es,",
      "good,fr,,,g,,",
      ",fr,,,g,,",
      "a,klingon,,,,,",
      "b,fr,perhaps,,,,",
      "c,fr,yes,,c,,",
      "d,en,,,d,,",
      "GOOD,FR,,,h,,",
      `e,fr,,,${long},,`,
      `f,fr,,${"n".repeat(GLOSSARY.termNote.max + 1)},,,`,
      "g,fr,,,,,stray",
      "\u200b,fr,,,,,",
    ];
    expect(faults(rows.join("\n"))).toEqual([
      [3, "empty"],
      [4, "language"],
      [5, "never"],
      [6, "never-translated"],
      [7, "own-language"],
      [8, "twice"],
      [9, "too-long"],
      [10, "too-long"],
      [11, "cells"],
      [12, "empty"],
    ]);
    expect(parseGlossaryTable(rows.join("\n")).terms.map(({ row }) => row)).toEqual([2]);
  });

  test("rejects more terms than a glossary holds", () => {
    const rows = Array.from({ length: GLOSSARY.glossaryTerms + 1 }, (_, place) => `t${place},en`);
    expect(faults(["term,language", ...rows].join("\n"))).toEqual([[GLOSSARY.glossaryTerms + 2, "too-many"]]);
  });
});

test("createImportStatusOf compares terms without regard to case", () => {
  const [{ term: row } = { term: null }] = parseGlossaryTable("term,language,en\nPuerta Norte,es,North Gate\n").terms;
  if (row === null) throw new Error("no row");
  expect(createImportStatusOf([])(row)).toBe("new");
  expect(createImportStatusOf([term({ language: "pt" })])(row)).toBe("new");
  expect(createImportStatusOf([term({})])(row)).toBe("unchanged");
  expect(createImportStatusOf([term({ term: "puerta norte" })])(row)).toBe("changed");
  expect(createImportStatusOf([term({ translations: {} })])(row)).toBe("changed");
  expect(createImportStatusOf([term({ translations: { en: "North Gate", fr: "Porte Nord" } })])(row)).toBe("changed");
  expect(createImportStatusOf([term({ note: "x" })])(row)).toBe("changed");
  expect(createImportStatusOf([term({ state: "proposed" })])(row)).toBe("changed");
});

test("writeGlossaryTable writes terms that are read back unchanged", () => {
  const terms = [
    term({ term: '=cmd|"/c"!A1', translations: { en: "+1", ar: "بوابة الشمال" } }),
    term({ term: "'=x", never: true, translations: {} }),
    term({ term: "@a;b,c", language: "ar", note: '- first\n- "second"', translations: {} }),
  ];
  const readBack = parseGlossaryTable(writeGlossaryTable([...terms, term({ term: "pending", state: "proposed" })]));
  expect(readBack.invalidRows).toEqual([]);
  expect(readBack.terms).toHaveLength(terms.length);
  for (const { term: row } of readBack.terms) expect(createImportStatusOf(terms)(row)).toBe("unchanged");
});
