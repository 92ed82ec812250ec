/** Limits of a person's sessions. Apart from `sessions.ts`, so that pages load no zod with them. */

/** The database names these limits `sessions.…`. */
export const SESSIONS = {
  /** Other sessions that the page of devices lists, the newest. */
  listed: 100,
  /** Sessions that one person ends. */
  changesPerMinute: 30,
  /** Devices of a person that count as known. */
  knownDevices: 50,
  /** Emails about new devices to one person, by days of UTC. */
  emailsInDay: 5,
  /** An email waits so long for the Worker to recognise the device. */
  emailDelayMs: 120_000,
  /** A sign-in this soon after its address was confirmed may be the first of an account. */
  firstSignInMs: 600_000,
} as const;
