/** The seven events of a session, derived from two consecutive snapshots. */

/** A snapshot of the session. `null`: signed out. */
export interface SessionSnapshot {
  readonly userId: string;
  readonly anonymous: boolean;
  readonly level: "aal1" | "aal2";
  readonly recovering: boolean;
  /** Increments with each access token; does not reveal the token. */
  readonly tokenVersion: number;
}

export const SESSION_EVENTS = [
  "initial session",
  "signed in",
  "signed out",
  "token refreshed",
  "user updated",
  "password recovery",
  "two-factor verified",
] as const;
export type SessionEvent = (typeof SESSION_EVENTS)[number];

/** Returns the events between two snapshots in the order in which to handle them; `before` is undefined at first. */
export function eventsBetween(
  before: SessionSnapshot | null | undefined,
  after: SessionSnapshot | null,
): readonly SessionEvent[] {
  if (after === null) return before === undefined ? ["initial session"] : before === null ? [] : ["signed out"];
  const recoveryEvents: SessionEvent[] = after.recovering && !before?.recovering ? ["password recovery"] : [];
  if (before === undefined) return ["initial session", ...recoveryEvents];
  // Another user is a new sign-in, whoever was signed in before.
  if (before?.userId !== after.userId) return ["signed in", ...recoveryEvents];
  const events: SessionEvent[] = [];
  if (before.tokenVersion !== after.tokenVersion) events.push("token refreshed");
  // A guest that becomes an account is the same user.
  if (before.anonymous !== after.anonymous) events.push("user updated");
  if (before.level === "aal1" && after.level === "aal2") events.push("two-factor verified");
  return [...events, ...recoveryEvents];
}
