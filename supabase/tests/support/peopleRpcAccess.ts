/** The access of each persona to the public functions for workspaces, their members and invitations. */
import { randomUUID } from "node:crypto";
import { everybody, type Scene } from "./personas.ts";
import { accountNeeded, idOf, members, ofWorkspace } from "./rpcCaseParts.ts";
import { type RpcCase, type RpcOutcome, signedIn } from "./rpcOutcome.ts";

const forMembers = signedIn("request/not-allowed", members("done"));
const forAdmins = signedIn("request/not-allowed", { member: "role/admin-needed", admin: "done", owner: "done" });
const forOwners = signedIn("request/not-allowed", {
  ...{ member: "role/owner-needed", admin: "role/owner-needed", owner: "done" },
});
/** Nobody outside a workspace learns which invitations it has. */
const forInviters = signedIn("request/not-found", { member: "role/admin-needed", admin: "done", owner: "done" });

/** For changes by admins that need a recent sign-in, which the personas do not have. */
const forRecentAdmins = { ...forAdmins, admin: "account/sign-in-again", owner: "account/sign-in-again" } as const;

const ofMember = (scene: Scene) => ({ ...ofWorkspace(scene), p_user_id: idOf(scene, "member") });
const ofAdmin = (scene: Scene) => ({ ...ofWorkspace(scene), p_user_id: idOf(scene, "admin") });
const ofInvitation = ({ invitation }: Scene) => ({ p_invitation_id: invitation.id });

