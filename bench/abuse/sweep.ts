/** A sweep of many expired lines: the duration of its batches, and a stranger's line beside it. */
import type postgres from "postgres";
import { type SweepStep, sweepBatch } from "#contracts/jobs.ts";
import { SECRET_KEY } from "../../local/index.ts";
import { FIRST_BATCH_ROWS, MAX_BATCH_MS, nextBatchRows } from "../../supabase/functions/sweep/handler.ts";
import type { App } from "../../tests/support/app.ts";
import { scaled } from "../scale.ts";
import { type Figure, percentile } from "../table.ts";
import { loadLines } from "./lines.ts";
import { summarize, type TimedLine, type TimedLines } from "./timedLines.ts";

const EXPIRED_LINES = scaled(1_000_000, 2_000);
/** More than any workspace keeps. */
const ENDED_DAYS_AGO = 400;
const STEP: SweepStep = "calls";

/** `quietMs` is the time of a line without the sweep, p95. */
export async function measureSweep(
  { stack }: App,
  admin: postgres.Sql,
  lines: TimedLines,
  quietMs: number,
): Promise<Figure[]> {
  await loadLines(admin, EXPIRED_LINES, ENDED_DAYS_AGO);
  const batches: number[] = [];
  let deleted = 0;
  let isOver = false;
  const sweep = async () => {
    let rows = FIRST_BATCH_ROWS;
    let after: unknown = null;
    do {
      const response = await fetch(`${stack.url}/rest/v1/rpc/sweep`, {
        method: "POST",
        headers: { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}`, "content-type": "application/json" },
        body: JSON.stringify({ p_step: STEP, p_limit: rows, p_after: after }),
      });
      const batch = sweepBatch.parse(await response.json());
      batches.push(batch.ms);
      deleted += batch.deleted;
      after = batch.next;
      rows = nextBatchRows(rows, batch.ms);
    } while (after !== null);
    isOver = true;
  };
  const timed: TimedLine[] = [];
  const time = async () => {
    do timed.push(...(await lines.time(1)));
    while (!isOver);
  };
  const startedAt = performance.now();
  await Promise.all([sweep(), time()]);
  const seconds = (performance.now() - startedAt) / 1000;
  const { p95, failures } = summarize(timed);
  return [
    {
      name: `sweep of ${EXPIRED_LINES} expired lines: longest batch`,
      value: Math.max(...batches),
      samples: batches.length,
      bar: MAX_BATCH_MS,
      unit: "ms",
      note: `p95 ${percentile(batches, 0.95)} ms; ${deleted} rows in ${seconds.toFixed(0)} s`,
    },
    {
      name: "a stranger's line beside it",
      value: p95 / quietMs,
      samples: timed.length,
      bar: 2,
      unit: "",
      note: `p95 ${p95.toFixed(0)} ms; quiet ${quietMs.toFixed(0)} ms${failures}`,
    },
  ];
}
