/** Workspaces, their members, invitations and the log of their changes, as the database returns them. */
import * as z from "zod/mini";
import { count } from "./numbers.ts";
import { workspaceRole } from "./roles.ts";
import { time } from "./time.ts";
import { WORKSPACE_ACTIONS } from "./workspaceLimits.ts";

/** The translators that may receive text: the server's engines, only the reader's own device, or none. */
export const translationPolicy = z.enum(["device", "server", "off"]);
export type TranslationPolicy = z.infer<typeof translationPolicy>;

export const workspace = z.object({
  id: z.guid(),
  name: z.string(),
  /** The id of the picture. Null: pages show the initials. */
  avatar: z.nullable(z.guid()),
  role: workspaceRole,
  retention_days: z.int(),
  translation_policy: translationPolicy,
  /** Whether members need a second factor. */
  two_factor: z.boolean(),
  /** The company whose single sign-on members need. Null: any way to sign in. Empty: the company has none any more. */
  sso_domains: z.nullable(z.array(z.string())),
  /** Whether the policies keep the reader out, and whether that of single sign-on does. */
  locked: z.boolean(),
  needs_sso: z.boolean(),
  /** When the workspace is deleted. Null: nobody requested that. */
  delete_at: z.nullable(time),
});
export type Workspace = z.infer<typeof workspace>;

/** `chosen`: it takes the reader's new meetings. */
export const ownWorkspace = z.extend(workspace, { chosen: z.boolean() });
export type OwnWorkspace = z.infer<typeof ownWorkspace>;

export const workspaceMember = z.object({
  user_id: z.guid(),
  display_name: z.nullable(z.string()),
  avatar: z.nullable(z.guid()),
  role: workspaceRole,
  joined_at: time,
  /** Null for members who are no admins. */
  email: z.nullable(z.string()),
});
export type WorkspaceMember = z.infer<typeof workspaceMember>;

export const workspaceMembers = z.object({ members: z.array(workspaceMember), next: z.nullable(z.guid()) });

export const invitation = z.object({
  id: z.guid(),
  /** Null: everybody with the link may accept it. */
  email: z.nullable(z.string()),
  role: workspaceRole,
  /** Null if that account was deleted or has no name. */
  invited_by: z.nullable(z.string()),
  created_at: time,
  expires_at: time,
});
export type Invitation = z.infer<typeof invitation>;

/** A new invitation, with the token of its link. No other response has it. */
export const sentInvitation = z.extend(invitation, { token: z.string() });
export type SentInvitation = z.infer<typeof sentInvitation>;

/** The token of an invitation's link. */
export const invitationToken = z.string().check(z.regex(/^[0-9a-f]{64}$/u));

/** The content of the page of an invitation. */
export const invitationPage = z.object({
  workspace: z.string(),
  inviter: z.nullable(z.string()),
  role: workspaceRole,
  /** Whether the caller's address was invited, or everybody with the link is. */
  is_for_caller: z.boolean(),
  expires_at: time,
  /** Whether the caller is a member, and the invitation gives no higher role. */
  is_member: z.boolean(),
});
export type InvitationPage = z.infer<typeof invitationPage>;

export const workspaceAction = z.enum(WORKSPACE_ACTIONS);
export type WorkspaceAction = z.infer<typeof workspaceAction>;

export const workspaceChange = z.object({
  id: z.int(),
  at: time,
  action: workspaceAction,
  /** Null: the account was deleted. */
  actor: z.nullable(z.guid()),
  actor_name: z.nullable(z.string()),
  /** The member whom the change is about. */
  person: z.nullable(z.guid()),
  person_name: z.nullable(z.string()),
  detail: z.object({
    from: z.optional(z.union([z.string(), z.int()])),
    to: z.optional(z.union([z.string(), z.int()])),
    role: z.optional(workspaceRole),
    email: z.optional(z.string()),
    address: z.optional(z.string()),
  }),
});

export type WorkspaceChange = z.infer<typeof workspaceChange>;

export const workspaceChanges = z.object({ changes: z.array(workspaceChange), next: z.nullable(z.int()) });

/** Speech has no characters, and a translation no milliseconds. */
const used = { engine: z.string(), items: count, characters: count, speech_ms: count };

export const usedByDay = z.object({ day: z.string(), ...used });
export type UsedByDay = z.infer<typeof usedByDay>;

export const usedByMember = z.object({
  /** Null for deleted accounts and for guests. */
  id: z.nullable(z.guid()),
  name: z.nullable(z.string()),
  /** All people who were no members. */
  is_guest: z.boolean(),
  ...used,
});
export type UsedByMember = z.infer<typeof usedByMember>;

/** Result of `workspace_usage(p_workspace_id, p_month)`, for admins. Days are those of UTC. */
export const workspaceUsage = z.object({
  days: z.array(usedByDay),
  members: z.array(usedByMember),
  /** False: the largest `WORKSPACES.usageRows` are shown. */
  complete: z.boolean(),
});
export type WorkspaceUsage = z.infer<typeof workspaceUsage>;
