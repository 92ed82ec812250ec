import { describe, expect, test } from "vitest";
import type { WorkspaceUsage } from "#contracts/workspaces.ts";
import { totalUsage, usageRows } from "./usageRows.ts";

const [ANA, BOB] = ["11111111-0000-4000-8000-000000000000", "22222222-0000-4000-8000-000000000000"];
const text = (engine: string, characters: number) => ({ engine, items: 1, characters, speech_ms: 0 });
const speech = (speech_ms: number) => ({ engine: "transcribe", items: 1, characters: 0, speech_ms });
const member = (id: string | null, is_guest = false) => ({ id, name: null, is_guest });

const USAGE: WorkspaceUsage = {
  days: [
    { day: "2026-11-01", ...text("apertium", 900) },
    { day: "2026-11-01", ...text("deepl", 500_000) },
    { day: "2026-11-02", ...text("deepl", 100_000) },
    { day: "2026-11-02", ...speech(1_800_000) },
  ],
  members: [
    { ...member(BOB), ...text("apertium", 900) },
    { ...member(ANA), ...text("deepl", 600_000) },
    { ...member(ANA), ...speech(900_000) },
    { ...member(null, true), ...speech(800_000) },
    { ...member(null), ...speech(100_000) },
  ],
  complete: true,
};
const PRICES = { currency: "EUR", perMillion: { deepl: 20 }, speechHour: 0.4 };
const keys = (group: "engine" | "member" | "day") => usageRows(USAGE, group, PRICES).map(({ key }) => key);

describe("rows of usage", () => {
  test("have the largest cost first, days the newest", () => {
    expect(keys("engine")).toEqual(["deepl", "transcribe", "apertium"]);
    expect(keys("day")).toEqual(["2026-11-02", "2026-11-01"]);
    expect(keys("member")).toEqual([ANA, "guests", "deleted", BOB]);
  });

  test("add up what a member used of all engines", () => {
    expect(usageRows(USAGE, "member", PRICES)[0]).toMatchObject({ characters: 600_000, speechMs: 900_000, cost: 12.1 });
    expect(usageRows(USAGE, "engine", PRICES).at(-1)?.cost).toBeNull();
  });

  test("have no costs without prices", () => {
    expect(usageRows(USAGE, "day", null).every(({ cost }) => cost === null)).toBe(true);
    expect(totalUsage(USAGE.days, null)).toEqual({ characters: 600_900, speechMs: 1_800_000, cost: null });
    expect(totalUsage(USAGE.days, PRICES).cost).toBeCloseTo(12.2);
  });
});
