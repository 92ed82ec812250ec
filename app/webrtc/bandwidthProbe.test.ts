import { expect, it } from "vitest";
import { type BandwidthProbe, createBandwidthProbe } from "./bandwidthProbe.ts";

/** The bounds that a picture was given, look by look; "-" where nothing changed. */
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

it("leaves a picture alone that has enough, and one that is not sent", () => {
  expect(boundsOf([600_000, 250_000, null, 2_500_000])).toEqual(["-", "-", "-", "-"]);
});

it("gives a poor picture twice of what it has, more as it grows, and no bound in the end", () => {
  expect(boundsOf([30_000, 60_000, 118_000, 236_000, 470_000, 600_000])).toEqual([
    60_000,
    120_000,
    236_000,
    472_000,
    null,
    "-",
  ]);
});

it("in vain it waits twice as long each time, a minute at most, with another bound each time", () => {
  const given = boundsOf(Array.from({ length: 64 }, () => 30_000));
  const trials = given.flatMap((most, look) => (most === "-" ? [] : [look]));
  expect(trials).toEqual([0, 1, 3, 7, 15, 31, 47, 63]);
  expect(given.filter((most) => most !== "-")).toEqual([
    60_000, 61_000, 60_000, 61_000, 60_000, 61_000, 60_000, 61_000,
  ]);
});

it("does not hold back what grows by itself while it waits", () => {
  expect(boundsOf([30_000, 30_000, 30_000, 30_000, 58_000])).toEqual([60_000, 61_000, "-", 60_000, 116_000]);
});

it("a picture that is sent no more has no bound when it comes again", () => {
  expect(boundsOf([30_000, null, null, 30_000])).toEqual([60_000, null, "-", 60_000]);
});
