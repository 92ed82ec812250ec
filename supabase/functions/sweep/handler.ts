/** The jobs of `sweep`: deletes by retention in the database, then the bytes that nobody may read any more. */
import { SWEEP_STEPS, type SweepRequest, type SweepStep, sweepRequest } from "../_shared/contracts/jobs.ts";
import { RETENTION } from "../_shared/contracts/retention.ts";
import { createJobHandler, type JobDependencies, type JobRun } from "../_shared/jobs.ts";
import { type OrphanedFiles, SWEPT_BUCKETS, type SweptBucket } from "./orphanedFiles.ts";
import type { SweepStore } from "./sweepStore.ts";

/** A batch locks its rows for its duration, so others wait for at most this long. */
export const MAX_BATCH_MS = 200;

/** The time of a step before the next one has its turn. */
const TURN_MS = 2_000;

/** Rows of the first batch of a step. */
export const FIRST_BATCH_ROWS = 50;

export interface SweepDependencies
  extends Pick<JobDependencies<SweepRequest>, "secret" | "runs" | "now" | "timeout" | "log"> {
  readonly store: (signal: AbortSignal) => SweepStore;
  readonly files: (signal: AbortSignal, bucket: SweptBucket) => OrphanedFiles;
}

export const createSweepHandler = ({ store, files, ...others }: SweepDependencies) =>
  createJobHandler({
    ...others,
    schema: sweepRequest,
    jobOf: ({ job }) => job,
    work: async (run, { job }) => {
      const database = store(run.signal);
      if (job === "sweep-broadcasts")
        return await takeTurns([() => sweepRows(run, database, "broadcasts")], run, others.now);
      const steps = SWEEP_STEPS.map((step) => () => sweepRows(run, database, step));
      const buckets = SWEPT_BUCKETS.map((bucket) => () => sweepFiles(run, bucket, files(run.signal, bucket)));
      await takeTurns([...steps, ...buckets], run, others.now);
    },
  });

/** Yields after each batch. */
type Batches = AsyncGenerator<void, void>;

/**
 * Runs steps in turns of two seconds until all of them are done or the time is over. So the many rows of one step, or its slow
 * batches, do not keep the others from their turn.
 */
async function takeTurns(steps: readonly (() => Batches)[], run: JobRun, now: () => number): Promise<void> {
  let waiting = steps.map((start) => start());
  while (waiting.length > 0) {
    const unfinished: Batches[] = [];
    for (const batches of waiting) {
      const startedAt = now();
      let isDone = false;
      do {
        if (!run.mayContinue()) return;
        isDone = (await batches.next()).done === true;
      } while (!isDone && now() - startedAt < TURN_MS);
      if (!isDone) unfinished.push(batches);
    }
    waiting = unfinished;
  }
}

/** Deletes batch after batch. The number of rows depends on the duration of the previous batch. */
async function* sweepRows(run: JobRun, store: SweepStore, step: SweepStep): Batches {
  let rows = FIRST_BATCH_ROWS;
  let after: unknown = null;
  do {
    const batch = await store.sweep(step, rows, after);
    if (!batch.ok) return run.fail({ code: batch.error.code, cause: `${step}: ${batch.error.cause ?? ""}` });
    const { deleted, next, failed, ms } = batch.value;
    run.add(step, deleted);
    if (failed > 0) run.fail({ code: "bug/unexpected", cause: `${step}: ${failed} failed` });
    after = next;
    rows = nextBatchRows(rows, ms);
    if (after !== null) yield;
  } while (after !== null);
}

/** Keeps batches between an eighth and a quarter of the limit, because a busy database takes several times as long. */
export function nextBatchRows(rows: number, ms: number): number {
  if (ms > MAX_BATCH_MS / 4) return Math.max(1, Math.floor(rows / 2));
  return ms < MAX_BATCH_MS / 8 ? Math.min(rows * 2, RETENTION.rowsPerBatch) : rows;
}

async function* sweepFiles(run: JobRun, bucket: SweptBucket, files: OrphanedFiles): Batches {
  for (;;) {
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
    run.add(bucket, removed.value);
    yield;
  }
}
