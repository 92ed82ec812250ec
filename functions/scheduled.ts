/** The Worker's schedule: calls the edge functions of the jobs that are due, with a secret of its own. */
import {
  JOBS,
  JOBS_SECRET_HEADER,
  type Job,
  type JobReport,
  jobReport,
  MAX_RUNS_PER_TRIGGER,
} from "#contracts/jobs.ts";
import type { Env } from "./env.ts";

/** Longer than a run. Milliseconds. */
const RUN_TIMEOUT_MS = 90_000;

/** A line of the log: codes and numbers only. */
interface JobLogEntry {
  readonly job: string;
  readonly ok: boolean;
  readonly status?: number;
  readonly counts?: JobReport["counts"];
  readonly error: string | null;
}

export interface Schedule {
  readonly env: Env;
  readonly fetch: typeof fetch;
  log(entry: JobLogEntry): void;
}

/** Runs the jobs of a cron trigger. A job that leaves work is run again at once, up to `MAX_RUNS_PER_TRIGGER` times. */
export async function runScheduled(cron: string, schedule: Schedule): Promise<void> {
  await Promise.all(JOBS.filter((job) => job.cron === cron).map((job) => runUntilDone(job, schedule)));
}

async function runUntilDone(job: Job, schedule: Schedule): Promise<void> {
  for (let runs = 0; runs < MAX_RUNS_PER_TRIGGER; runs++) {
    const entry = await runOnce(job, schedule);
    schedule.log(entry);
    if (!entry.ok || !entry.more) return;
  }
}

async function runOnce(
  { name, function: target }: Job,
  { env, fetch: send }: Schedule,
): Promise<JobLogEntry & { readonly more: boolean }> {
  const failed = (error: string, status?: number) => ({
    job: name,
    ok: false,
    more: false,
    error,
    ...(status === undefined ? {} : { status }),
  });
  if (env.jobsSecret === null) return failed("JOBS_SECRET is missing");
  try {
    const response = await send(`${env.public.supabaseUrl}/functions/v1/${target}`, {
      method: "POST",
      headers: {
        apikey: env.public.publishableKey,
        "content-type": "application/json",
        [JOBS_SECRET_HEADER]: env.jobsSecret,
      },
      body: JSON.stringify({ job: name }),
      // A redirect must not receive the secret. Workers do not support `redirect: "error"`.
      redirect: "manual",
      signal: AbortSignal.timeout(RUN_TIMEOUT_MS),
    });
    const report = jobReport.safeParse(await response.json().catch(() => null));
    if (!report.success) return failed("the function did not run", response.status);
    const { counts, more, error } = report.data;
    return { job: name, ok: error === null, status: response.status, counts, more, error };
  } catch (error) {
    return failed(error instanceof Error ? error.name : "thrown");
  }
}
