import { describe, expect, test } from "vitest";
import { type BandwidthProbe, createBandwidthProbe } from "./bandwidthProbe.ts";

/** Returns the maximum after each sample; "-" if it did not change. */
function boundsOf(rates: readonly (number | null)[]): (number | null | "-")[] {
  let given: number | null | "-" = "-";
  const probe: BandwidthProbe = createBandwidthProbe((most) => {
    given = most;
  });
  return rates.map((rate) => {
    given = "-";
    probe(rate);
    return given;
  });
}

describe("bandwidth probe", () => {
  test("ignores a healthy and an unsent video", () => {
    expect(boundsOf([600_000, 250_000, null, 2_500_000])).toEqual(["-", "-", "-", "-"]);
  });

  test("doubles the maximum as a poor video grows", () => {
    expect(boundsOf([30_000, 60_000, 118_000, 236_000, 470_000, 600_000])).toEqual([
      60_000,
      120_000,
      236_000,
      472_000,
      null,
      "-",
    ]);
  });

  test("doubles the wait after a failed probe, to a minute", () => {
    const given = boundsOf(Array.from({ length: 64 }, () => 30_000));
    const trials = given.flatMap((most, look) => (most === "-" ? [] : [look]));
    expect(trials).toEqual([0, 1, 3, 7, 15, 31, 47, 63]);
    expect(given.filter((most) => most !== "-")).toEqual([
      60_000, 61_000, 60_000, 61_000, 60_000, 61_000, 60_000, 61_000,
    ]);
  });

  test("does not limit a growing video while waiting", () => {
    expect(boundsOf([30_000, 30_000, 30_000, 30_000, 58_000])).toEqual([60_000, 61_000, "-", 60_000, 116_000]);
  });

  test("removes the maximum when the video stops", () => {
    expect(boundsOf([30_000, null, null, 30_000])).toEqual([60_000, null, "-", 60_000]);
  });
});