export const PEOPLE_RPC_ACCESS: readonly RpcCase[] = [
  {
    name: "create_workspace",
    args: () => ({ p_workspace_id: randomUUID(), p_name: "Spring trip" }),
    outcomes: signedIn("done", accountNeeded),
  },
  {
    name: "create_workspace",
    about: "with another's id",
    args: (scene) => ({ ...ofWorkspace(scene), p_name: "Spring trip" }),
    outcomes: signedIn("request/not-allowed", { ...accountNeeded, owner: "done" }),
  },
  {
    name: "update_workspace",
    args: (scene) => ({ ...ofWorkspace(scene), p_retention_days: 365 }),
    outcomes: forAdmins,
  },
  {
    name: "update_workspace",
    about: "to fewer days",
    args: (scene) => ({ ...ofWorkspace(scene), p_retention_days: 7 }),
    outcomes: forRecentAdmins,
  },
  { name: "choose_workspace", args: ofWorkspace, outcomes: forMembers },
  { name: "my_workspaces", args: () => ({}), outcomes: signedIn("done") },
  { name: "workspace_members", args: ofWorkspace, outcomes: forMembers },
  {
    name: "set_member_role",
    args: (scene) => ({ ...ofMember(scene), p_member_role: "member" }),
    outcomes: forAdmins,
  },
  {
    name: "set_member_role",
    about: "to admin",
    args: (scene) => ({ ...ofMember(scene), p_member_role: "admin" }),
    outcomes: forRecentAdmins,
  },
  {
    name: "set_member_role",
    about: "of an admin",
    args: (scene) => ({ ...ofAdmin(scene), p_member_role: "member" }),
    outcomes: { ...forAdmins, admin: "role/owner-needed" },
  },
  {
    name: "set_member_role",
    about: "to owner",
    args: (scene) => ({ ...ofMember(scene), p_member_role: "owner" }),
    outcomes: { ...forOwners, owner: "account/sign-in-again" },
  },
  { name: "remove_member", args: ofMember, outcomes: forAdmins },
  {
    name: "remove_member",
    about: "who is an admin",
    args: ofAdmin,
    outcomes: { ...forAdmins, admin: "role/owner-needed" },
  },
  {
    name: "leave_workspace",
    args: ofWorkspace,
    outcomes: { ...forMembers, owner: "workspace/last-owner" },
  },
  {
    name: "transfer_workspace",
    about: "without a recent sign-in",
    args: ofMember,
    outcomes: { ...forOwners, owner: "account/sign-in-again" },
  },
  {
    name: "require_single_sign_on",
    args: (scene) => ({ ...ofWorkspace(scene), p_required: false }),
    outcomes: forAdmins,
  },
  { name: "require_two_factor", args: (scene) => ({ ...ofWorkspace(scene), p_required: false }), outcomes: forAdmins },
  { name: "workspace_invitations", args: ofWorkspace, outcomes: forAdmins },
  {
    name: "invite_member",
    args: (scene) => ({ ...ofWorkspace(scene), p_invitation_id: randomUUID(), p_email: "eve@parley.example" }),
    outcomes: forAdmins,
  },
  {
    name: "invite_member",
    about: "as an admin",
    args: (scene) => ({
      ...{
        ...ofWorkspace(scene),
        p_invitation_id: randomUUID(),
        p_email: "eve@parley.example",
        p_member_role: "admin",
      },
    }),
    outcomes: forRecentAdmins,
  },
  { name: "renew_invitation", args: ofInvitation, outcomes: forInviters },
  { name: "revoke_invitation", args: ofInvitation, outcomes: forInviters },
  {
    name: "read_invitation",
    args: ({ invitation }) => ({ p_token: invitation.token }),
    outcomes: everybody<RpcOutcome>("done", { service: "denied" }),
  },
  {
    name: "accept_invitation",
    args: ({ invitation }) => ({ p_token: invitation.token }),
    outcomes: signedIn("done", accountNeeded),
  },
  { name: "workspace_changes", args: ofWorkspace, outcomes: forAdmins },
  {
    name: "workspace_usage",
    args: (scene) => ({ ...ofWorkspace(scene), p_month: "2026-11-01" }),
    outcomes: forAdmins,
  },
  { name: "my_sessions", args: () => ({}), outcomes: signedIn("done", accountNeeded) },
  {
    name: "record_sign_in",
    about: "of no session",
    args: () => ({ p_session_id: randomUUID(), p_country: "ES", p_device: "0".repeat(64), p_user_agent: null }),
    outcomes: everybody<RpcOutcome>("denied", { service: "request/not-found" }),
  },
  { name: "end_session", args: () => ({ p_session_id: randomUUID() }), outcomes: signedIn("done", accountNeeded) },
  { name: "end_other_sessions", args: () => ({}), outcomes: signedIn("done", accountNeeded) },
  { name: "password_state", args: () => ({}), outcomes: signedIn("done", accountNeeded) },
  {
    name: "allow_password_change",
    about: "without a recent sign-in",
    args: () => ({}),
    outcomes: signedIn("account/sign-in-again", accountNeeded),
  },
  { name: "has_recent_proof", args: () => ({}), outcomes: signedIn("done", accountNeeded) },
  {
    name: "allow_new_factor",
    about: "without a recent sign-in",
    args: () => ({ p_factor_id: randomUUID() }),
    outcomes: signedIn("account/sign-in-again", accountNeeded),
  },
  {
    name: "allow_recovery_codes",
    about: "without a recent sign-in",
    args: () => ({}),
    outcomes: signedIn("account/sign-in-again", accountNeeded),
  },
  {
    name: "allow_factor_removal",
    about: "without a recent sign-in",
    args: () => ({ p_factor_id: randomUUID() }),
    outcomes: signedIn("account/sign-in-again", accountNeeded),
  },
  { name: "factor_reset_state", args: () => ({}), outcomes: signedIn("done", accountNeeded) },
  {
    name: "request_factor_reset",
    about: "without a factor",
    args: () => ({}),
    outcomes: signedIn("request/not-allowed", accountNeeded),
  },
  { name: "withdraw_factor_reset", args: () => ({}), outcomes: signedIn("done", accountNeeded) },
  { name: "workspace_factor_resets", args: ofWorkspace, outcomes: { ...forAdmins, ...accountNeeded } },
  {
    name: "answer_factor_reset",
    about: "without a recent sign-in",
    args: (scene) => ({ ...ofMember(scene), p_approved: true }),
    outcomes: { ...forRecentAdmins, ...accountNeeded },
  },
  {
    name: "begin_passkey",
    about: "without a recent sign-in",
    args: () => ({}),
    outcomes: signedIn("account/sign-in-again", accountNeeded),
  },
  {
    name: "allow_email_change",
    about: "without a recent sign-in",
    args: () => ({ p_email: "tom@example.org" }),
    outcomes: signedIn("account/sign-in-again", accountNeeded),
  },
  {
    name: "allow_phone_change",
    about: "without a recent sign-in",
    args: () => ({ p_phone: "+34600111222" }),
    outcomes: signedIn("account/sign-in-again", accountNeeded),
  },
  {
    name: "remove_phone",
    about: "without a recent sign-in",
    args: () => ({}),
    outcomes: signedIn("account/sign-in-again", accountNeeded),
  },
  {
    name: "allow_passkey",
    about: "that was not begun",
    args: () => ({ p_credential_id: "AAAA" }),
    outcomes: signedIn("account/sign-in-again", accountNeeded),
  },
  { name: "my_identities", args: () => ({}), outcomes: signedIn("done", accountNeeded) },
  {
    name: "allow_identity",
    about: "without a recent sign-in",
    args: () => ({ p_provider: "google", p_code_challenge: "A".repeat(43) }),
    outcomes: signedIn("account/sign-in-again", accountNeeded),
  },
  {
    name: "allow_identity_removal",
    about: "without a recent sign-in",
    args: () => ({ p_identity_id: randomUUID() }),
    outcomes: signedIn("account/sign-in-again", accountNeeded),
  },
  { name: "account_deletion", args: () => ({}), outcomes: signedIn("done") },
  {
    name: "request_account_deletion",
    about: "without a recent sign-in",
    args: () => ({ p_email: "eve@parley.example" }),
    outcomes: signedIn("account/sign-in-again", accountNeeded),
  },
  { name: "cancel_account_deletion", args: () => ({}), outcomes: signedIn("done") },
  {
    name: "request_workspace_deletion",
    about: "without a recent sign-in",
    args: (scene) => ({ ...ofWorkspace(scene), p_name: "Spring trip" }),
    outcomes: { ...forOwners, owner: "account/sign-in-again" },
  },
  { name: "cancel_workspace_deletion", args: ofWorkspace, outcomes: forOwners },
  { name: "export_account", args: () => ({}), outcomes: signedIn("done", accountNeeded) },
  { name: "export_page", args: () => ({ p_part: "lines" }), outcomes: signedIn("done", accountNeeded) },
  { name: "export_count", args: () => ({ p_part: "lines" }), outcomes: signedIn("done", accountNeeded) },
];
