/** The shape of an attack, and the loop that each of them runs. */
import { setTimeout } from "node:timers/promises";
import type postgres from "postgres";
import type { App } from "../../tests/support/app.ts";

export interface Scene {
  readonly app: App;
  /** A superuser's connection, for rows that would take days to write as a guest. */
  readonly admin: postgres.Sql;
}

export interface Steps {
  readonly step: () => Promise<unknown>;
  /** Steps that run at the same time, at most. */
  readonly inParallel: number;
  /** Bytes that a step uploads, if they are many. */
  readonly uploadBytes?: number;
}

export interface Attack {
  /** The finding of the audit that the attack repeats. */
  readonly finding: number;
  readonly name: string;
  prepare(scene: Scene): Promise<Steps>;
}

/** Forty times the requests with which the audit stopped the database. More is a flood, which a firewall must stop. */
const STEPS_PER_SECOND = 50;
/** 100 Mbit/s. */
const UPLINK_BYTES_PER_SECOND = 12_500_000;

/** Repeats a step at the pace of one guest while `measured` runs. A rejected step is repeated, as an attacker would. */
export async function whileRepeating<T>(
  { step, inParallel, uploadBytes = 0 }: Steps,
  measured: () => Promise<T>,
): Promise<T> {
  const intervalMs = 1000 * Math.max(1 / STEPS_PER_SECOND, uploadBytes / UPLINK_BYTES_PER_SECOND);
  let isOver = false;
  let nextAt = performance.now();
  const loop = async () => {
    while (!isOver) {
      // Steps that were slow are not made up for.
      nextAt = Math.max(nextAt + intervalMs, performance.now());
      await setTimeout(nextAt - performance.now());
      await step().catch(() => {});
    }
  };
  const loops = Array.from({ length: inParallel }, loop);
  try {
    return await measured();
  } finally {
    isOver = true;
    await Promise.all(loops);
  }
}
