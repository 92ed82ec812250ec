/** Reads the browser's statistics of a connection, and rates them. Loaded with the first sample. */
import type { ConnectionQuality, MeasuredSample, StatsSample } from "./stats.ts";

/** Returns the sample of a report, and the quality since the previous sample. */
export function measure(
  report: RTCStatsReport,
  cameraMid: string | null,
  previous: StatsSample | null,
): MeasuredSample {
  const sample = sampleFromReport(report, cameraMid);
  return { ...sample, quality: previous && assessQuality(previous, sample) };
}

/** Fewer packets between two samples are no evidence of loss: a pausing voice sends ten. */
const MIN_PACKETS_FOR_LOSS = 20;

/**
 * Rates the time between two samples. Speech suffers from 3 % loss or 300 ms, and breaks from 8 % or 600 ms. A round trip
 * that is long in one sample alone comes from a busy machine.
 */
export function assessQuality(previous: StatsSample, current: StatsSample): ConnectionQuality {
  const delta = (counter: (sample: StatsSample) => number) => Math.max(0, counter(current) - counter(previous));
  const lossRatio = (lost: number, all: number) => (all < MIN_PACKETS_FOR_LOSS ? 0 : lost / all);
  const lost = delta(({ packetsLost }) => packetsLost);
  const loss = Math.max(
    lossRatio(lost, lost + delta(({ packetsReceived }) => packetsReceived)),
    lossRatio(
      delta(({ sentPacketsLost }) => sentPacketsLost),
      delta(({ packetsSent }) => packetsSent),
    ),
  );
  const roundTripMs = Math.min(previous.roundTripMs ?? 0, current.roundTripMs ?? 0);
  if (loss > 0.08 || roundTripMs > 600) return "poor";
  return loss > 0.03 || roundTripMs > 300 ? "fair" : "good";
}

/** Sums a report of `RTCPeerConnection.getStats` (W3C webrtc-stats). `cameraMid`: the camera's transceiver. */
export function sampleFromReport(report: RTCStatsReport, cameraMid: string | null): StatsSample {
  let packetsReceived = 0;
  let framePixels = 0;
  let keyFrames = 0;
  let atMs = 0;
  let packetsLost = 0;
  let packetsSent = 0;
  let sentPacketsLost = 0;
  let roundTripMs: number | null = null;
  let relayed = false;
  let videoTargetBitrateBps: number | null = null;
  const stats: unknown[] = [];
  report.forEach((stat: unknown) => {
    stats.push(stat);
  });
  const candidates = new Map<unknown, unknown>();
  for (const stat of stats)
    if (/^(?:local|remote)-candidate$/u.test(textField(stat, "type") ?? ""))
      candidates.set(textField(stat, "id"), stat);
  for (const stat of stats) {
    switch (textField(stat, "type")) {
      case "inbound-rtp":
        keyFrames += numberField(stat, "keyFramesDecoded") ?? 0;
        atMs = Math.max(atMs, numberField(stat, "timestamp") ?? 0);
        packetsReceived += numberField(stat, "packetsReceived") ?? 0;
        packetsLost += numberField(stat, "packetsLost") ?? 0;
        framePixels = Math.max(
          framePixels,
          (numberField(stat, "frameWidth") ?? 0) * (numberField(stat, "frameHeight") ?? 0),
        );
        break;
      case "outbound-rtp":
        packetsSent += numberField(stat, "packetsSent") ?? 0;
        if (textField(stat, "mid") === cameraMid) videoTargetBitrateBps = numberField(stat, "targetBitrate") || null;
        break;
      case "remote-inbound-rtp":
        sentPacketsLost += numberField(stat, "packetsLost") ?? 0;
        break;
      case "candidate-pair": {
        const seconds = numberField(stat, "currentRoundTripTime");
        if (textField(stat, "state") !== "succeeded" || booleanField(stat, "nominated") !== true || seconds === null)
          break;
        roundTripMs = Math.max(roundTripMs ?? 0, seconds * 1_000);
        relayed ||= ["localCandidateId", "remoteCandidateId"].some(
          (id) => textField(candidates.get(textField(stat, id)), "candidateType") === "relay",
        );
        break;
      }
      default:
    }
  }
  return {
    packetsReceived,
    packetsLost,
    packetsSent,
    sentPacketsLost,
    roundTripMs,
    relayed,
    framePixels,
    keyFrames,
    atMs,
    videoTargetBitrateBps,
  };
}

const statField = (stat: unknown, name: string): unknown =>
  typeof stat === "object" && stat !== null ? Reflect.get(stat, name) : undefined;
const numberField = (stat: unknown, name: string): number | null => {
  const value = statField(stat, name);
  return typeof value === "number" ? value : null;
};
const textField = (stat: unknown, name: string): string | null => {
  const value = statField(stat, name);
  return typeof value === "string" ? value : null;
};
const booleanField = (stat: unknown, name: string): boolean => statField(stat, name) === true;
