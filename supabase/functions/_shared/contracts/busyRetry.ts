/** The retries of a request that the database did not admit (`request/busy`), or canceled at a lock. */

/** Delays before the repetitions. The other requests of the user take some milliseconds each. */
export const BUSY_RETRY_DELAYS_MS = [30, 60, 120, 240, 480, 960] as const;

/** The SQLSTATE of a request that waited for a lock longer than `lock_timeout`. It is repeated, too. */
export const LOCK_TIMEOUT_SQLSTATE = "55P03";
