/** The database names these limits `emailChange.…`. */
export const EMAIL_CHANGE = {
  changesPerMinute: 5,
  /** Emails about changes of one account, by days of UTC. */
  noticesInDay: 10,
} as const;
