import { expect, test, vi } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import type { SentInvitation, Workspace } from "#contracts/workspaces.ts";
import { fakeRpc } from "../../tests/fakes/rpc.ts";
import { handleMembersForm, handleWorkspaceForm } from "./workspaceActions.server.ts";

const ID = "11111111-0000-4000-8000-000000000000";
const OTHER = "22222222-0000-4000-8000-000000000000";
const WORKSPACE: Workspace = {
  ...{
    id: ID,
    name: "Market",
    role: "owner",
    retention_days: 30,
    translation_policy: "server",
    two_factor: false,
    avatar: null,
    sso_domains: null,
    needs_sso: false,
    locked: false,
    delete_at: null,
  },
};
const TOKEN = "0".repeat(64);

function post(page: "workspace" | "members", fields: Record<string, string>, workspace = ID): Request {
  const url = `https://a.example/settings/${page}?workspace=${workspace}`;
  return new Request(url, { method: "POST", body: new URLSearchParams(fields) });
}

const invitation = (email: string | null): SentInvitation => ({
  ...{ id: OTHER, email, role: "member", invited_by: "Ana", token: TOKEN },
  ...{ created_at: "2026-11-01T10:00:00+00:00", expires_at: "2026-11-08T10:00:00+00:00" },
});

type Handlers = Parameters<typeof fakeRpc>[0];
const onMembers = (fields: Record<string, string>, handlers: Handlers, workspace?: string) =>
  handleMembersForm({ rpc: fakeRpc(handlers), locale: "es" }, post("members", fields, workspace));
const onWorkspace = (fields: Record<string, string>, handlers: Handlers, workspace?: string) =>
  handleWorkspaceForm({ rpc: fakeRpc(handlers), locale: "es" }, post("workspace", fields, workspace));

const SAVE = { intent: "save", name: "Market", days: " ٧ ", translation: "device" };

test("requires single sign-on, or no longer", async () => {
  const require_single_sign_on = vi.fn(() => ok(WORKSPACE));
  for (const [required, p_required] of [
    ["yes", true],
    ["no", false],
  ] as const) {
    const result = await onWorkspace({ intent: "sso", required }, { require_single_sign_on });
    expect(result).toMatchObject({ kind: "done", intent: "sso" });
    expect(require_single_sign_on).toHaveBeenLastCalledWith({ p_workspace_id: ID, p_required });
  }
  const old = { require_single_sign_on: () => fail("account/sign-in-again") };
  const thrown = await onWorkspace({ intent: "sso", required: "no" }, old).catch((error: unknown) => error);
  const next = new URLSearchParams({ next: `/settings/workspace?workspace=${ID}&policy=sso` });
  expect(thrown instanceof Response && thrown.headers.get("Location")).toBe(`/settings/confirm?${next}`);
  expect(await onWorkspace({ intent: "sso", required: "maybe" }, {})).toMatchObject({ code: "request/invalid" });
});

test("saves name, days in any script and translation", async () => {
  const update_workspace = vi.fn(() => ok(WORKSPACE));
  expect(await onWorkspace(SAVE, { update_workspace })).toMatchObject({
    ...{ kind: "done", intent: "save", name: WORKSPACE.name },
  });
  expect(update_workspace).toHaveBeenCalledWith({
    ...{ p_workspace_id: ID, p_name: "Market", p_retention_days: 7, p_translation_policy: "device" },
  });
});

test.each(["", "0", "366", "1.5", "week"])("rejects %j days beside their field", async (days) => {
  const result = await onWorkspace({ ...SAVE, days }, {});
  expect(result).toMatchObject({ kind: "failed", intent: "save", field: "days", typed: { days, name: "Market" } });
});

test("shows an error of the database beside its field", async () => {
  const update_workspace = () => fail("name/too-long");
  expect(await onWorkspace(SAVE, { update_workspace })).toMatchObject({ field: "name", code: "name/too-long" });
  const refused = await onWorkspace(SAVE, { update_workspace: () => fail("role/admin-needed") });
  expect(refused).toMatchObject({ field: null, code: "role/admin-needed" });
});

test("changes nothing without a valid workspace and form", async () => {
  const leave_workspace = vi.fn(() => ok(null));
  expect(await onWorkspace({ intent: "leave" }, { leave_workspace }, "x")).toMatchObject({ code: "request/invalid" });
  expect(await onWorkspace({ intent: "forged" }, { leave_workspace })).toMatchObject({ intent: null });
  expect(await onMembers({ intent: "remove", id: "x" }, {})).toMatchObject({ code: "request/invalid" });
  expect(leave_workspace).not.toHaveBeenCalled();
});

