/**
 * Daily quotas (UTC) of what costs money or space: for a user, a meeting, the meetings of a workspace, and all of Parley.
 * Guests' meetings share the quota of one workspace, a fourth of all at most, so guests cannot exhaust the quota of workspaces.
 *
 * They are apart from `LIMITS`, which every page loads. The database counts usage and names a quota `<kind>Quota.<scope>`.
 */
import { SERVER_LIMITS } from "./serverLimits.ts";

export const QUOTAS = {
  translate: SERVER_LIMITS.translateQuota,
  /** Chunks of calls sent to the model. */
  summary: { user: 40, meeting: 40, workspace: 500, all: 2_000 },
  /** Milliseconds of audio sent to the recogniser: 4, 12, 40 and 160 hours. */
  speech: { user: 14_400_000, meeting: 43_200_000, workspace: 144_000_000, all: 576_000_000 },
  /** Bytes of shared files. Twenty people at least use up those of all. */
  file: { user: 524_288_000, meeting: 524_288_000, workspace: 1_048_576_000, all: 10_485_760_000 },
  /**
   * Bytes of pictures, names and contents of files, which are in the database. It has less room than the bucket. Without
   * quota, a file has no picture and is found by its names. Names count without shared buckets.
   */
  index: { user: 26_214_400, meeting: 26_214_400, workspace: 52_428_800, all: 524_288_000 },
  /** Characters of lines, which are counted without shared buckets: lines of other meetings do not wait. */
  line: { user: 200_000, meeting: 1_000_000 },
} as const;

/** Limits of all database requests of one user. The client repeats a rejected one. */
export const CONCURRENCY = {
  /** Requests that run at the same time. */
  requests: 4,
  /** Milliseconds of rejected requests, which no other limit counts. */
  refusedMsPerTenSeconds: 1_000,
} as const;

/**
 * Shares of the quotas, as divisors ([035](../../../../docs/decisions/035-quotas-in-shares.md)). The shared buckets are
 * that of all guests' meetings and that of all of Parley.
 */
export const QUOTA_SHARES = {
  /** An hour's share of the day of a shared bucket. Bytes have no hours. */
  hour: 12,
  /** A meeting's share of the day of a shared bucket. */
  meeting: 20,
  /** A person's share of the day of all of Parley, for bytes. */
  person: 20,
  /** The share of an address (IPv4, or /64 of IPv6) of the day and of the hour of a shared bucket. */
  address: 5,
  /** A guest's share of a meeting's day. */
  guest: 4,
  /** The same in a meeting without a workspace, where everybody is a guest. */
  guestOfGuests: 2,
  /** The share of every quota that wishes leave: languages that nobody in the call reads. */
  wish: 2,
} as const;
