import type { Clock } from "../../app/lib/clock.ts";

export interface FakeClock extends Clock {
  /** Advances time, runs due timers in order, and settles all promises in between. */
  advance(ms: number): Promise<void>;
  /** The number of pending timers: 0 proves that a closed owner left none behind. */
  pending(): number;
}

/** Settles every promise that needs no time to pass. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 12; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

export function createFakeClock(start = 1_750_000_000_000): FakeClock {
  let now = start;
  let order = 0;
  const timers = new Map<number, { due: number; run: () => void; every: number | null }>();

  const add = (ms: number, run: () => void, every: number | null) => {
    order += 1;
    const id = order;
    timers.set(id, { due: now + ms, run, every });
    return () => {
      timers.delete(id);
    };
  };

  return {
    now: () => now,
    after: (ms, run) => add(ms, run, null),
    every: (ms, run) => add(ms, run, ms),
    pending: () => timers.size,
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (;;) {
        const next = [...timers]
          .filter(([, timer]) => timer.due <= end)
          .sort((a, b) => a[1].due - b[1].due || a[0] - b[0])[0];
        if (next === undefined) break;
        const [id, timer] = next;
        now = Math.max(now, timer.due);
        if (timer.every === null) timers.delete(id);
        else timer.due += timer.every;
        timer.run();
        await settle();
      }
      now = end;
    },
  };
}
