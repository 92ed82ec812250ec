import { encode } from "uqr";
import { describe, expect, test } from "vitest";
import { qrPath } from "./qrPath.ts";

const LINK = "https://parley.example/m/k3f9-2mxa-7qpd";

/** Returns the filled modules, row by row. */
function filled({ size, path }: { size: number; path: string }): boolean[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, run, back] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H(\d+)z/gu)) {
    expect(back).toBe(x);
    rows[Number(y)]?.fill(true, Number(x), Number(x) + Number(run));
  }
  return rows;
}

describe("QR path", () => {
  test("fills exactly the dark modules", () => {
    const code = qrPath(LINK);
    expect(filled(code)).toEqual(encode(LINK, { ecc: "M", border: 4 }).data);
    expect(code.path.replaceAll(/M\d+ \d+h\d+v1H\d+z/gu, "")).toBe("");
  });

  test("leaves a quiet zone of four modules", () => {
    const code = qrPath(LINK);
    const rows = filled(code);
    const border = rows.flatMap((row, y) =>
      row.filter((_, x) => Math.min(x, y, code.size - 1 - x, code.size - 1 - y) < 4),
    );
    expect(border).not.toContain(true);
    expect(rows[4]?.slice(4, 11)).toEqual(Array.from({ length: 7 }, () => true));
  });
});
