import { describe, expect, test } from "vitest";
import { parseCsv, unescapeFormula, writeCsv } from "./csv.ts";

const cells = (text: string, wanted: string[] = ["term", "language"]) => {
  const read = parseCsv(text, wanted);
  return read.ok ? read.rows.map((row) => row.cells) : read;
};

describe("reading", () => {
  test("cells in quotes hold separators, quotes and line breaks", () => {
    expect(cells('a,"b,""c""\r\nd",e\r\n')).toEqual([["a", 'b,"c"\nd', "e"]]);
    expect(cells('"","",x')).toEqual([["", "", "x"]]);
    expect(cells('"a"\n"b"\r"c"\r\n')).toEqual([["a"], ["b"], ["c"]]);
  });

  test("a byte order mark is no part of the first cell", () => {
    expect(cells('\uFEFF"term",language', ["term"])).toEqual([["term", "language"]]);
  });

  test.each([",", ";", "\t"])("is separated by what its first row is: %j", (separator) => {
    const text = [`note, really`, "term", "language"].map((cell) => `"${cell}"`).join(separator);
    expect(cells(text, ["term", "language"])).toEqual([["note, really", "term", "language"]]);
    expect(cells(`a${separator}b`)).toEqual([["a", "b"]]);
  });

  test("a first line may say what separates", () => {
    const read = parseCsv("sep=;\r\nterm;language\r\na,b;en\r\n", ["term", "language"]);
    expect(read).toEqual({
      ok: true,
      rows: [
        { row: 2, cells: ["term", "language"] },
        { row: 3, cells: ["a,b", "en"] },
      ],
    });
  });

  test("rows keep the numbers that a spreadsheet gives them: line breaks in cells begin none, empty rows count", () => {
    const read = parseCsv('a,"b\nc"\n\n;;\n,\nd,e', []);
    expect(read.ok && read.rows.map(({ row }) => row)).toEqual([1, 3, 5]);
  });

  test("a quotation mark that is never closed, or is closed too early, is named with its row", () => {
    expect(parseCsv('a,b\nc,"d\ne,f\n', [])).toEqual({ ok: false, row: 2, fault: "quote" });
    expect(parseCsv('a,b\n"c"d,e\n', [])).toEqual({ ok: false, row: 2, fault: "quote" });
    expect(cells('a"b,c')).toEqual([['a"b', "c"]]);
  });

  test("nothing is no row", () => {
    expect(cells("")).toEqual([]);
    expect(cells("\uFEFF\r\n\r\n")).toEqual([]);
  });
});

describe("writing", () => {
  const NASTY = [
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

  test("what a spreadsheet would carry out begins with an apostrophe", () => {
    const written = writeCsv([NASTY]);
    expect(written.startsWith("\uFEFF'=cmd")).toBe(true);
    for (const cell of [cells(written)].flat(2)) expect(cell).not.toMatch(/^[=+\-@\t\r]/u);
  });

  test("what is written is read back as it was, apostrophes of its own too", () => {
    const read = parseCsv(writeCsv([["term", "language"], ...NASTY.map((cell) => [cell, "x"])]), ["term", "language"]);
    const back = read.ok && read.rows.slice(1).map((row) => unescapeFormula(row.cells[0] ?? ""));
    // Within a cell a line breaks in one way.
    expect(back).toEqual(NASTY.map((cell) => cell.replace("\r", "\n")));
  });
});
