/** Follows the quality of a connection. */
import { MAX_FRAME_PIXELS } from "../lib/pictureAbuse.ts";
import { createBandwidthProbe } from "./bandwidthProbe.ts";
import type { PeerConnection } from "./peerConnection.ts";
import type { StatsSample } from "./stats.ts";
import type { RemoteMedia } from "./transport.ts";

/**
 * A lossy connection has some five in a second. With a new size in each frame, a page has no time for anything else, and browsers
 * keep the memory of each size.
 */
const MAX_KEY_FRAMES_PER_MS = 15 / 1_000;

export interface QualitySampler {
  sample(): Promise<void>;
  /** The last sample went through a relay. */
  isRelayed(): boolean;
  /** The next sample has no earlier one to compare with. */
  reset(): void;
}

export function createQualitySampler(
  connection: PeerConnection,
  onQuality: (quality: RemoteMedia["quality"]) => void,
  onHostile: () => void,
): QualitySampler {
  const probeBandwidth = createBandwidthProbe((maxBitrateBps) => connection.setVideoMaxBitrate(maxBitrateBps));
  let last: StatsSample | null = null;
  const isConnected = () => connection.state() === "connected";
  return {
    async sample() {
      if (!isConnected()) return;
      const now = await connection.getStats(last).catch(() => null);
      if (now === null || !isConnected()) return;
      if (now.framePixels > MAX_FRAME_PIXELS) return onHostile();
      if (last !== null) {
        if (now.keyFrames - last.keyFrames > (now.atMs - last.atMs) * MAX_KEY_FRAMES_PER_MS) return onHostile();
        onQuality(now.quality);
      }
      last = now;
      probeBandwidth(now.videoTargetBitrateBps);
    },
    isRelayed: () => last?.relayed === true,
    reset() {
      last = null;
    },
  };
}
