/** The shape of an attack, and the loop that each of them runs. */
import type postgres from "postgres";
import type { App } from "../../tests/support/app.ts";

export interface Scene {
  readonly app: App;
  /** A superuser's connection, for rows that would take days to write as a guest. */
  readonly admin: postgres.Sql;
}

export interface Attack {
  /** The finding of the audit that the attack repeats. */
  readonly finding: number;
  readonly name: string;
  /** Prepares the attack and returns its step. `inParallel` loops repeat the step until the measure ends. */
  prepare(scene: Scene): Promise<{ readonly step: () => Promise<unknown>; readonly inParallel: number }>;
}

/** Repeats a step in several loops while `measured` runs. A refused step is repeated, as an attacker would. */
export async function whileRepeating<T>(
  { step, inParallel }: Awaited<ReturnType<Attack["prepare"]>>,
  measured: () => Promise<T>,
): Promise<T> {
  let isOver = false;
  const loop = async () => {
    while (!isOver) {
      await step().catch(() => {});
      // Lets timers run even if the step fails at once.
      await new Promise((resolve) => setImmediate(resolve));
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
