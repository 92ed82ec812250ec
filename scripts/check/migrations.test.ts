import { describe, expect, test } from "vitest";
import { frozenFaults, parseChecksums, renderChecksums, unfrozenNames } from "./migrations.ts";

const checksum = (digit: string) => digit.repeat(64);
const FROZEN = new Map([
  ["20261121010100_a.sql", checksum("a")],
  ["20261121010200_b.sql", checksum("b")],
]);
const withFile = (name: string, digit: string) => new Map([...FROZEN, [name, checksum(digit)]]);

describe("frozenFaults", () => {
  test("accepts the frozen files and later ones", () => {
    expect(frozenFaults(FROZEN, FROZEN)).toEqual([]);
    expect(frozenFaults(withFile("20261201000000_c.sql", "c"), FROZEN)).toEqual([]);
  });

  test("finds changed, missing and earlier files", () => {
    const files = new Map([
      ["20261121010200_b.sql", checksum("c")],
      ["20261121010150_between.sql", checksum("d")],
    ]);
    expect(frozenFaults(files, FROZEN)).toEqual([
      expect.stringContaining("20261121010100_a.sql is missing"),
      expect.stringContaining("20261121010200_b.sql has changed"),
      expect.stringContaining("20261121010150_between.sql comes before 20261121010200_b.sql"),
    ]);
  });
});

test("unfrozenNames finds new files", () => {
  expect(unfrozenNames(withFile("20261201000000_c.sql", "c"), FROZEN)).toEqual(["20261201000000_c.sql"]);
});

test("the list is read as it was written", () => {
  expect(parseChecksums(renderChecksums(FROZEN))).toEqual(FROZEN);
  expect(parseChecksums("<<<<<<< HEAD\nnonsense\n")).toEqual(new Map());
});
