import { describe, expect, test } from "vitest";
import type { StatsSample } from "./stats.ts";
import { assessQuality, sampleFromReport } from "./statsReport.ts";

const NOTHING: StatsSample = {
  packetsReceived: 0,
  packetsLost: 0,
  packetsSent: 0,
  sentPacketsLost: 0,
  roundTripMs: null,
  relayed: false,
  framePixels: 0,
  keyFrames: 0,
  atMs: 0,
  videoTargetBitrateBps: null,
};

describe("connection stats", () => {
  test.each([
    ["few packets are no evidence of loss", { packetsReceived: 3, packetsLost: 10 }, "good"],
    ["1 % loss is good", { packetsReceived: 990, packetsLost: 10 }, "good"],
    ["4 % loss is fair", { packetsReceived: 960, packetsLost: 40 }, "fair"],
    ["10 % loss is poor", { packetsReceived: 900, packetsLost: 100 }, "poor"],
    ["loss of sent packets counts too", { packetsReceived: 1_000, packetsSent: 1_000, sentPacketsLost: 200 }, "poor"],
    ["loss of a pausing voice does not count", { packetsReceived: 1_000, packetsSent: 10, sentPacketsLost: 5 }, "good"],
  ] as const)("%s", (_name, counted, quality) => {
    expect(assessQuality(NOTHING, { ...NOTHING, ...counted })).toBe(quality);
  });

  test.each([
    ["a long round trip is fair", 400, 400, "fair"],
    ["a very long round trip is poor", 900, 700, "poor"],
    ["a long round trip in the last sample alone is good", 20, 900, "good"],
    ["a long round trip in the first sample alone is good", 900, 20, "good"],
  ] as const)("%s", (_name, before, now, quality) => {
    expect(assessQuality({ ...NOTHING, roundTripMs: before }, { ...NOTHING, roundTripMs: now })).toBe(quality);
  });

  test("rates the time since the last sample", () => {
    const bad = { ...NOTHING, packetsReceived: 500, packetsLost: 500 };
    expect(assessQuality(bad, { ...bad, packetsReceived: 1_500 })).toBe("good");
  });

  test("ignores counters that restart", () => {
    expect(
      assessQuality({ ...NOTHING, packetsReceived: 1_000, packetsLost: 900 }, { ...NOTHING, packetsReceived: 100 }),
    ).toBe("good");
  });

  test("sums known reports and skips unknown ones", () => {
    const report = new Map<string, object>([
      [
        "a",
        {
          type: "inbound-rtp",
          timestamp: 5_000,
          keyFramesDecoded: 3,
          kind: "audio",
          packetsReceived: 10,
          packetsLost: 1,
        },
      ],
      ["b", { type: "inbound-rtp", kind: "video", packetsReceived: 20, frameWidth: 640, frameHeight: 360 }],
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
      framePixels: 640 * 360,
      keyFrames: 3,
      atMs: 5_000,
      videoTargetBitrateBps: 600_000,
    });
  });
});
