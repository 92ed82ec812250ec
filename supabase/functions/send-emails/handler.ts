/** The job `send-emails`: adds the emails that are due to the outbox, and hands the outbox to the provider. */
import * as z from "zod/mini";
import { CONFIRMATIONS } from "../_shared/contracts/confirmations.ts";
import { EMAIL, type LeasedEmail } from "../_shared/contracts/email.ts";
import type { Provider, SendResult } from "../_shared/email/provider.ts";
import type { RenderedEmail } from "../_shared/email/renderedEmail.ts";
import { createJobHandler, type JobDependencies, type JobRun } from "../_shared/jobs.ts";
import type { Outbox } from "./outbox.ts";
import { createPacedProvider } from "./pacedProvider.ts";
import { renderEmail } from "./renderEmail.ts";

/** `test` is the address of an operator's test email. */
export const sendEmailsRequest = z.object({
  job: z.literal("send-emails"),
  test: z.optional(z.email().check(z.maxLength(254))),
  locale: z._default(z.string().check(z.maxLength(20)), "en"),
});
type SendEmailsRequest = z.infer<typeof sendEmailsRequest>;

export interface SendEmailsDependencies
  extends Pick<JobDependencies<SendEmailsRequest>, "secret" | "runs" | "now" | "timeout" | "log"> {
  readonly outbox: (signal: AbortSignal) => Outbox;
  /** Null if no provider is configured. Then emails wait. */
  readonly provider: ((signal: AbortSignal) => Provider) | null;
  /** The origin of Parley's pages, for links. Null: emails with links are not created. */
  readonly origin: string | null;
  /** Emails about confirmations in a day. Null: the default. */
  readonly emailsInDay: number | null;
  wait(milliseconds: number): Promise<void>;
}

export const createSendEmailsHandler = ({
  outbox,
  provider,
  origin,
  emailsInDay,
  wait,
  ...others
}: SendEmailsDependencies) =>
  createJobHandler({
    ...others,
    schema: sendEmailsRequest,
    jobOf: ({ job }) => job,
    work: async (run, { test, locale }) => {
      const paced = (sender: Provider) => createPacedProvider(sender, others.now, wait);
      const emails = outbox(run.signal);
      if (test !== undefined) {
        const added = await emails.addTest(test, locale);
        if (!added.ok) return run.fail(added.error);
      }
      if (provider !== null && origin !== null) {
        const due = await emails.addDue(CONFIRMATIONS.emailsPerRun, emailsInDay);
        // Waiting emails are sent all the same.
        if (!due.ok) run.fail(due.error);
      }
      if (provider !== null) await sendAll(run, emails, paced(provider(run.signal)), origin);
      else if (test !== undefined) run.fail({ code: "account/mail-not-sent", cause: "no provider is configured" });
    },
  });

async function sendAll(run: JobRun, outbox: Outbox, provider: Provider, origin: string | null): Promise<void> {
  for (;;) {
    if (!run.mayContinue()) return;
    const leased = await outbox.lease(EMAIL.perBatch);
    if (!leased.ok) return run.fail(leased.error);
    const { lease, emails } = leased.value;
    if (emails.length === 0) return;
    let accountError: string | null = null;
    for (const email of emails) {
      // The lease of the others ends soon, and the next run sends them.
      if (accountError === null && !run.mayContinue()) return;
      // The provider would reject the rest of the batch too, so it is settled without a request.
      const result: SendResult =
        accountError !== null ? { outcome: "account", error: accountError } : await send(provider, email, origin);
      if (result.outcome === "account") accountError = result.error ?? "account";
      const settled = await outbox.settle(email.id, lease, result);
      if (!settled.ok) return run.fail(settled.error);
      run.add(settled.value === "dead" ? "dead" : result.outcome, 1);
    }
    if (accountError !== null) return run.fail({ code: "account/mail-not-sent", cause: accountError });
  }
}

async function send(
  provider: Provider,
  { id, recipient, ...leased }: LeasedEmail,
  origin: string | null,
): Promise<SendResult> {
  const email = rendered(leased, origin);
  if ("outcome" in email) return email;
  return await provider.send(id, recipient, email);
}

/** Never throws: that would end the run, and the email would be the first of the next run. */
function rendered(leased: Parameters<typeof renderEmail>[0], origin: string | null): RenderedEmail | SendResult {
  try {
    return renderEmail(leased, origin) ?? { outcome: "refused", error: "unknown template" };
  } catch {
    return { outcome: "refused", error: "not rendered" };
  }
}
