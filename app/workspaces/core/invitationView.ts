import type { WorkspaceRole } from "#contracts/roles.ts";

/** The state of an invitation for its reader. Visitors and guests sign in first. */
export type InvitationState = "sign-in" | "join" | "other-address" | "member";

export interface InvitationView {
  readonly path: string;
  readonly workspace: string;
  /** Null if the inviter has no name or no account any more. */
  readonly inviter: string | null;
  readonly role: WorkspaceRole;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly state: InvitationState;
  /** The address of the reader's account, if they have one. */
  readonly email: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** BCP 47, for dates. */
  readonly languageTag: string;
}
