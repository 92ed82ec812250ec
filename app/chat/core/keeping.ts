/**
 * What a page keeps of a long call: all that is written, and of what is said the newest lines alone, so that it does not
 * grow with the hours. The transcript has the rest.
 */
import type { Line } from "#contracts/lines.ts";
import type { Cancel } from "../../platform/clock.ts";
import { type Lines, withoutLines } from "./lines.ts";

/** So many lines of speech stay. */
export const KEPT_SPEECH = 200;

export interface Keeping {
  /** Until the answer is called nothing goes: somebody reads, or works at, what may be old. */
  hold(): Cancel;
  /** False of what was said before something that went: it would come back as if it were new. */
  wants(line: Line): boolean;
  /** Without what is too much; the same object where nothing is. */
  keep(lines: Lines): Lines;
}

export interface KeepingOptions {
  /** The line goes. */
  forget: (lineId: string) => void;
  /** What was held may go. */
  released: () => void;
}

export function createKeeping({ forget, released }: KeepingOptions): Keeping {
  const holds = new Set<object>();
  /** The newest `seq` that went. */
  let goneUpTo = 0;
  return {
    hold() {
      const held = {};
      holds.add(held);
      return () => {
        if (holds.delete(held)) released();
      };
    },
    wants: (line) => line.seq > goneUpTo || !mayGo(line),
    keep(lines) {
      if (holds.size > 0) return lines;
      const gone = lines.ordered.filter(mayGo).slice(0, -KEPT_SPEECH);
      for (const { id, seq } of gone) {
        goneUpTo = Math.max(goneUpTo, seq);
        forget(id);
      }
      return withoutLines(lines, gone);
    },
  };
}

/** What is written is answered, counted as new and scrolled to. What nothing keeps is nowhere else. */
const mayGo = ({ kind, fleeting }: Line) => kind === "speech" && !fleeting;
