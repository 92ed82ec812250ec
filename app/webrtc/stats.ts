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
  /** The largest frame of a received video. */
  readonly framePixels: number;
  /** Decoded frames that do not build on others. Only such a frame can have another size. */
  readonly keyFrames: number;
  /** When the browser measured this. */
  readonly atMs: number;
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
