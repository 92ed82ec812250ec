/** All directions of an installation. Keeps a limited number of pipelines open, and closes the least recently used. */
import { type Admission, Direction, type DirectionOptions } from "./direction.ts";
import type { Installation } from "./modes.ts";

export interface PoolOptions extends Pick<DirectionOptions, "openTimeoutMs" | "stallTimeoutMs" | "log"> {
  readonly maxOpen: number;
  readonly idleMs: number;
}

export interface Pool {
  /** Pairs of BCP 47 tags. */
  readonly pairs: readonly (readonly [source: string, target: string])[];
  find(source: string, target: string): Direction | undefined;
  /** Ends all pipelines at once. */
  close(): void;
}

export function createPool({ modes, env }: Installation, { maxOpen, ...options }: PoolOptions): Pool {
  const admitted = new Set<Direction>();
  const waiting = new Set<Direction>();

  const admit = () => {
    for (const direction of waiting) {
      if (admitted.size >= maxOpen) break;
      waiting.delete(direction);
      admitted.add(direction);
      direction.open();
    }
    if (waiting.size === 0) return;
    const byUse = [...admitted].sort((a, b) => a.lastUsed - b.lastUsed);
    (byUse.find(({ isIdle }) => isIdle) ?? byUse[0])?.close();
  };
  const admission: Admission = {
    request: (direction) => {
      waiting.add(direction);
      admit();
    },
    release: (direction) => {
      admitted.delete(direction);
      admit();
    },
  };

  const directions = new Map(
    modes.map((mode) => [`${mode.source}|${mode.target}`, new Direction(mode, { ...options, env, admission })]),
  );
  return {
    pairs: modes.map(({ source, target }) => [source, target]),
    find: (source, target) => directions.get(`${source}|${target}`),
    close: () => {
      for (const direction of directions.values()) direction.kill();
    },
  };
}
