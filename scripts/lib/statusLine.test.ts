import { describe, expect, test } from "vitest";
import { createStatusLine } from "./statusLine.ts";

function output(isTTY: boolean) {
  const seen = { text: "" };
  const line = createStatusLine({
    isTTY,
    write: (text: string | Uint8Array) => {
      seen.text += text;
      return true;
    },
  });
  return { line, seen };
}
const ERASE = "\r\u001b[K";

describe("the status line", () => {
  test("is replaced in a terminal, and stays below other lines", () => {
    const { line, seen } = output(true);
    line.show("1 %", 0);
    line.show("2 %", 0);
    line.print("a request");
    line.clear();
    line.print("done");
    expect(seen.text).toBe(`${ERASE}1 %${ERASE}2 %${ERASE}a request\n2 %${ERASE}done\n`);
  });

  test("is one line a step elsewhere", () => {
    const { line, seen } = output(false);
    for (const percent of [0, 10, 30, 31, 60]) line.show(`${percent} %`, Math.floor(percent / 30));
    line.print("a request");
    line.clear();
    line.show("next", 0);
    expect(seen.text).toBe("0 %\n30 %\n60 %\na request\nnext\n");
  });
});
