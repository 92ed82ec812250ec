/** The state of the scheduled jobs, for monitoring. */
import { JOBS, type JobName, type JobStates, LATE_AFTER_INTERVALS } from "#contracts/jobs.ts";

export interface JobHealth {
  /** RFC 3339; null if the job never succeeded. */
  readonly lastSuccess: string | null;
  /** `failing`: the last run ended with `error`. `late`: no success for `LATE_AFTER_INTERVALS`. */
  readonly state: "ok" | "late" | "failing";
  readonly error: string | null;
}

/** Returns the state of every job. `now` is the time of the database, so that both times have one clock. */
export function jobHealth(states: JobStates, now: string): Record<JobName, JobHealth> {
  const health = JOBS.map(({ name, intervalMs }) => {
    const { last_success: lastSuccess = null, error = null } = states[name] ?? {};
    const isLate =
      lastSuccess === null || Date.parse(now) - Date.parse(lastSuccess) > LATE_AFTER_INTERVALS * intervalMs;
    return [name, { lastSuccess, state: isLate ? "late" : error === null ? "ok" : "failing", error }] as const;
  });
  return Object.fromEntries(health) as Record<JobName, JobHealth>;
}
