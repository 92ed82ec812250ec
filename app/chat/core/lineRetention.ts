/**
 * Limits what a page holds of a long call: all chat lines, but only the newest captions. The transcript has the rest.
 */
import { LIMITS } from "#contracts/limits.ts";
import type { Line } from "#contracts/lines.ts";
import type { Cancel } from "../../lib/clock.ts";
import { type LineCollection, withoutLines } from "./lineCollection.ts";

export interface LineRetention {
  /** Evicts nothing until the result is called, while somebody reads or edits an old line. */
  pauseEviction(): Cancel;
  /** Returns false for captions older than an evicted line: they would come back as new. */
  accepts(line: Line): boolean;
  /** Returns `lines` without the oldest captions, or the same object. */
  evict(lines: LineCollection): LineCollection;
}

export interface LineRetentionOptions {
  maxSpeechLines: number;
  onEvict: (lineId: string) => void;
  /** Called when the last pause ends. */
  onResume: () => void;
}

export function createLineRetention({ maxSpeechLines, onEvict, onResume }: LineRetentionOptions): LineRetention {
  const pauses = new Set<object>();
  /** The newest evicted `seq`. */
  let evictedUpToSeq = 0;
  return {
    pauseEviction() {
      const pause = {};
      pauses.add(pause);
      return () => {
        if (pauses.delete(pause)) onResume();
      };
    },
    accepts: (line) => line.seq > evictedUpToSeq || !isEvictable(line),
    evict(lines) {
      if (pauses.size > 0) return lines;
      const evicted = lines.ordered.filter(isEvictable).slice(0, -maxSpeechLines);
      for (const { id, seq } of evicted) {
        evictedUpToSeq = Math.max(evictedUpToSeq, seq);
        onEvict(id);
      }
      const ephemeral = lines.ordered.filter(isEphemeralCaption).slice(0, -LIMITS.ephemeralCaptions);
      for (const { id } of ephemeral) onEvict(id);
      return withoutLines(lines, [...evicted, ...ephemeral]);
    },
  };
}

/** Chat lines are replied to, counted and scrolled to. Ephemeral lines are stored nowhere else. */
const isEvictable = ({ kind, fleeting }: Line) => kind === "speech" && !fleeting;
const isEphemeralCaption = ({ kind, fleeting }: Line) => kind === "speech" && fleeting;
