/** The rotation of hours and the burden that it shares. */
import { describe, expect, test } from "vitest";
import type { PlanOverride, PlanTimes } from "#contracts/planning.ts";
import { PLANNING } from "#contracts/planningLimits.ts";
import { burdenOf, rotateHours } from "../../supabase/functions/_shared/planning/fairHours.ts";
import { changeAll } from "../../supabase/functions/_shared/planning/series.ts";

const ZONES = ["Europe/Madrid", "America/Lima", "Asia/Tokyo"];
const PLAN: PlanTimes = {
  start: "2027-03-01T10:00",
  zone: "Europe/Madrid",
  length_minutes: 60,
  rule: { freq: "weekly", count: 24 },
};
/** `people` has a zone for each person. */
function rotate(people: readonly string[], { plan = PLAN, overrides = [], blockLength = 1 }: Partial<Rotated> = {}) {
  const rotation = rotateHours({ plan, overrides }, people, blockLength);
  if (rotation === null) throw new Error("too many zones");
  return rotation;
}
interface Rotated {
  plan: PlanTimes;
  overrides: readonly PlanOverride[];
  blockLength: number;
}
const spread = (burdens: readonly number[]) => Math.max(...burdens) - Math.min(...burdens);

describe("the burden of a meeting", () => {
  test("is nothing in office hours", () => {
    expect(burdenOf("Europe/Madrid", Date.UTC(2027, 0, 4, 8), 480)).toBe(0);
  });

  test("counts parts of hours by their minutes", () => {
    expect(burdenOf("UTC", Date.UTC(2027, 0, 4, 8, 30), 60)).toBe(0.5);
    expect(burdenOf("UTC", Date.UTC(2027, 0, 4, 17, 45), 30)).toBe(0.25);
  });

  test("is largest at night and goes on past midnight", () => {
    expect(burdenOf("Asia/Tokyo", Date.UTC(2027, 0, 4, 14, 30), 60)).toBe(20);
  });
});

describe("a rotation", () => {
  const rotation = rotate(ZONES);

  test("shares the burden among zones", () => {
    expect(spread(rotation.rotated)).toBeLessThan(spread(rotation.fixed) / 4);
    expect(Math.max(...rotation.rotated)).toBeLessThan(Math.max(...rotation.fixed));
  });

  test("stays on the day of each occurrence", () => {
    for (const override of rotation.overrides) {
      expect(override).toMatchObject({ kind: "moved", by: "rotation", length_minutes: 60 });
      if (override.kind === "moved") expect(override.start.slice(0, 10)).toBe(override.key.slice(0, 10));
    }
    expect(rotation.overrides.length).toBeGreaterThan(5);
  });

  test("keeps an hour that suits everybody", () => {
    const { overrides } = rotate(["Europe/Madrid", "Europe/Berlin"]);
    expect(overrides).toEqual([]);
  });

  test("keeps an hour for the whole block", () => {
    const { overrides } = rotate(ZONES, { blockLength: 4 });
    const hours = new Map(
      overrides.map((override) => [override.key, "start" in override ? override.start.slice(11) : ""]),
    );
    const keys = Array.from({ length: 24 }, (_none, week) =>
      new Date(Date.UTC(2027, 2, 1 + 7 * week, 10)).toISOString().slice(0, 16),
    );
    for (let block = 0; block < 6; block += 1)
      expect(new Set(keys.slice(4 * block, 4 * block + 4).map((key) => hours.get(key))).size).toBe(1);
  });

  test("leaves changes of persons and counts them", () => {
    const cancelled = { key: "2027-03-08T10:00", kind: "cancelled", by: "person" } as const;
    const night = {
      key: "2027-03-15T10:00",
      kind: "moved",
      by: "person",
      start: "2027-03-15T18:00",
      length_minutes: 60,
    } as const;
    const again = rotate(ZONES, { overrides: [cancelled, night, ...rotation.overrides.slice(5)] });
    expect(again.overrides.filter(({ by }) => by === "person")).toEqual([cancelled, night]);
    expect(new Set(again.overrides.map(({ key }) => key)).size).toBe(again.overrides.length);
  });

  test("avoids hours that clocks skip", () => {
    const { overrides } = rotate(ZONES, { plan: { ...PLAN, start: "2027-03-28T02:30" } });
    expect(overrides.map((override) => "start" in override && override.start)).not.toContain("2027-03-28T02:30");
  });

  test("survives a change of the series", () => {
    const changed = changeAll({ plan: PLAN, overrides: rotation.overrides }, PLAN.start, { length_minutes: 30 });
    expect(changed.ok && changed.value.overrides).toEqual(
      rotation.overrides.map((override) => ({ ...override, length_minutes: 30 })),
    );
  });

  test("takes little time for 10,000 people of 50 zones", () => {
    const zones = Intl.supportedValuesOf("timeZone").slice(0, PLANNING.zones);
    const people = Array.from({ length: 200 }, () => zones).flat();
    const before = process.cpuUsage();
    const { fixed } = rotate(people, { plan: { ...PLAN, rule: { freq: "daily" } } });
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
    expect(fixed).toHaveLength(people.length);
  });

  test("is refused for more than 50 zones", () => {
    const zones = Intl.supportedValuesOf("timeZone").slice(0, PLANNING.zones + 1);
    const before = process.cpuUsage();
    expect(rotateHours({ plan: { ...PLAN, rule: { freq: "daily" } }, overrides: [] }, zones)).toBeNull();
    expect(process.cpuUsage(before).user).toBeLessThan(100_000);
  });

  test("counts each person of a zone", () => {
    const [lima = 0, tokyo = 0] = rotate(["America/Lima", "Asia/Tokyo"]).rotated;
    const crowd = rotate(["America/Lima", ...Array.from({ length: 20 }, () => "Asia/Tokyo")]).rotated;
    expect(crowd.slice(2)).toEqual(crowd.slice(1, -1));
    expect(crowd[0]).toBeGreaterThan(lima);
    expect(crowd[1]).toBeLessThan(tokyo);
  });
});
