import { describe, expect, test } from "vitest";
import { CSV_HEAD, parseCsv, unescapeFormula, writeCsvRow } from "./csv.server.ts";

const COLUMNS = ["term", "language"];
const writeCsv = (rows: string[][]) => CSV_HEAD + rows.map(writeCsvRow).join("");

const cells = (text: string, requiredColumns: string[] = COLUMNS) => {
  const csv = parseCsv(text, requiredColumns, 100);
  return csv.ok ? csv.rows.map((row) => row.cells) : csv;
};

describe("parseCsv", () => {
  test("reads separators, quotes and line breaks in quoted cells", () => {
    expect(cells('a,"b,""c""\r\nd",e\r\n')).toEqual([["a", 'b,"c"\nd', "e"]]);
    expect(cells('"","",x')).toEqual([["", "", "x"]]);
    expect(cells('"a"\n"b"\r"c"\r\n')).toEqual([["a"], ["b"], ["c"]]);
  });

  test("removes a byte order mark", () => {
    expect(cells('\uFEFF"term",language', ["term"])).toEqual([["term", "language"]]);
  });

  test.each([",", ";", "\t"])("detects the separator %j by the first row", (separator) => {
    const text = [`note, really`, "term", "language"].map((cell) => `"${cell}"`).join(separator);
    expect(cells(text)).toEqual([["note, really", "term", "language"]]);
    expect(cells(`a${separator}b`)).toEqual([["a", "b"]]);
  });

  test("uses the separator of a sep= line", () => {
    expect(parseCsv("sep=;\r\nterm;language\r\na,b;en\r\n", COLUMNS, 100)).toEqual({
      ok: true,
      rows: [
        { row: 2, cells: ["term", "language"] },
        { row: 3, cells: ["a,b", "en"] },
      ],
    });
  });

  test("numbers rows as a spreadsheet does", () => {
    const csv = parseCsv('a,"b\nc"\n\n;;\n,\nd,e', [], 100);
    expect(csv.ok && csv.rows.map(({ row }) => row)).toEqual([1, 3, 5]);
  });

  test("returns the row of an unmatched quotation mark", () => {
    expect(parseCsv('a,b\nc,"d\ne,f\n', [], 100)).toEqual({ ok: false, row: 2, fault: "quote" });
    expect(parseCsv('a,b\n"c"d,e\n', [], 100)).toEqual({ ok: false, row: 2, fault: "quote" });
    expect(cells('a"b,c')).toEqual([['a"b', "c"]]);
  });

  test("reads no more rows than it may", () => {
    expect(parseCsv("a\n\nb", [], 3)).toMatchObject({ ok: true });
    expect(parseCsv("a\n\nb\nc", [], 3)).toEqual({ ok: false, row: 4, fault: "too-many" });
  });

  test("returns no row for an empty file", () => {
    expect(cells("")).toEqual([]);
    expect(cells("\uFEFF\r\n\r\n")).toEqual([]);
  });
});

describe("writeCsvRow", () => {
  const UNSAFE_CELLS = [
    ...[
      "=cmd|' /C calc'!A0",
      "+1",
      "-1",
      "@SUM(1)",
      "\tx",
      "\rx",
      "'=x",
      "''+x",
      "'quoted'",
      "a,b",
      'say "so"',
      "a\nb",
    ],
    ...["", " ", "مرحبا", "a;b", "x=1"],
  ];

  test("puts an apostrophe before formulas", () => {
    const written = writeCsv([UNSAFE_CELLS]);
    expect(written.startsWith("\uFEFF'=cmd")).toBe(true);
    for (const cell of [cells(written)].flat(2)) expect(cell).not.toMatch(/^[=+\-@\t\r]/u);
  });

  test("writes cells that parseCsv reads back unchanged", () => {
    const csv = parseCsv(writeCsv([COLUMNS, ...UNSAFE_CELLS.map((cell) => [cell, "x"])]), COLUMNS, 100);
    const readBack = csv.ok && csv.rows.slice(1).map((row) => unescapeFormula(row.cells[0] ?? ""));
    // Line ends within a cell become `\n`.
    expect(readBack).toEqual(UNSAFE_CELLS.map((cell) => cell.replace("\r", "\n")));
  });
});
