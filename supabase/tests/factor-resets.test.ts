/** The reset of a lost second factor: who asks, who answers, the wait, and what stops it. */
import { beforeEach, describe, expect, test } from "vitest";
import { profile } from "#contracts/account.ts";
import { FACTOR_RESETS } from "#contracts/factorResetLimits.ts";
import { factorResetState, workspaceFactorResets } from "#contracts/factorResets.ts";
import { factorActions } from "./support/factors.ts";
import { account, addMember, type Person, person, workspaceOf } from "./support/fixtures.ts";
import { sessionActions } from "./support/sessions.ts";
import { emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { signIn, addFactor, confirm } = factorActions(db);
const { admit } = sessionActions(db);
const { team, changes } = workspaceActions(db);
beforeEach(() => db.admin`delete from private.outbox_emails`);

const ask = (who: Person) => db.rpc(who, "request_factor_reset", {}, emptyResult);
const stateOf = (who: Person) => db.rpc(who, "factor_reset_state", {}, factorResetState);
const listed = (who: Person, workspace: string) =>
  db.rpc(who, "workspace_factor_resets", { p_workspace_id: workspace }, workspaceFactorResets);
const answer = (who: Person, workspace: string, { id }: Person, approved = true) =>
  db.rpc(who, "answer_factor_reset", { p_workspace_id: workspace, p_user_id: id, p_approved: approved }, emptyResult);
const hasFactor = async ({ id }: Person) =>
  (await db.admin`select from auth.mfa_factors where user_id = ${id}`).length > 0;
const sweep = () => db.admin`select private.sweep_factor_resets(100, null, now())`;
const setRole = (workspace: string, { id }: Person, role: string) =>
  db.admin`
    update public.workspace_members set role = ${role} where workspace_id = ${workspace} and user_id = ${id}`;
const letWait = (ms: number) =>
  db.admin`update private.factor_resets set due_at = due_at - ${ms / 1_000} * interval '1 second'`;
/** Returns whether the factor of a person is left once the wait is over. */
async function outlivesWait(who: Person): Promise<boolean> {
  await letWait(FACTOR_RESETS.waitMs);
  await sweep();
  return await hasFactor(who);
}
const emails = () => db.admin<{ recipient: string; template: string; change: string | null }[]>`
  select recipient, template, payload ->> 'change' as change from private.outbox_emails order by key`;

/** Signs in by an emailed code, without the factor. */
async function signInByCode(who: Person, minutes = 0) {
  const session = await signIn(who, minutes);
  await db.admin`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (gen_random_uuid(), ${session.session}, now(), now(), 'otp')`;
  return session;
}

const fillLog = (workspace: string, { id }: Person, action: string) => db.admin`
  insert into public.workspace_changes (workspace_id, action, actor)
  select ${workspace}, ${action}, ${id} from generate_series(1, 300)`;

/** A team whose member has lost the factor. All of them signed in a moment ago. */
async function withLostFactor() {
  const found = await team();
  await addFactor(found.member, "verified", 60);
  const [owner, admin, member] = [
    await signIn(found.owner),
    await signIn(found.admin),
    await signInByCode(found.member),
  ];
  return { ...found, owner, admin, member };
}

/** As before, with a request that an admin has approved. */
async function withApproval() {
  const found = await withLostFactor();
  await ask(found.member);
  await answer(found.admin, found.workspace, found.member);
  return found;
}

describe("a request", () => {
  test("is made without the factor, and reaches the admins", async () => {
    const { workspace, owner, admin, member } = await withLostFactor();
    for (const path of ["/rpc/factor_reset_state", "/rpc/request_factor_reset"]) await admit(member, path);
    for (const path of ["/rpc/answer_factor_reset", "/rpc/workspace_factor_resets", "/rpc/withdraw_factor_reset"])
      expect(await rejectionCode(admit(member, path))).toBe("account/factor-needed");
    expect(await stateOf(member)).toEqual({ reset: null, can_ask: true, is_proven: true });
    await ask(member);
    await ask(member);
    expect((await stateOf(member)).reset).toEqual({ due_at: null });
    expect((await listed(admin, workspace)).map(({ user_id }) => user_id)).toEqual([member.id]);
    const sent = await emails();
    expect(sent.filter(({ template }) => template === "factor-reset")).toHaveLength(2);
    expect(sent.filter(({ change }) => change === "factor-reset-asked")).toHaveLength(1);
    const { changes: log } = await changes(owner, workspace, { actions: ["factor-reset-asked"] });
    expect(log).toMatchObject([{ actor: member.id, person: member.id }]);
  });

  test("sends a bounded number of emails, some to each workspace", async () => {
    const { member } = await withLostFactor();
    const others = [];
    for (let count = 0; count < 6; count++) {
      const other = await team();
      for (const role of ["admin", "admin"]) await addMember(db, other.workspace, await account(db), role);
      await addMember(db, other.workspace, member, "member");
      others.push(other);
    }
    await ask(member);
    const asked = (await emails()).filter(({ template }) => template === "factor-reset");
    expect(asked).toHaveLength(FACTOR_RESETS.emails);
    const workspaces = await db.admin`
      select distinct payload ->> 'workspace_id' from private.outbox_emails where template = 'factor-reset'`;
    expect(workspaces).toHaveLength(others.length + 1);
  });

  test("is open to no ended session", async () => {
    const { member } = await withLostFactor();
    await db.admin`delete from auth.sessions where id = ${member.session}`;
    for (const path of ["/rpc/factor_reset_state", "/rpc/request_factor_reset"])
      expect(await rejectionCode(admit(member, path))).toBe("request/sign-in-needed");
  });

  test("is in every log and on every page", async () => {
    const { member } = await withLostFactor();
    const [own, other] = [await workspaceOf(db, member), await team()];
    await addMember(db, other.workspace, member, "owner");
    await ask(member);
    for (const workspace of [other.workspace, own]) {
      const log = await db.admin`
        select from public.workspace_changes where workspace_id = ${workspace} and action = 'factor-reset-asked'`;
      expect(log).toHaveLength(1);
    }
    expect(await db.rpc(member, "read_profile", {}, profile)).toMatchObject({ factor_reset: true });
    // The other owner may help, the admin may not.
    expect((await emails()).filter(({ template }) => template === "factor-reset")).toHaveLength(3);
  });

  test("needs a fresh code by email", async () => {
    const { member } = await withLostFactor();
    expect(await rejectionCode(ask(await signInByCode(member, 11)))).toBe("account/sign-in-again");
    expect(await rejectionCode(ask(await signIn(member)))).toBe("account/sign-in-again");
    expect((await stateOf(await signIn(member))).is_proven).toBe(false);
  });

  test("needs somebody else who could approve it, and a factor", async () => {
    const alone = await account(db);
    await addFactor(alone);
    expect(await rejectionCode(ask(await signInByCode(alone)))).toBe("request/not-allowed");
    const { owner, member } = await team();
    expect(await rejectionCode(ask(await signInByCode(member)))).toBe("request/not-allowed");
    await addFactor(owner);
    expect(await rejectionCode(ask(await signInByCode(owner)))).toBe("request/not-allowed");
    expect(await rejectionCode(ask(await person(db)))).toBe("account/needed");
  });

  test("expires", async () => {
    const { workspace, admin, member } = await withLostFactor();
    await ask(member);
    await db.admin`
      update private.factor_resets set requested_at = now() - ${FACTOR_RESETS.answerMs / 1_000} * interval '1 second'`;
    expect((await stateOf(member)).reset).toBeNull();
    expect(await listed(admin, workspace)).toEqual([]);
    expect(await rejectionCode(answer(admin, workspace, member))).toBe("request/not-found");
    await ask(member);
    expect((await stateOf(member)).reset).not.toBeNull();
  });
});

describe("an approval", () => {
  test("removes the factors and sessions after a day", async () => {
    const { workspace, owner, admin, member } = await withApproval();
    await letWait(FACTOR_RESETS.waitMs - 60_000);
    await sweep();
    expect(await hasFactor(member)).toBe(true);
    await letWait(60_000);
    await sweep();
    expect(await hasFactor(member)).toBe(false);
    expect(await rejectionCode(admit(member))).toBe("request/sign-in-needed");
    await admit(await signInByCode(member));
    const { changes: log } = await changes(owner, workspace, {
      actions: ["factor-reset-approved", "factor-reset-done"],
    });
    expect(log).toMatchObject([
      { action: "factor-reset-done", person: member.id },
      { action: "factor-reset-approved", person: member.id, actor: admin.id },
    ]);
    const told = (await emails()).map(({ change }) => change);
    for (const change of ["factor-reset-approved", "factor-removed"]) expect(told).toContain(change);
  });

  test("is not renewed by another", async () => {
    const { workspace, owner, member } = await withApproval();
    await letWait(FACTOR_RESETS.waitMs - 60_000);
    await answer(owner, workspace, member);
    await letWait(60_000);
    await sweep();
    expect(await hasFactor(member)).toBe(false);
  });

  test("ends when an admin declines it", async () => {
    const { workspace, owner, member } = await withApproval();
    await answer(owner, workspace, member, false);
    expect(await outlivesWait(member)).toBe(true);
    expect((await emails()).map(({ change }) => change)).toContain("factor-reset-declined");
    expect((await stateOf(member)).reset).toBeNull();
  });

  test("ends when its owner signs in with the factor", async () => {
    const { member } = await withApproval();
    await confirm(await signIn(member));
    expect(await outlivesWait(member)).toBe(true);
  });

  test("ends on a device that has the factor", async () => {
    const { workspace, admin, member } = await withLostFactor();
    const device = await confirm(await signIn(member), 60);
    await ask(member);
    await answer(admin, workspace, member);
    await admit(device, "/rpc/withdraw_factor_reset");
    await db.rpc(device, "withdraw_factor_reset", {}, emptyResult);
    expect(await outlivesWait(member)).toBe(true);
  });

  test("needs an admin of the workspace with a recent proof", async () => {
    const { workspace, owner, admin, member } = await withLostFactor();
    const device = await confirm(await signIn(member));
    await ask(member);
    expect(await rejectionCode(answer(await signIn(admin, 11), workspace, member))).toBe("account/sign-in-again");
    const other = await team();
    const stranger = await signIn(other.admin);
    expect(await rejectionCode(answer(stranger, workspace, member))).toBe("request/not-allowed");
    expect(await rejectionCode(answer(stranger, other.workspace, member))).toBe("request/not-found");
    expect(await rejectionCode(listed(stranger, workspace))).toBe("request/not-allowed");
    await addMember(db, workspace, other.member, "member");
    expect(await rejectionCode(answer(await signIn(other.member), workspace, member))).toBe("role/admin-needed");
    await setRole(workspace, admin, "member");
    expect(await rejectionCode(answer(admin, workspace, member))).toBe("role/admin-needed");
    await setRole(workspace, member, "admin");
    expect(await rejectionCode(answer(member, workspace, member))).toBe("account/sign-in-again");
    expect(await rejectionCode(answer(device, workspace, member))).toBe("request/not-found");
    await answer(owner, workspace, member);
  });

  test.each([
    ["is demoted", (workspace: string, admin: Person) => setRole(workspace, admin, "member")],
    [
      "is removed",
      (workspace: string, admin: Person) =>
        db.admin`delete from public.workspace_members where workspace_id = ${workspace} and user_id = ${admin.id}`,
    ],
  ])("is void once its admin %s", async (_what, loseRole) => {
    const { workspace, owner, admin, member } = await withApproval();
    await loseRole(workspace, admin);
    expect(await outlivesWait(member)).toBe(true);
    expect(await listed(owner, workspace)).toMatchObject([{ user_id: member.id, due_at: null }]);
    await answer(owner, workspace, member);
    expect(await outlivesWait(member)).toBe(false);
  });

  test("is void once the person has left the workspace", async () => {
    const { workspace, member } = await withApproval();
    await db.admin`delete from public.workspace_members where workspace_id = ${workspace} and user_id = ${member.id}`;
    expect(await outlivesWait(member)).toBe(true);
  });

  test("needs another owner if an owner asked", async () => {
    const { workspace, owner, admin, member } = await withLostFactor();
    await setRole(workspace, member, "owner");
    await ask(member);
    expect(await rejectionCode(answer(admin, workspace, member))).toBe("role/owner-needed");
    await answer(owner, workspace, member);
    expect(await outlivesWait(member)).toBe(false);
  });
});

test("a full log of settings stops neither request nor rejection", async () => {
  const { workspace, owner, member } = await withLostFactor();
  await fillLog(workspace, member, "workspace-renamed");
  await fillLog(workspace, owner, "workspace-renamed");
  await ask(member);
  await answer(owner, workspace, member, false);
  await fillLog(workspace, member, "factor-reset-asked");
  expect(await rejectionCode(ask(member))).toBe("request/rate-limited");
});
