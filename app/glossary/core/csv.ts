/** Comma-separated values by RFC 4180, as spreadsheets read and write them. */

/** Between cells: a comma, or what a spreadsheet in Spanish, French or German writes, or a tab. */
const SEPARATORS = [",", ";", "\t"] as const;
type Separator = (typeof SEPARATORS)[number];

/** `row` counts from 1 as a spreadsheet does. Empty rows are left out, not uncounted. */
export interface CsvRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** `quote`: a cell of this row began with a quotation mark and goes wrong after it. Nothing behind it can be trusted. */
export type CsvResult =
  | { readonly ok: true; readonly rows: readonly CsvRow[] }
  | { readonly ok: false; readonly row: number; readonly fault: "quote" };

/**
 * Of the three separators, that under which the first row has the `wanted` names; failing that, the one that it has most
 * of. A line `sep=;` before it says so outright.
 */
export function parseCsv(text: string, requiredColumns: readonly string[]): CsvResult {
  const withoutBom = text.replace(/^\uFEFF/u, "");
  const separatorLine = /^sep=([,;\t])\r?\n/iu.exec(withoutBom);
  const rest = separatorLine === null ? withoutBom : withoutBom.slice(separatorLine[0].length);
  const rowsBefore = separatorLine === null ? 0 : 1;
  const separator =
    SEPARATORS.find((candidate) => candidate === separatorLine?.[1]) ?? detectSeparator(rest, requiredColumns);
  return splitRows(rest, separator, rowsBefore);
}

function detectSeparator(text: string, requiredColumns: readonly string[]): Separator {
  const cellsBy = (separator: Separator) => {
    const parsed = splitRows(text, separator, 0, 1);
    return parsed.ok ? (parsed.rows[0]?.cells ?? []) : [];
  };
  const matching = SEPARATORS.find((separator) => {
    const names = cellsBy(separator).map((cell) => cell.trim().toLowerCase());
    return requiredColumns.every((name) => names.includes(name));
  });
  const [widest = ","] = [...SEPARATORS].sort((a, b) => cellsBy(b).length - cellsBy(a).length);
  return matching ?? widest;
}

function splitRows(
  text: string,
  separator: Separator,
  rowsBefore: number,
  maxRows = Number.POSITIVE_INFINITY,
): CsvResult {
  const rows: CsvRow[] = [];
  let row = rowsBefore;
  let at = 0;
  while (at < text.length && rows.length < maxRows) {
    row += 1;
    const cells: string[] = [];
    for (let more = true; more; ) {
      const cell = cellAt(text, at, separator);
      if (cell === null) return { ok: false, row, fault: "quote" };
      cells.push(cell.text);
      at = cell.end;
      more = text[at] === separator;
      if (more) at += 1;
    }
    at += text.startsWith("\r\n", at) ? 2 : 1;
    if (cells.some((cell) => cell.trim() !== "")) rows.push({ row, cells });
  }
  return { ok: true, rows };
}

/** The cell that begins at `at`, and where its separator, its line break or the end is; null when its quotes do not close. */
function cellAt(text: string, at: number, separator: Separator): { text: string; end: number } | null {
  if (text[at] !== '"') {
    let end = at;
    while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end += 1;
    return { text: text.slice(at, end), end };
  }
  let close = text.indexOf('"', at + 1);
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  const end = close + 1;
  const closed = close !== -1 && (end === text.length || [separator, "\n", "\r"].includes(text[end] ?? ""));
  if (!closed) return null;
  return {
    text: text
      .slice(at + 1, close)
      .replaceAll('""', '"')
      .replace(/\r\n?/gu, "\n"),
    end,
  };
}

/** A formula to a spreadsheet, with as many apostrophes before it as there may be: each writing adds one, each reading takes one away. */
const FORMULA_PREFIX = /^'*[=+\-@\t\r\n]/u;

/** The same in a cell that no spreadsheet carries out. */
const escapeFormula = (cell: string): string => (FORMULA_PREFIX.test(cell) ? `'${cell}` : cell);

/** What was tamed as it was. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA_PREFIX.test(cell) ? cell.slice(1) : cell;

const quoteCell = (cell: string): string =>
  /[",;\t\r\n]|^\s|\s$/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** With a byte order mark, without which spreadsheets take UTF-8 for something else. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((cells) => `${cells.map((cell) => quoteCell(escapeFormula(cell))).join(",")}\r\n`).join("")}`;
