import { describe, expect, test } from "vitest";
import { suggestedLanguages } from "./suggestedLanguages.server.ts";

const likely = (header?: string) =>
  suggestedLanguages(new Headers(header === undefined ? {} : { "Accept-Language": header }));

describe("suggestedLanguages", () => {
  test("returns supported languages once, by preference", () => {
    expect(likely("en;q=0.5, es-MX, es;q=0.9, zh-TW;q=0.8, xx;q=0.7")).toEqual(["es", "zh-Hant", "en"]);
  });

  test("returns none for a missing or broken header", () => {
    expect(likely()).toEqual([]);
    expect(likely(",;q=,*;q=1")).toEqual([]);
  });
});
