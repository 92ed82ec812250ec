/** Calls of the functions for workspaces, their members and invitations. */
import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { WorkspaceRole } from "#contracts/roles.ts";
import {
  invitationPage,
  ownWorkspace,
  sentInvitation,
  workspaceChanges,
  workspaceMembers,
  workspace as workspaceShape,
} from "#contracts/workspaces.ts";
import { factorActions } from "./factors.ts";
import { account, addMember, type Person, workspaceOf } from "./fixtures.ts";
import { anon, type DatabaseCaller, emptyResult, type TestDatabase } from "./testDatabase.ts";

interface WorkspaceUpdate {
  name?: string;
  days?: number;
  translation?: string;
}

export function workspaceActions(db: TestDatabase) {
  /** Signs the person in now, unless they have a session: what outlives a session needs a recent sign-in. */
  const fresh = async (who: Person): Promise<Person> =>
    who.session === undefined ? await factorActions(db).signIn(who) : who;
  return {
    /** Returns a workspace with an owner, an admin and a member. */
    async team() {
      const [owner, admin, member] = [await account(db), await account(db), await account(db)];
      const workspace = await workspaceOf(db, owner);
      await addMember(db, workspace, admin, "admin");
      await addMember(db, workspace, member, "member");
      return { workspace, owner, admin, member };
    },
    create: (who: Person, name = "Spring trip", id: string = randomUUID()) =>
      db.rpc(who, "create_workspace", { p_workspace_id: id, p_name: name }, workspaceShape),
    update: async (who: Person, workspace: string, change: WorkspaceUpdate) =>
      db.rpc(
        change.days === undefined ? who : await fresh(who),
        "update_workspace",
        {
          p_workspace_id: workspace,
          p_name: change.name ?? null,
          p_retention_days: change.days ?? null,
          p_translation_policy: change.translation ?? null,
        },
        workspaceShape,
      ),
    choose: (who: Person, workspace: string) =>
      db.rpc(who, "choose_workspace", { p_workspace_id: workspace }, emptyResult),
    mine: (who: Person) => db.rpc(who, "my_workspaces", {}, z.array(ownWorkspace)),
    members: (who: Person, workspace: string, after: string | null = null) =>
      db.rpc(who, "workspace_members", { p_workspace_id: workspace, p_after: after }, workspaceMembers),
    async roles(workspace: string): Promise<Record<string, string>> {
      const rows = await db.admin<{ id: string; role: string }[]>`
        select user_id as id, role from public.workspace_members where workspace_id = ${workspace}`;
      return Object.fromEntries(rows.map(({ id, role }) => [id, role]));
    },
    setRole: async (who: Person, workspace: string, person: Person, role: WorkspaceRole) =>
      db.rpc(
        role === "member" ? who : await fresh(who),
        "set_member_role",
        { p_workspace_id: workspace, p_user_id: person.id, p_member_role: role },
        emptyResult,
      ),
    remove: (who: Person, workspace: string, person: Person) =>
      db.rpc(who, "remove_member", { p_workspace_id: workspace, p_user_id: person.id }, emptyResult),
    leave: (who: Person, workspace: string) =>
      db.rpc(who, "leave_workspace", { p_workspace_id: workspace }, emptyResult),
    transfer: async (who: Person, workspace: string, person: Person) =>
      db.rpc(await fresh(who), "transfer_workspace", { p_workspace_id: workspace, p_user_id: person.id }, emptyResult),
    invite: async (who: Person, workspace: string, email: string | null = null, role: WorkspaceRole = "member") =>
      db.rpc(
        role === "admin" ? await fresh(who) : who,
        "invite_member",
        { p_workspace_id: workspace, p_invitation_id: randomUUID(), p_email: email, p_member_role: role },
        sentInvitation,
      ),
    renew: (who: Person, id: string) => db.rpc(who, "renew_invitation", { p_invitation_id: id }, sentInvitation),
    revoke: (who: Person, id: string) => db.rpc(who, "revoke_invitation", { p_invitation_id: id }, emptyResult),
    look: (token: string, who: DatabaseCaller = anon) =>
      db.rpc(who, "read_invitation", { p_token: token }, invitationPage),
    accept: (who: Person, token: string) => db.rpc(who, "accept_invitation", { p_token: token }, workspaceShape),
    changes: (who: Person, workspace: string, filter: { before?: number; actions?: string[]; person?: string } = {}) =>
      db.rpc(
        who,
        "workspace_changes",
        {
          p_workspace_id: workspace,
          p_before: filter.before ?? null,
          p_actions: filter.actions ?? null,
          p_person: filter.person ?? null,
        },
        workspaceChanges,
      ),
  };
}
