import type { Stack } from "../../local/index.ts";
import { JOBS_SECRET } from "../../local/keys.ts";
import { JOBS_SECRET_HEADER } from "../../supabase/functions/_shared/contracts/jobs.ts";

type StackAddress = Pick<Stack, "url">;

/** Runs a job, as the schedule does. Its function has the same name. */
async function runJob({ url }: StackAddress, job: "remind" | "send-emails" | "sweep"): Promise<void> {
  const run = await fetch(`${url}/functions/v1/${job}`, {
    method: "POST",
    headers: { [JOBS_SECRET_HEADER]: JOBS_SECRET, "content-type": "application/json" },
    body: JSON.stringify({ job }),
  });
  if (!run.ok) throw new Error(`The job ${job} responded with ${run.status}.`);
}

/** Sends the emails of the outbox that are due. */
export const sendQueuedEmails = (stack: StackAddress): Promise<void> => runJob(stack, "send-emails");

/** Deletes what is kept no longer, and informs members of a deletion. */
export const sweep = (stack: StackAddress): Promise<void> => runJob(stack, "sweep");
