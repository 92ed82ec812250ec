import type { WorkspaceRole } from "#contracts/roles.ts";

export const isAdmin = (role: WorkspaceRole): boolean => role !== "member";

/**
 * Returns the roles that somebody may give a member; empty if they may not change this member. Owners give every role,
 * admins those below an owner's, and only to members.
 */
export function rolesToGive(own: WorkspaceRole, memberRole: WorkspaceRole): readonly WorkspaceRole[] {
  if (own === "owner") return ["member", "admin", "owner"];
  return own === "admin" && memberRole === "member" ? ["member", "admin"] : [];
}
