/** Limits of exports and deletions. Apart from `personalData.ts`, so that pages load no zod with them. */

/** The database names these limits `personalData.…`. */
export const PERSONAL_DATA = {
  /** The time between the request of a deletion and the deletion. */
  deletionGraceMs: 604_800_000,
  /** A deletion needs a session whose sign-in is at most this old. */
  recentSignInMs: 600_000,
  /** Requests and withdrawals of deletions by one person. */
  changesPerMinute: 10,
  /** Requests for the deletion of a workspace in 24 hours, each of which sends an email to all members. */
  workspaceRequestsInDay: 3,
  /** Requests for all workspaces of a person together. Each informs their members by email. */
  personRequestsInDay: 5,
  /** The longest address that Auth stores. */
  address: { min: 3, max: 255 },
  /** Requests for the deletion of an account on a day of UTC, each of which sends an email. */
  requestsInDay: 3,
  /** Pages of exports. A page counts again for each `rowsPerTurn` of its rows, and for its bytes. */
  pagesPerMinute: 240,
  rowsPerPage: 200,
  rowsPerTurn: 50,
  /** Bytes after which a page ends. */
  bytesPerPage: 262_144,
  /** Rows that one request counts. */
  rowsPerCount: 5_000,
  countedRowsPerTurn: 1_000,
} as const;
