/** Texts in portions that a server takes, some of them at once. */
import type { EngineResult } from "./engine.ts";

export interface Portion {
  /** Texts at most. */
  readonly count: number;
  /** Bytes of UTF-8 at most; a longer text goes alone. */
  readonly bytes: number;
}

const encoder = new TextEncoder();

export function portionsOf(texts: readonly string[], { count, bytes }: Portion): string[][] {
  const portions: string[][] = [];
  let filled = Number.POSITIVE_INFINITY;
  for (const text of texts) {
    const size = encoder.encode(text).byteLength;
    const last = portions.at(-1);
    if (last === undefined || last.length >= count || filled + size > bytes) {
      portions.push([text]);
      filled = size;
    } else {
      last.push(text);
      filled += size;
    }
  }
  return portions;
}

/** The answers of all, in order; the first failure ends it. `work` never rejects. */
export async function inTurn<T>(
  portions: readonly T[],
  atOnce: number,
  work: (portion: T) => Promise<EngineResult<string[]>>,
): Promise<EngineResult<string[]>> {
  const done: string[] = [];
  for (let from = 0; from < portions.length; from += atOnce) {
    for (const result of await Promise.all(portions.slice(from, from + atOnce).map(work))) {
      if (!result.ok) return result;
      done.push(...result.value);
    }
  }
  return { ok: true, value: done };
}
