/** The HTTP side of a scheduled job: checks the secret, records the run, and works in batches within a time limit. */
import type * as z from "zod/mini";
import { readJson, readText } from "./body.ts";
import { errorStatus } from "./contracts/errorStatuses.ts";
import { type Failure, fail, isErrorCode, ok, type Result } from "./contracts/errors.ts";
import {
  JOB_TIMEOUTS,
  JOBS,
  JOBS_SECRET_HEADER,
  type JobName,
  type JobReport,
  LATE_AFTER_INTERVALS,
} from "./contracts/jobs.ts";
import type { JobRuns } from "./jobRuns.ts";
import { unexpectedFailure } from "./log.ts";
import { errorJsonResponse, jsonResponse } from "./responses.ts";
import { secretsMatch } from "./secret.ts";

const MAX_BODY_BYTES = 4_096;
const END_TIMEOUT_MS = 5_000;

/** The time and the record of one run. */
export class JobRun {
  readonly #counts: Record<string, number> = {};
  readonly #log: (failure: Failure) => void;
  readonly #mayStart: () => boolean;
  #error: Failure["code"] | null = null;
  /** Aborts the requests of the run. */
  readonly signal: AbortSignal;
  /** Work remains, because the time was over or because a step stopped. */
  more = false;

  constructor(signal: AbortSignal, mayStart: () => boolean, log: (failure: Failure) => void) {
    this.signal = signal;
    this.#mayStart = mayStart;
    this.#log = log;
  }

  /** Returns whether another batch may begin. If not, records that work remains. */
  mayContinue(): boolean {
    if (this.#mayStart()) return true;
    this.more = true;
    return false;
  }

  add(step: string, amount: number): void {
    this.#counts[step] = (this.#counts[step] ?? 0) + amount;
  }

  /** Records a failed step. The other steps go on. */
  fail(failure: Failure): void {
    this.#log(failure);
    this.#error ??= failure.code;
  }

  report(): JobReport {
    return { counts: this.#counts, more: this.more, error: this.#error };
  }
}

export interface JobDependencies<T> {
  /** `JOBS_SECRET`. */
  readonly secret: string;
  readonly runs: (signal: AbortSignal) => JobRuns;
  readonly schema: z.ZodMiniType<T>;
  /** The job that a request starts. */
  readonly jobOf: (request: T) => JobName;
  work(run: JobRun, request: T): Promise<void>;
  /** Whether an optional part works, for `npm run doctor`. */
  readonly configured?: boolean;
  /** Returns milliseconds since the epoch. */
  now(): number;
  /** Returns a signal that aborts after so many milliseconds. */
  timeout(milliseconds: number): AbortSignal;
  /** Receives codes, causes and numbers, never a name, an address or a key. */
  log(entry: object): void;
}

/** Creates the handler of an edge function that runs jobs. */
export const createJobHandler =
  <T>(dependencies: JobDependencies<T>) =>
  async (request: Request): Promise<Response> => {
    // `/health` checks that the function starts.
    const { secret, schema, configured, log } = dependencies;
    if (request.method === "GET") return jsonResponse({ ok: true, ...(configured !== undefined && { configured }) });
    if (request.method !== "POST") return errorJsonResponse("request/invalid");
    if (!(await secretsMatch(request.headers.get(JOBS_SECRET_HEADER) ?? "", secret)))
      return errorJsonResponse("request/sign-in-needed");
    try {
      const body = await readText(request, MAX_BODY_BYTES);
      const parsed = schema.safeParse(readJson(body ?? ""));
      if (!parsed.success) return errorJsonResponse("request/invalid");
      const report = await runJob(dependencies, parsed.data);
      if (!report.ok) {
        log(report.error);
        return errorJsonResponse(report.error.code);
      }
      const { error } = report.value;
      return jsonResponse(report.value, isErrorCode(error) ? errorStatus(error) : 200);
    } catch (error) {
      log(unexpectedFailure(error));
      return errorJsonResponse("bug/unexpected");
    }
  };

async function runJob<T>(
  { runs: openRuns, jobOf, work, now, timeout, log }: JobDependencies<T>,
  request: T,
): Promise<Result<JobReport>> {
  const job = jobOf(request);
  const startedAt = now();
  const signal = timeout(JOB_TIMEOUTS.abortAfterMs);
  const runs = openRuns(signal);
  const started = await runs.start(job);
  if (!started.ok) return fail(started.error.code, started.error.cause);
  const { run: id, last_success: lastSuccess } = started.value;
  const late = lastSuccess !== null && startedAt - Date.parse(lastSuccess) > LATE_AFTER_INTERVALS * intervalOf(job);
  const run = new JobRun(
    signal,
    () => now() - startedAt < JOB_TIMEOUTS.startBeforeMs,
    (failure) => log({ job, ...failure }),
  );
  try {
    await work(run, request);
  } catch (error) {
    run.fail(unexpectedFailure(error));
  }
  const report = run.report();
  // A time limit of its own, because that of the run may be over.
  const ended = await openRuns(timeout(END_TIMEOUT_MS)).end(id, report);
  if (late || report.error !== null) log({ job, late, last_success: lastSuccess, error: report.error });
  return ended.ok ? ok(report) : ended;
}

const intervalOf = (job: JobName): number => JOBS.find(({ name }) => name === job)?.intervalMs ?? 0;
