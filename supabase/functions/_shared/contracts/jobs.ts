/** Scheduled jobs: the Worker calls their edge functions with `JOBS_SECRET`. wrangler.toml has the same crons. */
import * as z from "zod/mini";
import { count } from "./numbers.ts";
import { time } from "./time.ts";

export const JOB_NAMES = ["sweep", "sweep-broadcasts", "send-emails", "remind"] as const;
export type JobName = (typeof JOB_NAMES)[number];

/** The edge functions that run jobs. */
export type JobFunction = "sweep" | "send-emails" | "remind";

export interface Job {
  readonly name: JobName;
  readonly function: JobFunction;
  /** As in wrangler.toml. */
  readonly cron: string;
  readonly intervalMs: number;
}

const EVERY_MINUTE = "* * * * *";
const EVERY_HOUR = "17 * * * *";

export const JOBS: readonly Job[] = [
  { name: "send-emails", function: "send-emails", cron: EVERY_MINUTE, intervalMs: 60_000 },
  { name: "remind", function: "remind", cron: EVERY_MINUTE, intervalMs: 60_000 },
  { name: "sweep-broadcasts", function: "sweep", cron: EVERY_MINUTE, intervalMs: 60_000 },
  { name: "sweep", function: "sweep", cron: EVERY_HOUR, intervalMs: 3_600_000 },
];

/** A job is late when its last success is older than so many intervals. */
export const LATE_AFTER_INTERVALS = 3;

/** Runs of one job in a row, while work remains, that one trigger of the schedule may start. */
export const MAX_RUNS_PER_TRIGGER = 10;

/** No batch begins after `startBeforeMs` of a run, and its requests are aborted after `abortAfterMs`. */
export const JOB_TIMEOUTS = { startBeforeMs: 40_000, abortAfterMs: 50_000 } as const;

/** Header of the secret. Not `authorization`, which Supabase's gateways read as a user's token. */
export const JOBS_SECRET_HEADER = "x-jobs-secret";

/** The minimum length of `JOBS_SECRET`. */
export const MIN_JOBS_SECRET_CHARS = 32;

/** The body of a call of `sweep`. */
export const sweepRequest = z.object({ job: z.enum(["sweep", "sweep-broadcasts"]) });
export type SweepRequest = z.infer<typeof sweepRequest>;

/** The body of a call of `remind`. */
export const remindRequest = z.object({ job: z.literal("remind") });
export type RemindRequest = z.infer<typeof remindRequest>;

/** The response of a run. `error` is the code of the first failed step; the other steps ran. */
export const jobReport = z.object({
  counts: z.record(z.string(), count),
  more: z.boolean(),
  error: z.nullable(z.string()),
});
export type JobReport = z.infer<typeof jobReport>;

/** State of the jobs that ever ran, in the result of `health`. */
export const jobStates = z.partialRecord(
  z.enum(JOB_NAMES),
  z.object({ last_success: z.nullable(time), error: z.nullable(z.string()) }),
);
export type JobStates = z.infer<typeof jobStates>;

/** Result of `health()`. `migration` is the version of the last migration. */
export const health = z.object({ now: time, migration: z.string(), jobs: jobStates });

/** Steps of `sweep` in the database, in their order. */
export const SWEEP_STEPS = [
  "ends",
  "measures",
  "deleted-accounts",
  "deleted-workspaces",
  "calls",
  "boards",
  "meetings",
  "broadcasts",
  "texts",
  "users",
  "turns",
  "traces",
  "workspaces",
  "factor-resets",
  "emails",
] as const;
export type SweepStep = (typeof SWEEP_STEPS)[number];

/**
 * Result of one batch. `next` is the cursor of the next one, null at the end. `failed` counts what the batch could not delete and
 * passed over. `ms` is its duration in the database.
 */
export const sweepBatch = z.object({ deleted: count, next: z.unknown(), failed: count, ms: count });
