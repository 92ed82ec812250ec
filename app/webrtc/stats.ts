/** How good the line between two peers is, from what the browser counts. */

export type ConnectionQuality = "good" | "fair" | "poor";

/** What a connection has counted since it began. */
export interface StatsSample {
  /** Packets of all tracks that arrived, and that did not. */
  readonly packetsReceived: number;
  readonly packetsLost: number;
  /** Packets that we sent, and those of them that the other side reports as lost. */
  readonly packetsSent: number;
  readonly sentPacketsLost: number;
  /** Milliseconds; null before it was measured. */
  readonly roundTripMs: number | null;
  /** By a relay instead of directly. */
  readonly relayed: boolean;
  /** What one's own camera's picture may take now, bits a second; null while none is sent, or the browser does not tell. */
  readonly videoTargetBitrateBps: number | null;
}

/** How often a line is looked at, milliseconds. */
export const STATS_INTERVAL_MS = 4_000;
/** Fewer packets than this between two looks say nothing about loss: a voice that pauses sends ten. */
const MIN_PACKETS_FOR_LOSS = 20;

/**
 * Between two looks. From 3 % loss or 300 ms speech begins to suffer, from 8 % or 600 ms it breaks. A way that is long at one
 * look alone is a machine that was busy when it answered.
 */
export function assessQuality(previous: StatsSample, current: StatsSample): ConnectionQuality {
  const delta = (of: (counted: StatsSample) => number) => Math.max(0, of(current) - of(previous));
  const lossRatio = (lost: number, all: number) => (all < MIN_PACKETS_FOR_LOSS ? 0 : lost / all);
  const lost = delta((counted) => counted.packetsLost);
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

/** Sums a report of `RTCPeerConnection.getStats` (W3C webrtc-stats). `picture`: the `mid` of the camera's place. */
export function sampleFromReport(report: RTCStatsReport, cameraMid: string | null): StatsSample {
  let packetsReceived = 0;
  let packetsLost = 0;
  let packetsSent = 0;
  let sentPacketsLost = 0;
  let roundTripMs: number | null = null;
  let relayed = false;
  let videoTargetBitrateBps: number | null = null;
  const stats: unknown[] = [];
  report.forEach((one: unknown) => {
    stats.push(one);
  });
  const candidates = new Map<unknown, unknown>();
  for (const one of stats) if (textField(one, "type") === "local-candidate") candidates.set(textField(one, "id"), one);
  for (const one of stats) {
    switch (textField(one, "type")) {
      case "inbound-rtp":
        packetsReceived += numberField(one, "packetsReceived") ?? 0;
        packetsLost += numberField(one, "packetsLost") ?? 0;
        break;
      case "outbound-rtp":
        packetsSent += numberField(one, "packetsSent") ?? 0;
        if (textField(one, "mid") === cameraMid) videoTargetBitrateBps = numberField(one, "targetBitrate") || null;
        break;
      case "remote-inbound-rtp":
        sentPacketsLost += numberField(one, "packetsLost") ?? 0;
        break;
      case "candidate-pair": {
        const seconds = numberField(one, "currentRoundTripTime");
        if (textField(one, "state") !== "succeeded" || booleanField(one, "nominated") !== true || seconds === null)
          break;
        roundTripMs = Math.max(roundTripMs ?? 0, seconds * 1_000);
        relayed ||= textField(candidates.get(textField(one, "localCandidateId")), "candidateType") === "relay";
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
