import { describe, expect, test } from "vitest";
import { diffWords, termCandidates } from "./wordDiff.ts";

describe("what a correction changed", () => {
  test("is the word in its place", () => {
    expect(diffWords("Is there a rump at the side?", "Is there a ramp at the side?", "en")).toEqual([
      { before: "rump", after: "ramp" },
    ]);
  });

  test("several changes stay apart, a run is one", () => {
    expect(diffWords("the nor gait opens at ate", "the North Gate opens at eight", "en")).toEqual([
      { before: "nor gait", after: "North Gate" },
      { before: "ate", after: "eight" },
    ]);
  });

  test("signs and blanks are no words, case is", () => {
    expect(diffWords("hello, tom", "Hello  tom.", "en")).toEqual([{ before: "hello", after: "Hello" }]);
  });

  test("words that came or went have nothing on the other side", () => {
    expect(diffWords("we go", "we do not go", "en")).toEqual([{ before: "", after: "do not" }]);
    expect(diffWords("we do not go", "we go", "en")).toEqual([{ before: "do not", after: "" }]);
  });

  test("a script without blanks has words too", () => {
    expect(
      diffWords("八時に北問から出発", "八時に北門から出発", "ja")
        .map(({ after }) => after)
        .join(),
    ).toContain("門");
  });

  test("the same is no change, nothing is everything", () => {
    expect(diffWords("a b", "a b", "en")).toEqual([]);
    expect(diffWords("", "a", "en")).toEqual([{ before: "", after: "a" }]);
  });

  test("right to left is as good", () => {
    expect(diffWords("هل يوجد منحدر هنا", "هل يوجد مصعد هنا", "ar")).toEqual([{ before: "منحدر", after: "مصعد" }]);
  });
});

describe("what may be a term", () => {
  test("stands in the place of something, and is no sentence", () => {
    const changes = [
      { before: "", after: "new" },
      { before: "old", after: "" },
      { before: "x", after: "a b c d e" },
      { before: "rump", after: "ramp" },
    ];
    expect(termCandidates(changes)).toEqual([{ before: "rump", after: "ramp" }]);
  });
});
