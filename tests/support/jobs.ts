import type { Stack } from "../../local/index.ts";
import { JOBS_SECRET } from "../../local/keys.ts";
import { JOBS_SECRET_HEADER } from "../../supabase/functions/_shared/contracts/jobs.ts";

/** Sends the emails of the outbox that are due, as the schedule does each minute. */
export async function sendQueuedEmails({ url }: Pick<Stack, "url">): Promise<void> {
  const run = await fetch(`${url}/functions/v1/send-emails`, {
    method: "POST",
    headers: { [JOBS_SECRET_HEADER]: JOBS_SECRET, "content-type": "application/json" },
    body: JSON.stringify({ job: "send-emails" }),
  });
  if (!run.ok) throw new Error(`The job responded with ${run.status}.`);
}
