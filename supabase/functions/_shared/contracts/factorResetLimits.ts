/** The database names these limits `factorResets.…`. */
export const FACTOR_RESETS = {
  requestsPerMinute: 5,
  /** Separate from other reads: a session that lacks the factor would use them up. */
  readsPerMinute: 60,
  /** A request that no admin answers expires. */
  answerMs: 7 * 24 * 60 * 60 * 1_000,
  /** Between the approval and the removal of the factors. */
  waitMs: 24 * 60 * 60 * 1_000,
  /** Admins of each workspace who get an email about a request. */
  emailsPerWorkspace: 5,
  /** Emails of a request to admins of all workspaces. */
  emails: 20,
} as const;
