/** The job `remind`: adds the reminders that are due to the outbox, sends those by Web Push, then extends endless series. */

import { type RemindRequest, remindRequest } from "../_shared/contracts/jobs.ts";
import { PLANS } from "../_shared/contracts/planLimits.ts";
import { createJobHandler, type JobDependencies, type JobRun } from "../_shared/jobs.ts";
import { unexpectedFailure } from "../_shared/log.ts";
import { parseLocal } from "../_shared/planning/localTime.ts";
import { occurrencesOf } from "../_shared/planning/occurrences.ts";
import type { PushService } from "./pushService.ts";
import type { PushStore } from "./pushStore.ts";
import type { NewOccurrence, ReminderStore, SeriesToExtend } from "./reminderStore.ts";
import { sendPushReminders } from "./sendPush.ts";

export interface RemindDependencies
  extends Pick<JobDependencies<RemindRequest>, "secret" | "runs" | "now" | "timeout" | "log"> {
  readonly store: (signal: AbortSignal) => ReminderStore;
  /** Null: the operator has configured no keys, so nobody can add a device. */
  readonly push: ((signal: AbortSignal) => { readonly store: PushStore; readonly service: PushService }) | null;
  /** False: no provider or no address of Parley's pages is configured, so reminders are not added. */
  readonly sendsEmails: boolean;
  /** Emails about planned meetings in a day. Null: the default. */
  readonly emailsInDay: number | null;
}

export const createRemindHandler = ({ store, push, sendsEmails, emailsInDay, ...others }: RemindDependencies) =>
  createJobHandler({
    ...others,
    configured: push !== null,
    schema: remindRequest,
    jobOf: ({ job }) => job,
    work: async (run) => {
      const database = store(run.signal);
      if (sendsEmails) await queueReminders(run, database, emailsInDay);
      if (push !== null) await sendPush(run, push);
      await extendSeries(run, database);
    },
  });

/** The other parts go on if a request throws. */
async function sendPush(run: JobRun, push: NonNullable<RemindDependencies["push"]>): Promise<void> {
  try {
    const { store, service } = push(run.signal);
    await sendPushReminders(run, store, service);
  } catch (error) {
    run.fail(unexpectedFailure(error));
  }
}

async function queueReminders(run: JobRun, store: ReminderStore, inDay: number | null): Promise<void> {
  for (let more = true; more; ) {
    if (!run.mayContinue()) return;
    const added = await store.queue(PLANS.remindersPerStep, inDay);
    // Series are extended all the same.
    if (!added.ok) return run.fail(added.error);
    run.add("reminders", added.value.queued);
    ({ more } = added.value);
  }
}

async function extendSeries(run: JobRun, store: ReminderStore): Promise<void> {
  if (!run.mayContinue()) return;
  const due = await store.toExtend(PLANS.extensionsPerRun);
  if (!due.ok) return run.fail(due.error);
  for (const series of due.value) {
    if (!run.mayContinue()) return;
    const extended = await store.extend(series, furtherOccurrences(run, series));
    if (!extended.ok) run.fail(extended.error);
    else if (extended.value) run.add("extended", 1);
  }
  if (due.value.length === PLANS.extensionsPerRun) run.more = true;
}

/** Returns none for a series that cannot be expanded here, so that it does not stand before others in each run. */
function furtherOccurrences(run: JobRun, { last, times, overrides }: SeriesToExtend): NewOccurrence[] {
  try {
    return occurrencesOf(times, overrides, { from: parseLocal(last) + 1 })
      .filter(({ state }) => state !== "cancelled")
      .map(({ key, starts_at, length_minutes }) => ({
        key,
        starts_at: new Date(starts_at).toISOString(),
        length_minutes,
      }));
  } catch (error) {
    run.fail(unexpectedFailure(error));
    return [];
  }
}
