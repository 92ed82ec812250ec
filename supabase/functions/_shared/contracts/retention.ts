/**
 * How long things are kept. Apart from `LIMITS`, which every page loads. The database names these limits `retention.…`.
 * A workspace chooses its own number of days for its calls.
 */
export const RETENTION = {
  /** Calls of a workspace that has not chosen, after the end of the call. */
  defaultDays: 30,
  /** A guest's meeting with its calls, after the end of the meeting. */
  guestMeetingDays: 7,
  /** Guests who are in no meeting that is kept. */
  idleGuestDays: 30,
  /** Email addresses that nobody confirmed. */
  unconfirmedAddressDays: 1,
  /** Emails that a provider accepted: as long as their idempotency key counts. */
  sentEmailDays: 1,
  /** Emails that a provider rejected or never accepted. */
  deadEmailDays: 30,
  /** Runs of the scheduled jobs. */
  jobRunDays: 7,
  /** The log of changes of a workspace. */
  workspaceChangeDays: 365,
  /** The usage of a workspace, by day, and by month and member. */
  workspaceUsageDays: 400,
  /** Planned meetings, after the end of their last occurrence. */
  seriesDays: 400,
  /** Rows that one batch of `sweep` deletes at most. */
  rowsPerBatch: 2000,
} as const;
