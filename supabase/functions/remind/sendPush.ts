/** The part of the job `remind` that adds reminders by Web Push, and sends them. */
import type { Failure } from "../_shared/contracts/errors.ts";
import { PUSH } from "../_shared/contracts/pushLimits.ts";
import type { JobRun } from "../_shared/jobs.ts";
import { pushText } from "./pushMessage.ts";
import type { PushOutcome, PushService } from "./pushService.ts";
import type { LeasedPush, PushStore } from "./pushStore.ts";

export async function sendPushReminders(run: JobRun, store: PushStore, service: PushService): Promise<void> {
  const queued = await queueAll(run, store);
  // Messages that wait are sent all the same.
  if (queued !== null) run.fail(queued);
  for (let more = true; more; ) {
    if (!run.mayContinue()) return;
    const leased = await store.lease(PUSH.messagesPerBatch);
    if (!leased.ok) return run.fail(leased.error);
    const { lease, messages } = leased.value;
    ({ more } = leased.value);
    if (messages.length === 0) continue;
    const settled = await store.settle(lease, await sendBatch(run, service, messages));
    if (!settled.ok) return run.fail(settled.error);
  }
}

async function queueAll(run: JobRun, store: PushStore): Promise<Failure | null> {
  for (let more = true; more; ) {
    if (!run.mayContinue()) return null;
    const added = await store.queue(PUSH.remindersPerStep);
    if (!added.ok) return added.error;
    ({ more } = added.value);
  }
  return null;
}

/**
 * Sends all at once: push services are few and fast, and each message is a request of its own. A rejection is counted and fails no
 * run, because anybody can add a device with the key of another operator.
 */
async function sendBatch(
  run: JobRun,
  service: PushService,
  messages: readonly LeasedPush[],
): Promise<Record<string, PushOutcome>> {
  const results = await Promise.all(
    messages.map(async (message) => {
      const { id, endpoint, p256dh, auth, topic, seconds } = message;
      return { id, ...(await service.send({ endpoint, p256dh, auth, topic, seconds, text: pushText(message) })) };
    }),
  );
  for (const { outcome } of results) run.add(`push-${outcome}`, 1);
  return Object.fromEntries(results.map(({ id, outcome }) => [String(id), outcome]));
}
