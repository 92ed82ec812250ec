import { describe, expect, test } from "vitest";
import type { Kind } from "./fragments.ts";
import { createReport } from "./report.ts";
import { findingsIn } from "./rules.ts";

const rulesOf = (text: string, kind: Kind = "comment") =>
  findingsIn({ kind, line: 1, text }).map(({ rule, detail }) => `${rule} ${detail}`);

describe("findingsIn", () => {
  test.each([
    ["Who waits is let in.", ["noun-clause Who"]],
    ["Of a removal the topic is first.", ["noun-clause Of"]],
    ["Who is it?", []],
    ["Office hours.", []],
    ["Counts anew.", ["word anew"]],
    ["Closes when one leaves.", ["word when one"]],
    ["Repeats when one message is lost.", []],
    ["The server tells the page.", ["machine-verb server tells"]],
    ["Sends the line.", []],
    ["Returns `refused` for `one's own` line.", []],
  ])("%s", (text, expected) => {
    expect(rulesOf(text)).toEqual(expected);
  });

  test("lists sentences above 30 words", () => {
    expect(rulesOf(`A${" word".repeat(29)}.`)).toEqual([]);
    expect(rulesOf(`A${" word".repeat(30)}.`)).toEqual(["long 31 words"]);
  });

  test("lists test names above 10 words", () => {
    expect(rulesOf("who a b c d e f g h i j", "test name")).toEqual(["noun-clause who", "test-name 11 words"]);
    expect(rulesOf("a b c d e f g h i j", "test name")).toEqual([]);
  });
});

describe("createReport", () => {
  test("counts by rule and kind", () => {
    const report = createReport();
    expect(report.add("a.ts", { kind: "comment", line: 7, text: "Who waits." })).toEqual([
      "a.ts:7: noun-clause (Who): Who waits.",
    ]);
    report.add("a.ts", { kind: "comment", line: 8, text: "Waits." });
    expect(report.summary()).toMatch(/^comment +2 +1 +0 +0 +0 +0$/mu);
    expect(report.summary()).toContain("50.0 % of 2 comment sentences");
  });
});
