import { describe, expect, test } from "vitest";
import { chrfPlusPlus } from "./chrf.ts";

describe("chrfPlusPlus", () => {
  test("is 100 for equal texts and 0 for different ones", () => {
    expect(chrfPlusPlus(["The house is red."], ["The house is red."])).toBeCloseTo(100);
    expect(chrfPlusPlus(["abc"], ["xyz"])).toBe(0);
    expect(chrfPlusPlus([""], ["xyz"])).toBe(0);
  });

  test("counts by hand for a short text", () => {
    // Characters: 1-grams 2 of 3 and 2 of 2, 2-grams 1 of 2 and 1 of 1. Words: none of 1 and 1. Other orders are empty.
    const precision = (2 / 3 + 1 / 2 + 0) / 3;
    const recall = (1 + 1 + 0) / 3;
    expect(chrfPlusPlus(["abc"], ["ab"])).toBeCloseTo((100 * 5 * precision * recall) / (4 * precision + recall));
  });

  test("counts punctuation as a word and ignores blanks among characters", () => {
    expect(chrfPlusPlus(["a b ."], ["a b."])).toBeCloseTo(100);
    expect(chrfPlusPlus(["ab."], ["a b."])).toBeLessThan(100);
  });

  test("weighs recall more than precision", () => {
    expect(chrfPlusPlus(["abcdef"], ["abc"])).toBeGreaterThan(chrfPlusPlus(["abc"], ["abcdef"]));
  });
});
