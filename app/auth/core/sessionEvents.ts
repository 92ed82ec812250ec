/** The seven events of a session, read off what a page saw of it before and sees now. */

/** What a page knows of its session. `null` stands for nobody. */
export interface SessionSnapshot {
  readonly userId: string;
  readonly anonymous: boolean;
  readonly level: "aal1" | "aal2";
  readonly recovering: boolean;
  /** Another number is another access token; says nothing about the token. */
  readonly tokenVersion: number;
  /** Another number is another profile: a name, a language, an address changed. */
  readonly profileVersion: number;
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

/** What happened between two looks, in the order in which to react; `before` is undefined at the first. */
export function eventsBetween(
  before: SessionSnapshot | null | undefined,
  after: SessionSnapshot | null,
): readonly SessionEvent[] {
  if (after === null) return before === undefined ? ["initial session"] : before === null ? [] : ["signed out"];
  const recoveryEvents: SessionEvent[] = after.recovering && !before?.recovering ? ["password recovery"] : [];
  if (before === undefined) return ["initial session", ...recoveryEvents];
  // Another user is another sign-in, whoever was here before.
  if (before?.userId !== after.userId) return ["signed in", ...recoveryEvents];
  const events: SessionEvent[] = [];
  if (before.tokenVersion !== after.tokenVersion) events.push("token refreshed");
  // A guest who has an account now is the same user.
  if (before.profileVersion !== after.profileVersion || before.anonymous !== after.anonymous)
    events.push("user updated");
  if (before.level === "aal1" && after.level === "aal2") events.push("two-factor verified");
  return [...events, ...recoveryEvents];
}
