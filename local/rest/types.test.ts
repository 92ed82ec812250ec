import { describe, expect, test } from "vitest";
import { isoTimestamp } from "./types.ts";

describe("isoTimestamp", () => {
  test.each([
    ["2026-01-02 03:04:05.6+00", "2026-01-02T03:04:05.6+00:00"],
    ["2026-01-02 03:04:05-08", "2026-01-02T03:04:05-08:00"],
    ["2026-01-02 03:04:05", "2026-01-02T03:04:05"],
    ["infinity", "infinity"],
  ])("converts %s", (text, iso) => {
    expect(isoTimestamp(text)).toBe(iso);
  });
});
