/** Limits of passkeys. */

/** The database names these limits `passkeys.…`. */
export const PASSKEYS = {
  /** The browser's dialog may take so long. Auth's challenge lives five minutes. */
  ceremonyMs: 360_000,
  /** Auth stores the passkey within this time. */
  permitMs: 60_000,
  /** Two for each passkey that is added. */
  changesPerMinute: 20,
  /** Emails about passkeys to one person, by days of UTC. */
  emailsInDay: 10,
} as const;
