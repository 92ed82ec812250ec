import { describe, expect, test } from "vitest";
import { type Figure, missingSamples, percentile, percentileOf } from "./table.ts";

describe("percentile", () => {
  test("returns the value below which the share lies", () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([percentile(values, 0.5), percentile(values, 0.95)]).toEqual([50, 95]);
    expect(percentileOf([7], 0.95)).toEqual({ value: 7, samples: 1 });
  });

  test("throws without samples", () => {
    expect(() => percentile([], 0.5)).toThrow("no samples");
  });
});

describe("missingSamples", () => {
  const figure: Figure = { name: "joins", value: 0, samples: 3, bar: 1, unit: "" };

  test("accepts a measured zero", () => {
    expect(missingSamples([figure])).toBeNull();
  });

  test.each([
    ["a figure without samples", [figure, { ...figure, samples: 0 }]],
    ["a value that is no number", [{ ...figure, value: Number.NaN }]],
    ["a measure without figures", []],
  ])("rejects %s", (_name, figures) => {
    expect(missingSamples(figures)).not.toBeNull();
  });
});
