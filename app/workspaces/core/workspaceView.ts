/** The content of the pages about workspaces, and the results of their forms. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { WorkspaceFactorReset } from "#contracts/factorResets.ts";
import type { WorkspaceRole } from "#contracts/roles.ts";
import type {
  Invitation,
  OwnWorkspace,
  TranslationPolicy,
  WorkspaceAction,
  WorkspaceChange,
  WorkspaceMember,
  WorkspaceUsage,
} from "#contracts/workspaces.ts";
import type { TranslationPrices } from "../../lib/loadContext.ts";
import type { UsageGroup } from "./usageRows.ts";

interface SharedView {
  /** All workspaces of the reader. */
  readonly workspaces: readonly OwnWorkspace[];
  readonly shown: OwnWorkspace;
  /** The id of what the next form creates, so that a repeated request creates nothing more. */
  readonly newId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** BCP 47, for dates. */
  readonly languageTag: string;
}

export interface ChangeLogView {
  readonly changes: readonly WorkspaceChange[];
  /** Older changes are before this one. Null: there are none. */
  readonly next: number | null;
  /** The newest change that is not shown, or 0. */
  readonly before: number;
  /** Null: all. */
  readonly action: WorkspaceAction | null;
  /** Null: everybody. */
  readonly person: string | null;
  /** Members to choose from. */
  readonly people: readonly { readonly id: string; readonly name: string | null }[];
  readonly error: ErrorCode | null;
}

export interface UsageView {
  /** Null after an error. */
  readonly usage: WorkspaceUsage | null;
  readonly group: UsageGroup;
  /** First days of months, ISO. Null: there is none to show. */
  readonly months: { readonly shown: string; readonly before: string | null; readonly after: string | null };
  readonly prices: TranslationPrices | null;
  readonly error: ErrorCode | null;
}

/** The reader's input from before they had to prove who they are. */
export interface TypedSettings {
  readonly name: string | null;
  readonly days: string | null;
  readonly translation: TranslationPolicy | null;
}

export interface WorkspaceView extends SharedView {
  readonly typed: TypedSettings;
  /** The policy that the reader is about to change, for which they proved who they are. */
  readonly opensPolicy: "two-factor" | "sso" | null;
  /** Whether Auth offers single sign-on, and whether the reader signs in by it. */
  readonly sso: { readonly isOffered: boolean; readonly isOwn: boolean };
  /** The reader is to confirm that they leave. */
  readonly leaves: boolean;
  /** The reader is to confirm that the workspace is deleted. `recent`: their sign-in is recent enough. */
  readonly deletes: { readonly recent: boolean } | null;
  /** Null for members, who may not read it. */
  readonly log: ChangeLogView | null;
  /** Null for members, who may not read it. */
  readonly usage: UsageView | null;
}

/** A change of a member that the reader is to confirm. */
export interface MemberQuestion {
  readonly kind: "remove" | "transfer";
  readonly id: string;
}

/** A member or an invitation that the reader was changing before they had to prove who they are. `role`: of a member. */
export interface MemberChoice {
  readonly id: string;
  readonly role: WorkspaceRole | null;
}

export interface MembersView extends SharedView {
  /** The reader's id. */
  readonly ownId: string;
  readonly members: readonly WorkspaceMember[];
  /** The last member of this page, if others follow. */
  readonly next: string | null;
  /** The member before this page. Null: it is the first. */
  readonly after: string | null;
  readonly question: MemberQuestion | null;
  readonly choice: MemberChoice | null;
  /** The role of an invitation that waited for a proof. Null: none did. */
  readonly invites: InvitedRole | null;
  /** Null for members, who may not read them. */
  readonly invitations: readonly Invitation[] | null;
  /** Members who lost their second factor. Empty for members, who may not read them. */
  readonly resets: readonly WorkspaceFactorReset[];
  readonly error: ErrorCode | null;
}

export type WorkspaceIntent = "save" | "choose" | "create" | "leave" | "delete" | "keep" | "two-factor" | "sso";
export type MembersIntent =
  | ("role" | "remove" | "transfer" | "invite" | "link" | "renew" | "revoke")
  | ("reset-approve" | "reset-decline");
export type Intent = WorkspaceIntent | MembersIntent;

/** Fields with an error of their own. */
export type FieldName = "name" | "days" | "email";

export interface DoneResult {
  readonly kind: "done";
  readonly intent: Intent;
  /** The address that an invitation was sent to. */
  readonly email: string | null;
  /** The link that the form created. No other response has it. */
  readonly link: string | null;
  /** The stored name of the workspace. The loader's follows later. */
  readonly name: string | null;
}

export interface FailedResult {
  readonly kind: "failed";
  /** Null: the form is unknown. */
  readonly intent: Intent | null;
  /** The member or the invitation. Empty for forms without one. */
  readonly id: string;
  /** Null: the error is of the form as a whole. */
  readonly field: FieldName | null;
  readonly code: ErrorCode;
  /** The submitted text fields. */
  readonly typed: Readonly<Record<string, string>>;
}

export type FormResult = DoneResult | FailedResult;

/** Returns the failure of a form, or null. */
export const failureOf = (result: FormResult | null, intent: Intent, id?: string): FailedResult | null =>
  result?.kind === "failed" && result.intent === intent && (id === undefined || result.id === id) ? result : null;

/** A search parameter that names what was done before a redirect. */
export const DONE_PARAM = "done";
const REDIRECTED = ["create", "leave", "join"] as const;
export type RedirectedIntent = (typeof REDIRECTED)[number];

export const redirectedIntent = (search: URLSearchParams): RedirectedIntent | null =>
  REDIRECTED.find((intent) => intent === search.get(DONE_PARAM)) ?? null;

/** A search parameter that leads to the policy about two-factor sign-in. */
export const POLICY_PARAM = "policy";

const INVITED_ROLES = ["member", "admin"] as const;
export type InvitedRole = (typeof INVITED_ROLES)[number];

export const invitedRole = (value: string | null): InvitedRole | null =>
  INVITED_ROLES.find((role) => role === value) ?? null;

/** Returns the address of the page for a fresh code, which then leads to `next`. */
export const confirmPath = (next: string): string => `/settings/confirm?${new URLSearchParams({ next })}`;

/** Returns the address of a page about a workspace. Without an id it shows the chosen one. */
export function workspacePath(
  page: "workspace" | "members",
  workspace: string | null,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const search = `${new URLSearchParams({ ...(workspace !== null && { workspace }), ...parameters })}`;
  return `/settings/${page}${search && `?${search}`}`;
}

export const invitationPath = (token: string): string => `/invitations/${token}`;
