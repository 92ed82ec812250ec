import { expect, test, vi } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import type { WorkspaceFactorReset } from "#contracts/factorResets.ts";
import type { WorkspaceRole } from "#contracts/roles.ts";
import type { OwnWorkspace } from "#contracts/workspaces.ts";
import type { SignIn, Viewer } from "~/lib/loadContext.ts";
import { fakeRpc } from "../../tests/fakes/rpc.ts";
import { loadContext } from "../../tests/fakes/serverBuild.ts";
import { readMembersPage, readWorkspacePage } from "./readWorkspaces.server.ts";

const [FIRST, SECOND] = ["11111111-0000-4000-8000-000000000000", "22222222-0000-4000-8000-000000000000"] as const;
const VIEWER = {
  id: FIRST,
  anonymous: false,
  email: "ana@a.example",
  phone: null,
  address: "ana@a.example",
  level: "aal1",
  recovering: false,
} as const;

const own = (id: string, role: WorkspaceRole, chosen: boolean): OwnWorkspace => ({
  ...{
    id,
    name: "Market",
    role,
    retention_days: 30,
    translation_policy: "server",
    two_factor: false,
    avatar: null,
    sso_domains: null,
    needs_sso: false,
    locked: false,
    delete_at: null,
    chosen,
  },
});
const WORKSPACES = [own(FIRST, "member", false), own(SECOND, "owner", true)];

const RESET: WorkspaceFactorReset = {
  user_id: FIRST,
  display_name: "Tom",
  email: "tom@a.example",
  role: "member",
  requested_at: "2026-11-29T10:00:00+00:00",
  due_at: null,
};

const { signIn } = loadContext();
const ways: SignIn["ways"] = async () => ({
  ...{ code: true, phone: true, password: true, passkey: true, sso: true, providers: [], newAccounts: true },
});

const rejects = () => fail("request/rate-limited");
const handlers = {
  my_workspaces: () => ok(WORKSPACES),
  workspace_changes: vi.fn(() => ok({ changes: [], next: 7 })),
  workspace_usage: vi.fn(() => ok({ days: [], members: [], complete: true })),
  workspace_members: vi.fn(() => ok({ members: [], next: null })),
  workspace_invitations: () => ok([]),
  workspace_factor_resets: () => ok([RESET]),
};
const readWorkspace = (query: string, more = {}, viewer: Viewer = VIEWER) =>
  readWorkspacePage(
    { rpc: fakeRpc({ ...handlers, ...more }), locale: "en", translationPrices: null, signIn: { ...signIn, ways } },
    viewer,
    new Request(`https://a.example/settings/workspace${query}`),
  );
const readMembers = (query: string, more = {}) =>
  readMembersPage(
    { rpc: fakeRpc({ ...handlers, ...more }), locale: "en", translationPrices: null },
    VIEWER,
    new Request(`https://a.example/settings/members${query}`),
  );

test("shows the chosen workspace, or that of the URL", async () => {
  expect((await readWorkspace("")).shown.id).toBe(SECOND);
  expect((await readWorkspace(`?workspace=${FIRST}`)).shown.id).toBe(FIRST);
});

test("shows who may require single sign-on", async () => {
  expect((await readWorkspace("")).sso).toEqual({ isOffered: true, isOwn: false });
  expect((await readWorkspace("", {}, { ...VIEWER, managed: true })).sso).toEqual({ isOffered: true, isOwn: true });
});

test("a workspace of others does not exist", async () => {
  const error = { data: { code: "request/not-found" }, init: { status: 404 } };
  await expect(readWorkspace(`?workspace=${FIRST.replace("1", "3")}`)).rejects.toMatchObject(error);
});

test("only admins read log, usage, invitations and lost factors", async () => {
  expect(await readWorkspace(`?workspace=${FIRST}`)).toMatchObject({ log: null, usage: null });
  expect(await readMembers(`?workspace=${FIRST}`)).toMatchObject({ invitations: null, resets: [] });
  expect(await readMembers("")).toMatchObject({ invitations: [], resets: [RESET] });
});

test("reads a page of the log, of one action", async () => {
  expect((await readWorkspace(`?before=50&change=role-changed&person=${FIRST}`)).log).toMatchObject({
    ...{ next: 7, action: "role-changed", before: 50, person: FIRST },
  });
  expect(handlers.workspace_changes).toHaveBeenLastCalledWith({
    ...{ p_workspace_id: SECOND, p_before: 50, p_actions: ["role-changed"], p_person: FIRST },
  });
  expect((await readWorkspace("?before=x&change=forged&person=forged")).log).toMatchObject({
    action: null,
    before: 0,
    person: null,
  });
  expect(handlers.workspace_changes).toHaveBeenLastCalledWith({ p_workspace_id: SECOND });
});

test("the page works when a part cannot be read", async () => {
  expect((await readWorkspace("", { workspace_changes: rejects })).log?.error).toBe("request/rate-limited");
  expect(await readMembers("", { workspace_invitations: rejects })).toMatchObject({
    ...{ error: "request/rate-limited", invitations: null, members: [] },
  });
  expect(await readMembers("", { workspace_factor_resets: rejects })).toMatchObject({
    ...{ error: "request/rate-limited", invitations: [], resets: [] },
  });
});

test("asks about one member at a time", async () => {
  expect((await readMembers(`?transfer=${FIRST}`)).question).toEqual({ kind: "transfer", id: FIRST });
  expect((await readMembers("")).question).toBeNull();
});

test("returns to what was chosen before a proof", async () => {
  expect(await readMembers(`?chosen=${FIRST}&role=admin`)).toMatchObject({ choice: { id: FIRST, role: "admin" } });
  expect(await readMembers(`?chosen=${FIRST}&role=king`)).toMatchObject({ choice: { id: FIRST, role: null } });
  expect(await readMembers("?invite=admin")).toMatchObject({ choice: null, invites: "admin" });
  expect(await readMembers("?invite=owner")).toMatchObject({ invites: null });
});

test("returns to what was typed before a proof", async () => {
  expect(await readWorkspace("?name=Fair&days=7&translation=device")).toMatchObject({
    ...{ typed: { name: "Fair", days: "7", translation: "device" }, opensPolicy: null },
  });
  expect(await readWorkspace("?translation=cloud&policy=")).toMatchObject({
    ...{ typed: { name: null, days: null, translation: null }, opensPolicy: "two-factor" },
  });
});

test.each([
  ["", "2026-11-01", "2026-10-01", null],
  ["?month=2026-02", "2026-02-01", "2026-01-01", "2026-03-01"],
  ["?month=2019-02", "2025-11-01", null, "2025-12-01"],
  ["?month=2031-01", "2026-11-01", "2026-10-01", null],
  ["?month=2026-13", "2026-11-01", "2026-10-01", null],
])("reads the usage of the month of %o", async (query, shown, before, after) => {
  vi.useFakeTimers({ now: Date.parse("2026-11-30T23:30:00Z"), toFake: ["Date"] });
  try {
    expect((await readWorkspace(query)).usage).toMatchObject({ months: { shown, before, after }, group: "engine" });
  } finally {
    vi.useRealTimers();
  }
  expect(handlers.workspace_usage).toHaveBeenLastCalledWith({ p_workspace_id: SECOND, p_month: shown });
});

test("shows the page although the usage cannot be read", async () => {
  const { usage } = await readWorkspace("?usage=member", { workspace_usage: rejects });
  expect(usage).toMatchObject({ usage: null, group: "member", error: "request/rate-limited" });
});
