/** Runs of jobs in the database, started and ended with the function's own secret key. */
import * as z from "zod/mini";
import type { Result } from "./contracts/errors.ts";
import type { JobName, JobReport } from "./contracts/jobs.ts";
import { count } from "./contracts/numbers.ts";
import { time } from "./contracts/time.ts";
import { parseRestResponse, type RestClient } from "./restClient.ts";

const startedRun = z.object({ run: count, last_success: z.nullable(time) });

export interface JobRuns {
  start(job: JobName): Promise<Result<z.infer<typeof startedRun>>>;
  end(run: number, report: JobReport): Promise<Result<unknown>>;
}

/** `signal` aborts the requests. */
export const createJobRuns = (service: RestClient, signal: AbortSignal): JobRuns => ({
  start: async (job) =>
    parseRestResponse(await service.rpc("start_job", { p_job: job }).abortSignal(signal), startedRun),
  end: async (run, { counts, more, error }) =>
    parseRestResponse(
      await service.rpc("end_job", { p_run: run, p_counts: counts, p_more: more, p_error: error }).abortSignal(signal),
      z.unknown(),
    ),
});