test("redirects to a new workspace and from a left one", async () => {
  const locationOf = (response: unknown) => (response instanceof Response ? response.headers.get("Location") : null);
  const created = onWorkspace({ intent: "create", id: OTHER, name: "New" }, { create_workspace: () => ok(WORKSPACE) });
  expect(locationOf(await created.catch((thrown: unknown) => thrown))).toBe(
    `/settings/workspace?workspace=${ID}&done=create`,
  );
  const left = onWorkspace({ intent: "leave" }, { leave_workspace: () => ok(null) });
  expect(locationOf(await left.catch((thrown: unknown) => thrown))).toBe("/settings/workspace?done=leave");
});

test("an invitation by email shows no link", async () => {
  const invite_member = vi.fn(() => ok(invitation("tom@a.example")));
  const fields = { intent: "invite", id: OTHER, email: " tom@a.example ", role: "member" };
  expect(await onMembers(fields, { invite_member })).toMatchObject({
    ...{ kind: "done", intent: "invite", email: "tom@a.example", link: null },
  });
  expect(invite_member).toHaveBeenCalledWith(expect.objectContaining({ p_email: "tom@a.example", p_locale: "es" }));
});

test("an invitation without an address makes no link", async () => {
  const invite_member = vi.fn(() => ok(invitation(null)));
  const fields = { intent: "invite", id: OTHER, email: "  ", role: "member" };
  expect(await onMembers(fields, { invite_member })).toMatchObject({ field: "email", code: "mail/malformed" });
  expect(invite_member).not.toHaveBeenCalled();
});

test("shows the link of a new and a renewed invitation", async () => {
  const link = `https://a.example/invitations/${TOKEN}`;
  const made = await onMembers({ intent: "link", id: OTHER }, { invite_member: () => ok(invitation(null)) });
  expect(made).toMatchObject({ kind: "done", link });
  const renewed = await onMembers({ intent: "renew", id: OTHER }, { renew_invitation: () => ok(invitation(null)) });
  expect(renewed).toMatchObject({ kind: "done", intent: "renew", link });
});

test.each([
  ["reset-approve", true],
  ["reset-decline", false],
] as const)("%s answers the request of a member", async (intent, p_approved) => {
  const answer_factor_reset = vi.fn(() => ok(null));
  expect(await onMembers({ intent, id: OTHER }, { answer_factor_reset })).toMatchObject({ kind: "done", intent });
  expect(answer_factor_reset).toHaveBeenCalledWith({ p_workspace_id: ID, p_user_id: OTHER, p_approved });
});

/** Returns the page that a form leads back to after a fresh code, or null. */
async function nextOf(answer: Promise<unknown>): Promise<string | null> {
  const response = await answer.catch((thrown: unknown) => thrown);
  const target = response instanceof Response ? response.headers.get("Location") : null;
  if (target === null || !target.startsWith("/settings/confirm?")) return null;
  return new URL(target, "https://a.example").searchParams.get("next");
}
const old = () => fail("account/sign-in-again");

test("answering a reset needs a recent sign-in", async () => {
  const answered = onMembers({ intent: "reset-approve", id: OTHER }, { answer_factor_reset: old });
  expect(await nextOf(answered)).toBe(`/settings/members?workspace=${ID}`);
});

test("a proof leads back to the chosen role", async () => {
  const fields = { intent: "role", id: OTHER, role: "admin" };
  const next = `/settings/members?workspace=${ID}&chosen=${OTHER}&role=admin`;
  expect(await nextOf(onMembers(fields, { set_member_role: old }))).toBe(next);
  const onSecondPage = onMembers(fields, { set_member_role: old }, `${ID}&after=${ID}`);
  expect(await nextOf(onSecondPage)).toBe(`/settings/members?workspace=${ID}&after=${ID}&chosen=${OTHER}&role=admin`);
});

test("a proof leads back to the invitation to renew", async () => {
  const renewed = onMembers({ intent: "renew", id: OTHER }, { renew_invitation: old });
  expect(await nextOf(renewed)).toBe(`/settings/members?workspace=${ID}&chosen=${OTHER}`);
});

test("an invited address stays on the page, not in URLs", async () => {
  const fields = { intent: "invite", id: OTHER, email: "tom@a.example", role: "admin" };
  expect(await onMembers(fields, { invite_member: old })).toMatchObject({
    ...{ kind: "failed", intent: "invite", field: null, code: "account/sign-in-again" },
    typed: { email: "tom@a.example", role: "admin" },
  });
});

test("a proof leads back to the typed settings", async () => {
  const next = `/settings/workspace?workspace=${ID}&name=Market&days=7&translation=device`;
  expect(await nextOf(onWorkspace(SAVE, { update_workspace: old }))).toBe(next);
});

test("a proof leads back to the policy", async () => {
  const changed = onWorkspace({ intent: "two-factor", required: "no" }, { require_two_factor: old });
  expect(await nextOf(changed)).toBe(`/settings/workspace?workspace=${ID}&policy=`);
});

test("failures of a row name their member", async () => {
  const result = await onMembers({ intent: "remove", id: OTHER }, { remove_member: () => fail("role/owner-needed") });
  expect(result).toMatchObject({ kind: "failed", intent: "remove", id: OTHER, code: "role/owner-needed" });
});
