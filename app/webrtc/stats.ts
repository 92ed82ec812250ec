/** The counters from which `statsReport.ts` rates the connection between two peers. */

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

/** A sample with the quality since the previous sample, or null without one. */
export interface MeasuredSample extends StatsSample {
  readonly quality: ConnectionQuality | null;
}

export const STATS_INTERVAL_MS = 4_000;
