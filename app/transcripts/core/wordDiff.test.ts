import { describe, expect, test } from "vitest";
import { diffWords, termCandidates } from "./wordDiff.ts";

describe("diffWords", () => {
  test("returns the replaced word", () => {
    expect(diffWords("Is there a rump at the side?", "Is there a ramp at the side?", "en")).toEqual([
      { before: "rump", after: "ramp" },
    ]);
  });

  test("groups adjacent words, separates distant ones", () => {
    expect(diffWords("the nor gait opens at ate", "the North Gate opens at eight", "en")).toEqual([
      { before: "nor gait", after: "North Gate" },
      { before: "ate", after: "eight" },
    ]);
  });

  test("ignores punctuation and spaces, respects case", () => {
    expect(diffWords("hello, tom", "Hello  tom.", "en")).toEqual([{ before: "hello", after: "Hello" }]);
  });

  test("returns added and removed words alone", () => {
    expect(diffWords("we go", "we do not go", "en")).toEqual([{ before: "", after: "do not" }]);
    expect(diffWords("we do not go", "we go", "en")).toEqual([{ before: "do not", after: "" }]);
  });

  test("splits scripts without spaces", () => {
    expect(
      diffWords("八時に北問から出発", "八時に北門から出発", "ja")
        .map(({ after }) => after)
        .join(),
    ).toContain("門");
  });

  test("returns nothing for equal texts", () => {
    expect(diffWords("a b", "a b", "en")).toEqual([]);
    expect(diffWords("", "a", "en")).toEqual([{ before: "", after: "a" }]);
  });

  test("compares right-to-left text", () => {
    expect(diffWords("هل يوجد منحدر هنا", "هل يوجد مصعد هنا", "ar")).toEqual([{ before: "منحدر", after: "مصعد" }]);
  });
});

describe("termCandidates", () => {
  test("keeps short replacements only", () => {
    const changes = [
      { before: "", after: "new" },
      { before: "old", after: "" },
      { before: "x", after: "a b c d e" },
      { before: "rump", after: "ramp" },
    ];
    expect(termCandidates(changes)).toEqual([{ before: "rump", after: "ramp" }]);
  });
});
