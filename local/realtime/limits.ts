/** Bounds of one project on the free plan, and of the transport. Sizes are bytes, times milliseconds. */
export const LIMITS = {
  channelsPerSocket: 100,
  /** One broadcast's or presence's payload. */
  payload: 256 * 1024,
  /** One frame or request body; above it the socket is closed (1009) or the request refused (413). */
  frame: 4 * 1024 * 1024,
  /** A socket silent for this long is gone: clients send a heartbeat every 25 s. */
  silence: 60_000,
  /** A token is looked at again at its end, and at least this often. */
  tokenRecheck: 3_600_000,
  /** Days for which rows of `realtime.messages` are kept. */
  keepDays: 3,
} as const;
