/** The retries of a request that the database did not admit (`request/busy`). */

/** Delays before the repetitions. The other requests of the user take some milliseconds each. */
export const BUSY_RETRY_DELAYS_MS = [30, 60, 120, 240, 480, 960] as const;
