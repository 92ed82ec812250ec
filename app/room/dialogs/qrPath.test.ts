import { encode } from "uqr";
import { expect, test } from "vitest";
import { qrPath } from "./qrPath.ts";

const LINK = "https://parley.example/m/k3f9-2mxa-7qpd";

/** The modules that the path fills, row by row. */
function filled({ size, path }: { size: number; path: string }): boolean[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, run, back] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H(\d+)z/gu)) {
    expect(back).toBe(x);
    rows[Number(y)]?.fill(true, Number(x), Number(x) + Number(run));
  }
  return rows;
}

test("the path fills the dark modules of the code and nothing else", () => {
  const drawn = qrPath(LINK);
  expect(filled(drawn)).toEqual(encode(LINK, { ecc: "M", border: 4 }).data);
  expect(drawn.path.replaceAll(/M\d+ \d+h\d+v1H\d+z/gu, "")).toBe("");
});

test("four modules stay free on each side: cameras need them", () => {
  const drawn = qrPath(LINK);
  const rows = filled(drawn);
  const border = rows.flatMap((row, y) =>
    row.filter((_, x) => Math.min(x, y, drawn.size - 1 - x, drawn.size - 1 - y) < 4),
  );
  expect(border).not.toContain(true);
  expect(rows[4]?.slice(4, 11)).toEqual(Array.from({ length: 7 }, () => true));
});
