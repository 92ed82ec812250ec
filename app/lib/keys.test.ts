import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isComposing, isEnter } from "./keys.ts";

const ENTER = { key: "Enter", shiftKey: false, isComposing: false, keyCode: 13 };

describe("isEnter", () => {
  test.each([
    [{}, true],
    [{ keyCode: 229 }, false],
    [{ isComposing: true }, false],
    [{ shiftKey: true }, false],
    [{ key: "e", keyCode: 69 }, false],
  ])("%j gives %j", (change, expected) => {
    expect(isEnter({ ...ENTER, ...change })).toBe(expected);
  });

  test("ignores the Enter that ends a composition in Safari", () => {
    expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true);
  });
});

describe("components", () => {
  const files = globSync("app/**/*.tsx").filter((file) => !file.endsWith(".test.tsx"));
  const handlesEnter = (source: string) => /[!=]== "Enter"|\.isComposing/u.test(source);

  test.each(files.filter((file) => handlesEnter(readFileSync(file, "utf8"))))("%s uses the shared check", (file) => {
    const source = readFileSync(file, "utf8");
    expect({ shared: source.includes("isComposing("), own: source.includes(".isComposing") }).toEqual({
      shared: true,
      own: false,
    });
  });
});
