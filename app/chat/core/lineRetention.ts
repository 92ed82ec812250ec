/**
 * What a page keeps of a long call: all that is written, and of what is said the newest lines alone, so that it does not
 * grow with the hours. The transcript has the rest.
 */
import type { Line } from "#contracts/lines.ts";
import type { Cancel } from "../../lib/clock.ts";
import { type LineCollection, withoutLines } from "./lineCollection.ts";

/** So many lines of speech stay. */
export const MAX_SPEECH_LINES = 200;

export interface LineRetention {
  /** Until the answer is called nothing goes: somebody reads, or works at, what may be old. */
  pauseEviction(): Cancel;
  /** False of what was said before something that went: it would come back as if it were new. */
  accepts(line: Line): boolean;
  /** Without what is too much; the same object where nothing is. */
  evict(lines: LineCollection): LineCollection;
}

export interface LineRetentionOptions {
  /** The line goes. */
  onEvict: (lineId: string) => void;
  /** What was held may go. */
  onResume: () => void;
}

export function createLineRetention({ onEvict, onResume }: LineRetentionOptions): LineRetention {
  const holds = new Set<object>();
  /** The newest `seq` that went. */
  let evictedUpToSeq = 0;
  return {
    pauseEviction() {
      const held = {};
      holds.add(held);
      return () => {
        if (holds.delete(held)) onResume();
      };
    },
    accepts: (line) => line.seq > evictedUpToSeq || !isEvictable(line),
    evict(lines) {
      if (holds.size > 0) return lines;
      const evicted = lines.ordered.filter(isEvictable).slice(0, -MAX_SPEECH_LINES);
      for (const { id, seq } of evicted) {
        evictedUpToSeq = Math.max(evictedUpToSeq, seq);
        onEvict(id);
      }
      return withoutLines(lines, evicted);
    },
  };
}

/** What is written is answered, counted as new and scrolled to. What nothing keeps is nowhere else. */
const isEvictable = ({ kind, fleeting }: Line) => kind === "speech" && !fleeting;
