/** The outbox in the database. */
import * as z from "zod/mini";
import { leasedEmails } from "../_shared/contracts/email.ts";
import type { Result } from "../_shared/contracts/errors.ts";
import type { SendResult } from "../_shared/email/provider.ts";
import { parseRestResponse, type RestClient } from "../_shared/restClient.ts";

export interface Outbox {
  /** Adds the emails about confirmations that are due. `inDay`: at most so many in a day, null is the default. */
  addDue(limit: number, inDay: number | null): Promise<Result<number>>;
  /** Adds the emails about planned meetings that are due. `inDay`: as above. */
  addPlanned(limit: number, inDay: number | null): Promise<Result<number>>;
  addTest(recipient: string, locale: string): Promise<Result<unknown>>;
  lease(limit: number): Promise<Result<z.infer<typeof leasedEmails>>>;
  /** Returns the new state, or null if another sender has taken the email over. */
  settle(id: string, lease: string, result: SendResult): Promise<Result<string | null>>;
}

/** `signal` aborts the requests. */
export const createOutbox = (service: RestClient, signal: AbortSignal): Outbox => ({
  addDue: async (limit, inDay) =>
    parseRestResponse(
      await service.rpc("queue_confirmation_emails", { p_limit: limit, p_in_day: inDay }).abortSignal(signal),
      z.number(),
    ),
  addPlanned: async (limit, inDay) =>
    parseRestResponse(
      await service.rpc("queue_plan_emails", { p_limit: limit, p_in_day: inDay }).abortSignal(signal),
      z.number(),
    ),
  addTest: async (recipient, locale) =>
    parseRestResponse(
      await service.rpc("enqueue_test_email", { p_recipient: recipient, p_locale: locale }).abortSignal(signal),
      z.unknown(),
    ),
  lease: async (limit) =>
    parseRestResponse(await service.rpc("lease_emails", { p_limit: limit }).abortSignal(signal), leasedEmails),
  settle: async (id, lease, { outcome, error }) =>
    parseRestResponse(
      await service
        .rpc("settle_email", { p_id: id, p_lease: lease, p_outcome: outcome, p_error: error })
        .abortSignal(signal),
      z.nullable(z.string()),
    ),
});
