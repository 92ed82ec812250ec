/** The outbox of emails. The database names these limits `email.…`. */
import * as z from "zod/mini";

export const EMAIL = {
  /** Longer than a run of `send-emails`. */
  leaseMs: 120_000,
  perBatch: 20,
  /** Attempts with an unknown result, over about six hours. Then an email is a dead letter. */
  maxAttempts: 12,
  /** An email that waits longer is given up, because nobody wants it any more. */
  maxWaitMs: 86_400_000,
} as const;

/** Result of `lease_emails`. */
export const leasedEmails = z.object({
  lease: z.guid(),
  emails: z.array(
    z.object({
      id: z.guid(),
      recipient: z.string(),
      template: z.string(),
      locale: z.string(),
      payload: z.record(z.string(), z.unknown()),
    }),
  ),
});
export type LeasedEmail = z.infer<typeof leasedEmails>["emails"][number];

export type EmailOutcome = "sent" | "refused" | "unknown" | "account";
