/** Comma-separated values by RFC 4180, as spreadsheets read and write them. */
// The patched file: the package names another one for browsers, which the Worker would take.
import Papa from "papaparse/papaparse.js";

/** Spreadsheets in Spanish, French or German write a semicolon. */
const SEPARATORS = [",", ";", "\t"];

/** `row` counts from 1 as a spreadsheet does. Empty rows are counted, but not returned. */
export interface CsvRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** `quote`: the quotation marks of this row do not match, so the rest of the text is unreliable. `too-many`: nothing is read from here. */
export type CsvResult =
  | { readonly ok: true; readonly rows: readonly CsvRow[] }
  | { readonly ok: false; readonly row: number; readonly fault: "quote" | "too-many" };

/**
 * Reads `maxRows` rows at most, counting the header and empty ones. Uses the separator of a first line `sep=;`, else the
 * separator under which the first row has the required columns, else the one that the rows suggest.
 */
export function parseCsv(text: string, requiredColumns: readonly string[], maxRows: number): CsvResult {
  const withoutBom = text.replace(/^\uFEFF/u, "");
  const separatorLine = /^sep=([,;\t])\r?\n/iu.exec(withoutBom);
  const body = withoutBom.slice(separatorLine?.[0].length ?? 0).replace(/\r\n?/gu, "\n");
  const delimiter = separatorLine?.[1] ?? separatorOfHeader(body, requiredColumns);
  const { data, errors } = Papa.parse<string[]>(body, {
    newline: "\n",
    preview: maxRows + 1,
    ...(delimiter === undefined ? { delimitersToGuess: SEPARATORS } : { delimiter }),
  });
  const rowsBefore = separatorLine === null ? 1 : 2;
  const quoteError = errors.find(({ type }) => type === "Quotes");
  if (quoteError !== undefined) return { ok: false, row: (quoteError.row ?? 0) + rowsBefore, fault: "quote" };
  if (data.length > maxRows) return { ok: false, row: maxRows + rowsBefore, fault: "too-many" };
  return {
    ok: true,
    rows: data.flatMap((cells, index) => (isEmptyRow(cells) ? [] : [{ row: index + rowsBefore, cells }])),
  };
}

const isEmptyRow = (cells: readonly string[]) => cells.every((cell) => cell.trim() === "");

function separatorOfHeader(body: string, requiredColumns: readonly string[]): string | undefined {
  return SEPARATORS.find((delimiter) => {
    const { data } = Papa.parse<string[]>(body.trimStart(), { newline: "\n", delimiter, preview: 1 });
    const names = data[0]?.map((cell) => cell.trim().toLowerCase()) ?? [];
    return requiredColumns.every((name) => names.includes(name));
  });
}

/** A formula for a spreadsheet, after any number of apostrophes: each writing adds an apostrophe, each reading removes it. */
const FORMULA_PREFIX = /^'*[=+\-@＝＋－＠\t\r\n]/u;

const escapeFormula = (cell: string): string => (FORMULA_PREFIX.test(cell) ? `'${cell}` : cell);

/** Returns the cell as it was before `writeCsvRow` escaped it. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA_PREFIX.test(cell) ? cell.slice(1) : cell;

/** Spreadsheets read UTF-8 only after a byte order mark. */
export const CSV_HEAD = "\uFEFF";

/** Returns the row with its line end. No cell is a formula, and every separator is quoted, whatever the reader's locale. */
export const writeCsvRow = (cells: readonly string[]): string =>
  `${Papa.unparse([cells.map(escapeFormula)], { quotes: (cell) => /[;\t]|^\s|\s$/u.test(String(cell)) })}\r\n`;
