/** Reminders and endless series in the database. */
import * as z from "zod/mini";
import type { Result } from "../_shared/contracts/errors.ts";
import { count } from "../_shared/contracts/numbers.ts";
import { localTime, planOverride, planTimes } from "../_shared/contracts/planning.ts";
import { parseRestResponse, type RestClient } from "../_shared/restClient.ts";

const queuedReminders = z.object({ queued: count, more: z.boolean() });

const seriesToExtend = z.object({
  series_id: z.guid(),
  sequence: count,
  /** The key of the last stored occurrence. */
  last: localTime,
  times: planTimes,
  overrides: z.array(planOverride),
});
export type SeriesToExtend = z.infer<typeof seriesToExtend>;

export interface NewOccurrence {
  readonly key: string;
  readonly starts_at: string;
  readonly length_minutes: number;
}

export interface ReminderStore {
  /** Adds reminders that are due. `inDay`: at most so many emails about planned meetings in a day, null is the default. */
  queue(limit: number, inDay: number | null): Promise<Result<z.infer<typeof queuedReminders>>>;
  /** Returns series whose stored occurrences end soon. */
  toExtend(limit: number): Promise<Result<readonly SeriesToExtend[]>>;
  /** Stores further occurrences. None: the series is complete. */
  extend(series: SeriesToExtend, occurrences: readonly NewOccurrence[]): Promise<Result<boolean>>;
}

/** `signal` aborts the requests. */
export const createReminderStore = (service: RestClient, signal: AbortSignal): ReminderStore => ({
  queue: async (limit, inDay) =>
    parseRestResponse(
      await service.rpc("queue_reminders", { p_limit: limit, p_in_day: inDay }).abortSignal(signal),
      queuedReminders,
    ),
  toExtend: async (limit) =>
    parseRestResponse(
      await service.rpc("series_to_extend", { p_limit: limit }).abortSignal(signal),
      z.array(seriesToExtend),
    ),
  extend: async ({ series_id, sequence }, occurrences) =>
    parseRestResponse(
      await service
        .rpc("extend_series", { p_series_id: series_id, p_sequence: sequence, p_occurrences: occurrences })
        .abortSignal(signal),
      z.boolean(),
    ),
});
