/**
 * The job `send-emails`: adds the emails that are due to the outbox, and hands the outbox to the provider. Notices to people without an
 * address have a phone number as recipient, and go to the SMS provider.
 */
import * as z from "zod/mini";
import { CONFIRMATIONS } from "../_shared/contracts/confirmationLimits.ts";
import { EMAIL, type LeasedEmail } from "../_shared/contracts/email.ts";
import { PLANS } from "../_shared/contracts/planLimits.ts";
import type { Provider, SendResult } from "../_shared/email/provider.ts";
import type { RenderedEmail } from "../_shared/email/renderedEmail.ts";
import { createJobHandler, type JobDependencies, type JobRun } from "../_shared/jobs.ts";
import type { SmsProvider } from "../_shared/smsProvider.ts";
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
  /** Null if no provider is configured. Then notices by SMS are given up. */
  readonly sms: ((signal: AbortSignal) => SmsProvider) | null;
  /** The origin of Parley's pages, for links. Null: emails with links are not created. */
  readonly origin: string | null;
  /** The address of the sender. Null if no provider is configured. */
  readonly from: string | null;
  /** Emails about confirmations in a day. Null: the default. */
  readonly emailsInDay: number | null;
  /** Emails about planned meetings in a day. Null: the default. */
  readonly planEmailsInDay: number | null;
  wait(milliseconds: number): Promise<void>;
}

export const createSendEmailsHandler = (dependencies: SendEmailsDependencies) => {
  const { outbox, provider, sms, origin, from, emailsInDay, planEmailsInDay, wait, ...others } = dependencies;
  return createJobHandler({
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
        const planned = await emails.addPlanned(PLANS.emailsPerRun, planEmailsInDay);
        if (!planned.ok) run.fail(planned.error);
      }
      if (provider !== null) {
        const senders = { provider: paced(provider(run.signal)), sms: sms?.(run.signal) ?? null, origin, from };
        await sendAll(run, emails, senders);
      }
      if (provider === null && test !== undefined)
        run.fail({ code: "account/mail-not-sent", cause: "no provider is configured" });
    },
  });
};

interface Senders {
  readonly provider: Provider;
  readonly sms: SmsProvider | null;
  readonly origin: string | null;
  readonly from: string | null;
}

async function sendAll(run: JobRun, outbox: Outbox, senders: Senders): Promise<void> {
  // The provider would reject the rest of the run too, so it is settled without a request. SMS have a provider of their own.
  let smsError: string | null = null;
  for (;;) {
    if (!run.mayContinue()) return;
    const leased = await outbox.lease(EMAIL.perBatch);
    if (!leased.ok) return run.fail(leased.error);
    const { lease, emails } = leased.value;
    if (emails.length === 0) return;
    let accountError: string | null = null;
    for (const email of emails) {
      const rejection: string | null = isSms(email) ? smsError : accountError;
      // The lease of the others ends soon, and the next run sends them.
      if (rejection === null && !run.mayContinue()) return;
      const result: SendResult =
        rejection === null ? await send(senders, email) : { outcome: "account", error: rejection };
      if (result.outcome === "account" && rejection === null) {
        const cause = result.error ?? "account";
        if (isSms(email)) {
          smsError = cause;
          run.fail({ code: "account/sms-not-sent", cause });
        } else accountError = cause;
      }
      const settled = await outbox.settle(email.id, lease, result);
      if (!settled.ok) return run.fail(settled.error);
      run.add(settled.value === "dead" ? "dead" : result.outcome, 1);
    }
    if (accountError !== null) return run.fail({ code: "account/mail-not-sent", cause: accountError });
  }
}

/** An address contains `@`. */
const isSms = ({ recipient }: Pick<LeasedEmail, "recipient">): boolean => /^\+\d+$/u.test(recipient);

async function send(
  { provider, sms, origin, from }: Senders,
  { id, recipient, ...leased }: LeasedEmail,
): Promise<SendResult> {
  const email = rendered(leased, origin, from);
  if ("outcome" in email) return email;
  if (!isSms({ recipient })) return await provider.send(id, recipient, email);
  if (sms === null) return { outcome: "refused", error: "no SMS provider" };
  // Each subject states what has happened. A link would make it look like a fraud, and a second SMS.
  const result = await sms.send(recipient, email.subject);
  // SMS have no idempotency key: one that may have arrived is not repeated.
  const isLost = result.outcome === "unknown" && !result.error?.startsWith("status");
  return isLost ? { ...result, outcome: "refused" } : result;
}

/** Never throws: that would end the run, and the email would be the first of the next run. */
function rendered(
  leased: Parameters<typeof renderEmail>[0],
  origin: string | null,
  from: string | null,
): RenderedEmail | SendResult {
  try {
    return renderEmail(leased, origin, from) ?? { outcome: "refused", error: "unknown template" };
  } catch {
    return { outcome: "refused", error: "not rendered" };
  }
}
