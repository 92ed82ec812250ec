/**
 * Limits of a project's plan and of the transport.
 *
 * The numbers of the plans: https://supabase.com/docs/guides/realtime/limits (Free; Pro with its spend cap). Their
 * enforcement: `lib/realtime/tenants.ex`, `rate_counter.ex` and `realtime_channel.ex` of supabase/realtime. The
 * documented limit of ten presence keys per object is not in that code, so it is not here either.
 */
import * as z from "zod";

export const planName = z.enum(["free", "pro"]);
export type PlanName = z.infer<typeof planName>;

export interface Plan {
  /** Sockets with at least one join. */
  readonly connections: number;
  /** Counts each message sent and each delivery to a client. The average of the last minute. */
  readonly messagesPerSecond: number;
  readonly joinsPerSecond: number;
  readonly presencePerSecond: number;
  readonly channelsPerSocket: number;
  /** Payload of one broadcast or presence message. */
  readonly maxPayloadBytes: number;
}

/** The real server allows this on top of a payload, for its envelope. */
const ENVELOPE_BYTES = 500;

export const PLANS = {
  free: {
    connections: 200,
    messagesPerSecond: 100,
    joinsPerSecond: 100,
    presencePerSecond: 20,
    channelsPerSocket: 100,
    maxPayloadBytes: 256_000 + ENVELOPE_BYTES,
  },
  pro: {
    connections: 500,
    messagesPerSecond: 500,
    joinsPerSecond: 500,
    presencePerSecond: 50,
    channelsPerSocket: 100,
    maxPayloadBytes: 3_000_000 + ENVELOPE_BYTES,
  },
} as const satisfies Record<PlanName, Plan>;

export const LIMITS = {
  /** Rates are updated at this interval, over `rateTicks` intervals: one minute. */
  rateTickMs: 5_000,
  rateTicks: 12,
  /** Presence messages of one channel within the window. One more closes the channel. */
  maxPresenceCalls: 5,
  presenceWindowMs: 30_000,
  /** One frame or request body. Above it the socket is closed (1009) or the request rejected (413). */
  maxFrameBytes: 4 * 1024 * 1024,
  /** A socket without messages for this long is closed. Clients send a heartbeat every 25 s. */
  idleTimeoutMs: 60_000,
  /** A token is checked at its expiry, and at least this often. */
  tokenRecheckMs: 3_600_000,
  /** Days that rows of `realtime.messages` are kept. */
  retentionDays: 3,
} as const;
