/** Reads and writes a glossary as a spreadsheet, and compares a file with the stored terms. */
import type { Term, TermEntry, TermRow } from "#contracts/glossary.ts";
import { GLOSSARY } from "#contracts/glossaryLimits.ts";
import { isLanguage, LANGUAGE_CODES, type Language } from "#contracts/languages.ts";
import { codePointLength } from "#contracts/limits.ts";
import { cleanMessage } from "#contracts/text/cleanMessage.ts";
import { CSV_HEAD, type CsvRow, parseCsv, unescapeFormula, writeCsvRow } from "~/lib/csv.server.ts";
import { cleanTerm, termKey } from "../core/cleanTerm.ts";
import type { ImportStatus, InvalidRow } from "../core/glossaryView.ts";

/** The columns before the languages. */
const TERM_COLUMNS = ["term", "language", "never", "note"] as const;
type TableColumn = (typeof TERM_COLUMNS)[number] | Language;

/** The terms of a file with their rows, and the invalid rows. */
export interface GlossaryTable {
  readonly terms: readonly { readonly row: number; readonly term: Required<TermRow> }[];
  readonly invalidRows: readonly InvalidRow[];
}

const LANGUAGE_BY_CODE = new Map<string, Language>(LANGUAGE_CODES.map((code) => [code.toLowerCase(), code]));
/** Ignores the case of a code. `no` is a word, not Norwegian. */
const parseLanguage = (cell: string): Language | null => LANGUAGE_BY_CODE.get(cell.trim().toLowerCase()) ?? null;

const parseColumnName = (cell: string): TableColumn | "" | null => {
  const name = cell.trim().toLowerCase();
  return name === "" ? "" : (TERM_COLUMNS.find((column) => column === name) ?? parseLanguage(name));
};

/** Also the words that spreadsheets write for a boolean. */
const AFFIRMATIVE_WORDS = new Set("yes true 1 x sí si verdadero oui vrai ja wahr نعم".split(" "));
const NEGATIVE_WORDS = new Set(["", ..."no false 0 falso non faux nein falsch لا".split(" ")]);

/** Spreadsheets leave empty rows. */
const MAX_ROWS = 4 * GLOSSARY.glossaryTerms;

export function parseGlossaryTable(text: string): GlossaryTable {
  const csv = parseCsv(text, ["term", "language"], MAX_ROWS);
  if (!csv.ok) return { terms: [], invalidRows: [{ row: csv.row, fault: csv.fault }] };
  const [head, ...body] = csv.rows;
  if (head === undefined) return { terms: [], invalidRows: [{ row: 1, fault: "nothing" }] };
  const columns = readHead(head);
  if ("fault" in columns) return { terms: [], invalidRows: [columns] };
  if (body.length === 0) return { terms: [], invalidRows: [{ row: head.row, fault: "nothing" }] };
  const [beyond] = body.slice(GLOSSARY.glossaryTerms);
  if (beyond !== undefined) return { terms: [], invalidRows: [{ row: beyond.row, fault: "too-many" }] };
  return readRows(body, columns);
}

/** The place of each named column. */
type TableColumns = ReadonlyMap<TableColumn, number>;

/** A head may have a million empty columns, so rows look up the named ones only. */
function readHead({ row, cells }: CsvRow): TableColumns | InvalidRow {
  const columns = new Map<TableColumn, number>();
  let fault: InvalidRow | null = null;
  for (const [place, cell] of cells.entries()) {
    const column = parseColumnName(cell);
    if (column === null) fault ??= { row, fault: "unknown-column", cell };
    else if (column !== "" && columns.has(column)) fault ??= { row, fault: "column-twice", cell };
    else if (column !== "") columns.set(column, place);
  }
  return columns.has("term") && columns.has("language") ? (fault ?? columns) : { row, fault: "columns" };
}

function readRows(rows: readonly CsvRow[], columns: TableColumns): GlossaryTable {
  const terms: { row: number; term: Required<TermRow> }[] = [];
  const invalidRows: InvalidRow[] = [];
  const seen = new Set<string>();
  const named = new Set(columns.values());
  for (const row of rows) {
    if (row.cells.some((cell, place) => !named.has(place) && cell.trim() !== "")) {
      invalidRows.push({ row: row.row, fault: "cells" });
      continue;
    }
    const read = readRow(row, columns);
    if ("fault" in read) {
      invalidRows.push(read);
      continue;
    }
    const key = `${read.language} ${termKey(read.term)}`;
    if (seen.has(key)) invalidRows.push({ row: row.row, fault: "twice", cell: read.term });
    else terms.push({ row: row.row, term: read });
    seen.add(key);
  }
  return { terms, invalidRows };
}

function readRow({ row, cells }: CsvRow, columns: TableColumns): Required<TermRow> | InvalidRow {
  const at = (column: TableColumn) => unescapeFormula(cells[columns.get(column) ?? -1] ?? "");
  const term = cleanTerm(at("term"));
  if (term === "") return { row, fault: "empty" };
  const language = parseLanguage(at("language"));
  if (language === null) return { row, fault: "language", cell: at("language").trim() };
  const neverText = at("never").trim().toLowerCase();
  if (!AFFIRMATIVE_WORDS.has(neverText) && !NEGATIVE_WORDS.has(neverText))
    return { row, fault: "never", cell: at("never").trim() };
  const never = AFFIRMATIVE_WORDS.has(neverText);
  const translations: TermEntry["translations"] = {};
  for (const column of columns.keys()) {
    if (!isLanguage(column)) continue;
    const translation = cleanTerm(at(column));
    if (translation !== "") translations[column] = translation;
  }
  const note = cleanMessage(at("note"));
  const texts = [term, ...Object.values(translations)];
  const long =
    texts.find((text) => codePointLength(text) > GLOSSARY.term.max) ??
    (codePointLength(note) > GLOSSARY.termNote.max ? note : undefined);
  if (long !== undefined) return { row, fault: "too-long", cell: `${[...long].slice(0, 40).join("")}…` };
  if (never && texts.length > 1) return { row, fault: "never-translated", cell: term };
  if (translations[language] !== undefined) return { row, fault: "own-language", cell: term };
  return { term, language, never, translations, note };
}

export function createImportStatusOf(existingTerms: readonly Term[]): (term: Required<TermRow>) => ImportStatus {
  const key = ({ language, term }: TermRow) => `${language} ${termKey(term)}`;
  const byWord = new Map(existingTerms.map((existing) => [key(existing), existing]));
  return (term) => {
    const existing = byWord.get(key(term));
    if (existing === undefined) return "new";
    return existing.state === "approved" &&
      existing.term === term.term &&
      existing.never === term.never &&
      existing.note === term.note &&
      sameTranslations(existing.translations, term.translations)
      ? "unchanged"
      : "changed";
  };
}

const sameTranslations = (a: TermEntry["translations"], b: TermEntry["translations"]): boolean =>
  LANGUAGE_CODES.every((code) => a[code] === b[code]);

/** Writes the approved terms, with a column for each language of their translations. */
export function writeGlossaryTable(terms: readonly Term[]): string {
  const approved = terms.filter(({ state }) => state === "approved");
  const languages = LANGUAGE_CODES.filter((code) => approved.some(({ translations }) => code in translations));
  const rows = approved.map(({ term, language, never, note, translations }) => [
    ...[term, language, never ? "yes" : "", note],
    ...languages.map((code) => translations[code] ?? ""),
  ]);
  return CSV_HEAD + [[...TERM_COLUMNS, ...languages], ...rows].map(writeCsvRow).join("");
}
