/** Limits of passwords. Apart from `passwords.ts`, so that pages load no zod with them. */

/** The database names these limits `passwords.…`. */
export const PASSWORDS = {
  /** A sign-in with the current password permits a change for so long. Other ways do for `PERSONAL_DATA.recentSignInMs`. */
  currentPasswordMs: 60_000,
  /** Auth receives the new password within this time. */
  permitMs: 60_000,
  changesPerMinute: 5,
  /** Emails about new passwords to one person, by days of UTC. */
  emailsInDay: 5,
} as const;
