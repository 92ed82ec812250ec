/** Rates the connection between two peers from the browser's counters. */

export type ConnectionQuality = "good" | "fair" | "poor";

/** Counters since the connection began. */
export interface StatsSample {
  /** Packets of all received tracks. */
  readonly packetsReceived: number;
  readonly packetsLost: number;
  /** Sent packets, and those that the remote peer reports as lost. */
  readonly packetsSent: number;
  readonly sentPacketsLost: number;
  /** Null before it was measured. */
  readonly roundTripMs: number | null;
  /** Through a TURN relay of either side. */
  readonly relayed: boolean;
  /** The browser's target for the camera's video; null while none is sent, or if the browser does not report it. */
  readonly videoTargetBitrateBps: number | null;
}

export const STATS_INTERVAL_MS = 4_000;
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
        packetsReceived += numberField(stat, "packetsReceived") ?? 0;
        packetsLost += numberField(stat, "packetsLost") ?? 0;
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
  return { packetsReceived, packetsLost, packetsSent, sentPacketsLost, roundTripMs, relayed, videoTargetBitrateBps };
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
