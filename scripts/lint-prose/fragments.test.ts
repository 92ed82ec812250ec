import { describe, expect, test } from "vitest";
import { fromCss, fromMarkdown, fromMessages, fromSql } from "./plainText.ts";
import { sentencesOf } from "./sentences.ts";
import { fromTypeScript } from "./typescript.ts";

const shown = (fragments: ReturnType<typeof fromSql>) => fragments.map(({ line, text }) => [line, text]);

describe("fromTypeScript", () => {
  test("joins line comments that follow each other", () => {
    const source = "// Sends a line\n// and waits.\n\n// Alone.\nconst a = 1; // Trailing.\n// Below.\n";
    expect(shown(fromTypeScript("a.ts", source))).toEqual([
      [1, "Sends a line\nand waits."],
      [4, "Alone."],
      [5, "Trailing."],
      [6, "Below."],
    ]);
  });

  test("removes the stars and splits paragraphs and tags", () => {
    const source = "/**\n * First part\n * of it.\n *\n * Second.\n * @param a a number\n */\nfunction f() {}\n";
    expect(shown(fromTypeScript("a.ts", source))).toEqual([
      [2, "First part\nof it."],
      [5, "Second."],
      [6, "a number"],
    ]);
  });

  test("finds no comment in strings, templates, patterns and JSX text", () => {
    const source = `const a = "// no"; const b = \`/* no */ \${a /* yes */}\`; const c = /\\/\\/no/u;
      const d = <p>// no {/* two */} // no</p>;`;
    expect(shown(fromTypeScript("a.tsx", source))).toEqual([
      [1, "yes"],
      [2, "two"],
    ]);
  });

  test("skips directives and keeps the reason of an exception", () => {
    const source =
      "// @ts-expect-error\n/** @type {string} */\n// biome-ignore lint/a11y/useX: the list scrolls\nconst a = 1;\n";
    expect(shown(fromTypeScript("a.ts", source))).toEqual([[3, "the list scrolls"]]);
  });

  test("finds the names of tests", () => {
    const source = `describe("a", () => {
      test.skip("b", run);
      it.each([1])("c %i", run);
      Deno.test("d", run);
      test(\`e \${f} g\`, run);
      run("no");
    });`;
    const names = fromTypeScript("a.test.ts", source);
    expect(names.map(({ text }) => text)).toEqual(["a", "b", "c %i", "d", `e \${f} g`]);
    expect(names.every(({ kind }) => kind === "test name")).toBe(true);
  });
});

describe("other readers", () => {
  test("fromSql reads line and block comments outside strings", () => {
    const source = "-- One\n-- sentence.\nselect '-- no'; /* Two */\n$$ begin -- three\nend $$\n";
    expect(shown(fromSql(source))).toEqual([
      [1, "One\nsentence."],
      [3, "Two"],
      [4, "three"],
    ]);
  });

  test("fromCss reads block comments outside strings", () => {
    expect(shown(fromCss('a { content: "/* no */"; } /* yes */'))).toEqual([[1, "yes"]]);
  });

  test("fromMarkdown reads paragraphs, items and cells, not code", () => {
    const source =
      "# Title\nOne [link](https://a.example)\ngoes on.\n- item\n\n```sh\nnpm test\n```\n| a | b |\n|---|---|\n<!-- lint-prose: off -->\nhard\n<!-- lint-prose: on -->\n";
    const lines = shown(fromMarkdown(source)).sort(([a], [b]) => Number(a) - Number(b));
    expect(lines).toEqual([
      [1, "Title"],
      [2, "One link\ngoes on."],
      [4, "item"],
      [9, "a"],
      [9, "b"],
    ]);
  });

  test("fromMessages shows the last case of a choice", () => {
    const source = '{\n  "a.b": "{n, plural, one {# file} other {# files}} of {name}"\n}';
    expect(shown(fromMessages(source))).toEqual([[2, "# files of {name}"]]);
  });
});

describe("sentencesOf", () => {
  const split = (text: string) => sentencesOf({ kind: "comment", line: 3, text });

  test("splits at full stops and counts lines", () => {
    expect(split("Waits 1.5 s. Then\nretries! Stops.")).toEqual([
      { kind: "comment", line: 3, text: "Waits 1.5 s." },
      { kind: "comment", line: 3, text: "Then retries!" },
      { kind: "comment", line: 4, text: "Stops." },
    ]);
  });

  test("keeps abbreviations and code together", () => {
    expect(split("Reads e.g. Firefox' answer to `GET /a?b=1. C`.")).toHaveLength(1);
  });
});
