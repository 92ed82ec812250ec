/**
 * Bounds of a project's plan and of the transport. Sizes are bytes, times milliseconds.
 *
 * The numbers of the plans: https://supabase.com/docs/guides/realtime/limits (Free; Pro with its spend cap). How they
 * are judged: `lib/realtime/tenants.ex`, `rate_counter.ex` and `realtime_channel.ex` of supabase/realtime. Its limit of
 * ten presence keys for each object is documented but stands nowhere in its code, so it is not here either.
 */
import * as z from "zod";

export const planName = z.enum(["free", "pro"]);
export type PlanName = z.infer<typeof planName>;

export interface Plan {
  /** Sockets that have joined something. */
  readonly connections: number;
  /** What clients send and what is delivered to each of them, both count; an average over the last minute. */
  readonly messagesPerSecond: number;
  readonly joinsPerSecond: number;
  readonly presencePerSecond: number;
  readonly channelsPerSocket: number;
  /** One broadcast's or presence's payload. */
  readonly payload: number;
}

/** The real server allows this much on top of a payload, for its envelope. */
const PADDING = 500;

export const PLANS = {
  free: {
    connections: 200,
    messagesPerSecond: 100,
    joinsPerSecond: 100,
    presencePerSecond: 20,
    channelsPerSocket: 100,
    payload: 256_000 + PADDING,
  },
  pro: {
    connections: 500,
    messagesPerSecond: 500,
    joinsPerSecond: 500,
    presencePerSecond: 50,
    channelsPerSocket: 100,
    payload: 3_000_000 + PADDING,
  },
} as const satisfies Record<PlanName, Plan>;

export const LIMITS = {
  /** Rates are judged once in this time, over as many of these times as make up a minute. */
  rateTick: 5_000,
  rateTicks: 12,
  /** Presence messages of one channel within the window; one more closes it. */
  presenceCalls: 5,
  presenceWindow: 30_000,
  /** One frame or request body; above it the socket is closed (1009) or the request refused (413). */
  frame: 4 * 1024 * 1024,
  /** A socket silent for this long is gone: clients send a heartbeat every 25 s. */
  silence: 60_000,
  /** A token is looked at again at its end, and at least this often. */
  tokenRecheck: 3_600_000,
  /** Days for which rows of `realtime.messages` are kept. */
  keepDays: 3,
} as const;
