/** Messages of Web Push in the database. */
import * as z from "zod/mini";
import type { Result } from "../_shared/contracts/errors.ts";
import { language } from "../_shared/contracts/languages.ts";
import { count } from "../_shared/contracts/numbers.ts";
import { time } from "../_shared/contracts/time.ts";
import { parseRestResponse, type RestClient } from "../_shared/restClient.ts";
import type { PushOutcome } from "./pushService.ts";

const queuedPush = z.object({ queued: count, more: z.boolean() });

const leasedPush = z.object({
  id: count,
  ...{ endpoint: z.string(), p256dh: z.string(), auth: z.string() },
  kind: z.enum(["day", "soon"]),
  topic: z.string(),
  /** Until the reminder is of no use. */
  seconds: count,
  ...{ title: z.string(), workspace: z.string() },
  code: z.string().check(z.regex(/^\w{1,40}$/u)),
  reads: language,
  zone: z.string(),
  starts_at: time,
});
export type LeasedPush = z.infer<typeof leasedPush>;

const pushBatch = z.object({ lease: z.guid(), messages: z.array(leasedPush), more: z.boolean() });

export interface PushStore {
  /** Adds reminders that are due. */
  queue(limit: number): Promise<Result<z.infer<typeof queuedPush>>>;
  /** Takes messages. Nobody else takes them for a while. */
  lease(limit: number): Promise<Result<z.infer<typeof pushBatch>>>;
  settle(lease: string, outcomes: Readonly<Record<string, PushOutcome>>): Promise<Result<unknown>>;
}

/** `signal` aborts the requests. */
export const createPushStore = (service: RestClient, signal: AbortSignal): PushStore => ({
  queue: async (limit) =>
    parseRestResponse(await service.rpc("queue_push", { p_limit: limit }).abortSignal(signal), queuedPush),
  lease: async (limit) =>
    parseRestResponse(await service.rpc("lease_push", { p_limit: limit }).abortSignal(signal), pushBatch),
  settle: async (lease, outcomes) =>
    parseRestResponse(
      await service.rpc("settle_push", { p_lease: lease, p_outcomes: outcomes }).abortSignal(signal),
      z.unknown(),
    ),
});
