/** A glossary as rows of a spreadsheet: what a file says, what it would change, and the file of what there is. */
import type { Term, TermEntry, TermRow } from "#contracts/glossary.ts";
import { isLanguage, LANGUAGE_CODES, type Language } from "#contracts/languages.ts";
import { LIMITS, points } from "#contracts/limits.ts";
import { cleanNote, cleanTerm, sameWord } from "./clean.ts";
import { type CsvRow, readCsv, untame, writeCsv } from "./csv.ts";

/** The columns before those of the languages. */
const COLUMNS = ["term", "language", "never", "note"] as const;
type Column = (typeof COLUMNS)[number] | Language;

/** Why a row is wrong; a key each, `glossary.fault.<fault>`. */
export type RowFault =
  | "quote"
  | "columns"
  | "unknown-column"
  | "column-twice"
  | "too-many"
  | "nothing"
  | "cells"
  | "empty"
  | "too-long"
  | "language"
  | "never"
  | "never-translated"
  | "own-language"
  | "twice"
  | "refused";

export interface WrongRow {
  /** As a spreadsheet counts: the names of the columns are row 1. */
  readonly row: number;
  readonly fault: RowFault;
  /** The cell that is wrong, where there is one to show. */
  readonly cell?: string;
}

/** The terms of a file, each with the row where it stands; the rows that are none. */
export interface Table {
  readonly terms: readonly { readonly row: number; readonly term: Required<TermRow> }[];
  readonly wrong: readonly WrongRow[];
}

const CODES = new Map<string, Language>(LANGUAGE_CODES.map((code) => [code.toLowerCase(), code]));
/** By its code, however it is written; `no` is a word, not Norwegian. */
const languageOf = (cell: string): Language | null => CODES.get(cell.trim().toLowerCase()) ?? null;

const columnOf = (cell: string): Column | "" | null => {
  const name = cell.trim().toLowerCase();
  return name === "" ? "" : (COLUMNS.find((column) => column === name) ?? languageOf(name));
};

/** As people write them, and as spreadsheets write what they took for a truth value. */
const YES = new Set("yes true 1 x sí si verdadero oui vrai ja wahr نعم".split(" "));
const NO = new Set(["", ..."no false 0 falso non faux nein falsch لا".split(" ")]);

export function readTable(text: string): Table {
  const csv = readCsv(text, ["term", "language"]);
  if (!csv.ok) return { terms: [], wrong: [{ row: csv.row, fault: csv.fault }] };
  const [head, ...body] = csv.rows;
  if (head === undefined) return { terms: [], wrong: [{ row: 1, fault: "nothing" }] };
  const columns = head.cells.map(columnOf);
  const fault = headFault(head, columns);
  if (fault !== null) return { terms: [], wrong: [fault] };
  if (body.length === 0) return { terms: [], wrong: [{ row: head.row, fault: "nothing" }] };
  const [beyond] = body.slice(LIMITS.glossaryTerms);
  if (beyond !== undefined) return { terms: [], wrong: [{ row: beyond.row, fault: "too-many" }] };
  return readRows(body, columns);
}

function headFault({ row, cells }: CsvRow, columns: readonly (Column | "" | null)[]): WrongRow | null {
  if (!columns.includes("term") || !columns.includes("language")) return { row, fault: "columns" };
  const unknown = columns.indexOf(null);
  if (unknown !== -1) return { row, fault: "unknown-column", cell: cells[unknown] ?? "" };
  const twice = columns.findIndex((column, place) => column !== "" && columns.indexOf(column) !== place);
  return twice === -1 ? null : { row, fault: "column-twice", cell: cells[twice] ?? "" };
}

function readRows(rows: readonly CsvRow[], columns: readonly (Column | "" | null)[]): Table {
  const terms: { row: number; term: Required<TermRow> }[] = [];
  const wrong: WrongRow[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    const read = readRow(row, columns);
    if ("fault" in read) {
      wrong.push(read);
      continue;
    }
    const key = `${read.language} ${sameWord(read.term)}`;
    if (seen.has(key)) wrong.push({ row: row.row, fault: "twice", cell: read.term });
    else terms.push({ row: row.row, term: read });
    seen.add(key);
  }
  return { terms, wrong };
}

function readRow({ row, cells }: CsvRow, columns: readonly (Column | "" | null)[]): Required<TermRow> | WrongRow {
  if (cells.some((cell, place) => (columns[place] ?? "") === "" && cell.trim() !== "")) return { row, fault: "cells" };
  const at = (column: Column) => untame(cells[columns.indexOf(column)] ?? "");
  const term = cleanTerm(at("term"));
  if (term === "") return { row, fault: "empty" };
  const language = languageOf(at("language"));
  if (language === null) return { row, fault: "language", cell: at("language").trim() };
  const said = at("never").trim().toLowerCase();
  if (!YES.has(said) && !NO.has(said)) return { row, fault: "never", cell: at("never").trim() };
  const never = YES.has(said);
  const translations: TermEntry["translations"] = {};
  for (const column of columns) {
    if (column === null || !isLanguage(column)) continue;
    const word = cleanTerm(at(column));
    if (word !== "") translations[column] = word;
  }
  const note = cleanNote(at("note"));
  const words = [term, ...Object.values(translations)];
  const long =
    words.find((word) => points(word) > LIMITS.term.max) ?? (points(note) > LIMITS.termNote.max ? note : undefined);
  if (long !== undefined) return { row, fault: "too-long", cell: `${[...long].slice(0, 40).join("")}…` };
  if (never && words.length > 1) return { row, fault: "never-translated", cell: term };
  if (translations[language] !== undefined) return { row, fault: "own-language", cell: term };
  return { term, language, never, translations, note };
}

/** How a term of a file stands to the glossary. */
export type Standing = "new" | "changed" | "unchanged";

export function standings(known: readonly Term[]): (term: Required<TermRow>) => Standing {
  const key = ({ language, term }: TermRow) => `${language} ${sameWord(term)}`;
  const byWord = new Map(known.map((one) => [key(one), one]));
  return (term) => {
    const before = byWord.get(key(term));
    if (before === undefined) return "new";
    return before.state === "approved" &&
      before.term === term.term &&
      before.never === term.never &&
      before.note === term.note &&
      sameTranslations(before.translations, term.translations)
      ? "unchanged"
      : "changed";
  };
}

const sameTranslations = (a: TermEntry["translations"], b: TermEntry["translations"]): boolean =>
  LANGUAGE_CODES.every((code) => a[code] === b[code]);

/** The approved terms, with a column for each language that one of them is translated into. */
export function writeTable(terms: readonly Term[]): string {
  const approved = terms.filter(({ state }) => state === "approved");
  const languages = LANGUAGE_CODES.filter((code) => approved.some(({ translations }) => code in translations));
  return writeCsv([
    [...COLUMNS, ...languages],
    ...approved.map(({ term, language, never, note, translations }) => [
      ...[term, language, never ? "yes" : "", note],
      ...languages.map((code) => translations[code] ?? ""),
    ]),
  ]);
}
