/** The jobs of `sweep`: deletes by retention in the database, then the bytes that nobody may read any more. */
import { SWEEP_STEPS, type SweepRequest, type SweepStep, sweepRequest } from "../_shared/contracts/jobs.ts";
import { RETENTION } from "../_shared/contracts/retention.ts";
import { createJobHandler, type JobDependencies, type JobRun } from "../_shared/jobs.ts";
import type { OrphanedFiles } from "./orphanedFiles.ts";
import type { SweepStore } from "./sweepStore.ts";

/** A batch locks its rows for its duration, so others wait for at most this long. */
export const MAX_BATCH_MS = 200;

/** Rows of the first batch of a step. */
export const FIRST_BATCH_ROWS = 50;

export interface SweepDependencies
  extends Pick<JobDependencies<SweepRequest>, "secret" | "runs" | "now" | "timeout" | "log"> {
  readonly store: (signal: AbortSignal) => SweepStore;
  readonly files: (signal: AbortSignal) => OrphanedFiles;
}

export const createSweepHandler = ({ store, files, ...others }: SweepDependencies) =>
  createJobHandler({
    ...others,
    schema: sweepRequest,
    jobOf: ({ job }) => job,
    work: async (run, { job }) => {
      const database = store(run.signal);
      if (job === "sweep-broadcasts") return await sweepRows(run, database, "broadcasts");
      for (const step of SWEEP_STEPS) await sweepRows(run, database, step);
      await sweepFiles(run, files(run.signal));
    },
  });

/** Deletes batch after batch. The number of rows depends on the duration of the previous batch. */
async function sweepRows(run: JobRun, store: SweepStore, step: SweepStep): Promise<void> {
  let rows = FIRST_BATCH_ROWS;
  let after: unknown = null;
  do {
    if (!run.mayContinue()) return;
    const batch = await store.sweep(step, rows, after);
    if (!batch.ok) return run.fail({ code: batch.error.code, cause: `${step}: ${batch.error.cause ?? ""}` });
    const { deleted, next, ms } = batch.value;
    run.add(step, deleted);
    after = next;
    rows = nextBatchRows(rows, ms);
  } while (after !== null);
}

/** Keeps batches between an eighth and a quarter of the limit, because a busy database takes several times as long. */
export function nextBatchRows(rows: number, ms: number): number {
  if (ms > MAX_BATCH_MS / 4) return Math.max(1, Math.floor(rows / 2));
  return ms < MAX_BATCH_MS / 8 ? Math.min(rows * 2, RETENTION.rowsPerBatch) : rows;
}

async function sweepFiles(run: JobRun, files: OrphanedFiles): Promise<void> {
  for (;;) {
    if (!run.mayContinue()) return;
    const names = await files.list();
    if (!names.ok) return run.fail(names.error);
    if (names.value.length === 0) return;
    const removed = await files.remove(names.value);
    if (!removed.ok) return run.fail(removed.error);
    // The next list would have the same names.
    if (removed.value === 0) {
      run.more = true;
      return;
    }
    run.add("files", removed.value);
  }
}
