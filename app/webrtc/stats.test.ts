import { expect, it } from "vitest";
import { assessQuality, type StatsSample, sampleFromReport } from "./stats.ts";

const NOTHING: StatsSample = {
  packetsReceived: 0,
  packetsLost: 0,
  packetsSent: 0,
  sentPacketsLost: 0,
  roundTripMs: null,
  relayed: false,
  videoTargetBitrateBps: null,
};

it.each([
  ["a quiet line says nothing of loss", { packetsReceived: 3, packetsLost: 10 }, "good"],
  ["few losses are good", { packetsReceived: 990, packetsLost: 10 }, "good"],
  ["from three in a hundred it is fair", { packetsReceived: 960, packetsLost: 40 }, "fair"],
  ["from eight in a hundred it is poor", { packetsReceived: 900, packetsLost: 100 }, "poor"],
  [
    "what the other misses of us counts as much",
    { packetsReceived: 1_000, packetsSent: 1_000, sentPacketsLost: 200 },
    "poor",
  ],
  [
    "what it misses of a voice that pauses says nothing",
    { packetsReceived: 1_000, packetsSent: 10, sentPacketsLost: 5 },
    "good",
  ],
] as const)("%s", (_name, counted, quality) => {
  expect(assessQuality(NOTHING, { ...NOTHING, ...counted })).toBe(quality);
});

it.each([
  ["a long way is fair", 400, 400, "fair"],
  ["a very long way is poor", 900, 700, "poor"],
  ["at one look alone it was a busy machine", 20, 900, "good"],
  ["and is over", 900, 20, "good"],
] as const)("%s", (_name, before, now, quality) => {
  expect(assessQuality({ ...NOTHING, roundTripMs: before }, { ...NOTHING, roundTripMs: now })).toBe(quality);
});

it("judges what came since the last look, not the whole call", () => {
  const bad = { ...NOTHING, packetsReceived: 500, packetsLost: 500 };
  expect(assessQuality(bad, { ...bad, packetsReceived: 1_500 })).toBe("good");
});

it("a count that begins anew, as after a new connection, is no negative loss", () => {
  expect(
    assessQuality({ ...NOTHING, packetsReceived: 1_000, packetsLost: 900 }, { ...NOTHING, packetsReceived: 100 }),
  ).toBe("good");
});

it("sums what a browser reports, and passes over what it does not know", () => {
  const report = new Map<string, object>([
    ["a", { type: "inbound-rtp", kind: "audio", packetsReceived: 10, packetsLost: 1 }],
    ["b", { type: "inbound-rtp", kind: "video", packetsReceived: 20 }],
    ["c", { type: "outbound-rtp", mid: "1", packetsSent: 30, targetBitrate: 600_000 }],
    ["i", { type: "outbound-rtp", mid: "2", packetsSent: 10, targetBitrate: 900_000 }],
    ["d", { type: "remote-inbound-rtp", packetsLost: 2, fractionLost: 0.05 }],
    [
      "e",
      {
        type: "candidate-pair",
        state: "succeeded",
        nominated: true,
        currentRoundTripTime: 0.25,
        localCandidateId: "g",
      },
    ],
    ["f", { type: "candidate-pair", state: "failed", nominated: false, currentRoundTripTime: 9 }],
    ["g", { id: "g", type: "local-candidate", candidateType: "relay" }],
    ["h", { type: "something new" }],
  ]);
  expect(sampleFromReport(report, "1")).toEqual({
    packetsReceived: 30,
    packetsLost: 1,
    packetsSent: 40,
    sentPacketsLost: 2,
    roundTripMs: 250,
    relayed: true,
    videoTargetBitrateBps: 600_000,
  });
});
