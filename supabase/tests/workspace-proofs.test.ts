/** A change that outlives a stolen session of an admin needs a fresh proof. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { workspace as workspaceShape } from "#contracts/workspaces.ts";
import { factorActions } from "./support/factors.ts";
import type { Person } from "./support/fixtures.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { signIn, addFactor, confirm } = factorActions(db);
const { team, roles, setRole, invite, renew, update, changes } = workspaceActions(db);
const REFUSED = "account/sign-in-again";
/** Few invitations of a day go to one address. */
const newAddress = () => `${randomUUID()}@parley.example`;

const require = (who: Person, workspace: string, required: boolean) =>
  db.rpc(who, "require_two_factor", { p_workspace_id: workspace, p_required: required }, workspaceShape);

/** A team with old sessions of its owner and its admin, and a new one of the admin. */
async function openTeam() {
  const found = await team();
  const [oldOwner, oldAdmin] = [await signIn(found.owner, 11), await signIn(found.admin, 11)];
  return { ...found, oldOwner, olds: [oldOwner, oldAdmin], recent: await signIn(found.admin) };
}

async function invitations(workspace: string): Promise<[string, string | null][]> {
  const rows = await db.admin<{ role: string; email: string | null }[]>`
    select role, email from public.workspace_invitations where workspace_id = ${workspace}`;
  return rows.map(({ role, email }) => [role, email]);
}

test("an old session invites members and no admin", async () => {
  const address = newAddress();
  const { workspace, olds, recent } = await openTeam();
  for (const old of olds) expect(await rejectionCode(invite(old, workspace, address, "admin"))).toBe(REFUSED);
  expect(await invitations(workspace)).toEqual([]);
  for (const old of olds) await invite(old, workspace, address);
  expect(await invitations(workspace)).toEqual([["member", address]]);
  await invite(recent, workspace, address, "admin");
  expect(await invitations(workspace)).toEqual([["admin", address]]);
});

test("a rejected invitation leaves the earlier one", async () => {
  const address = newAddress();
  const { workspace, olds, recent } = await openTeam();
  const { id } = await invite(recent, workspace, address);
  for (const old of olds) expect(await rejectionCode(invite(old, workspace, address, "admin"))).toBe(REFUSED);
  expect(await renew(recent, id)).toMatchObject({ id, role: "member" });
});

test("an old session renews no invitation of an admin", async () => {
  const { workspace, member, olds, recent } = await openTeam();
  const { id, expires_at } = await invite(recent, workspace, newAddress(), "admin");
  const link = await invite(recent, workspace);
  for (const old of olds) {
    expect(await rejectionCode(renew(old, id))).toBe(REFUSED);
    await renew(old, link.id);
  }
  expect(await rejectionCode(renew(member, id))).toBe("role/admin-needed");
  const renewed = await renew(recent, id);
  expect(Date.parse(renewed.expires_at)).toBeGreaterThan(Date.parse(expires_at));
});

test("an old session raises nobody, and may demote", async () => {
  const { workspace, member, oldOwner, olds, recent } = await openTeam();
  for (const old of olds) {
    expect(await rejectionCode(setRole(old, workspace, member, "admin"))).toBe(REFUSED);
    await setRole(old, workspace, member, "member");
  }
  await setRole(recent, workspace, member, "admin");
  await setRole(oldOwner, workspace, member, "member");
  expect((await roles(workspace))[member.id]).toBe("member");
});

test("an old session keeps calls longer, never shorter", async () => {
  const { workspace, oldOwner, olds, recent } = await openTeam();
  for (const old of olds) {
    expect(await rejectionCode(update(old, workspace, { name: "Market", days: 29 }))).toBe(REFUSED);
    expect(await update(old, workspace, { name: "Spring trip", days: 30 })).toMatchObject({ retention_days: 30 });
  }
  await update(oldOwner, workspace, { translation: "device" });
  expect(await update(oldOwner, workspace, { days: 60 })).toMatchObject({ retention_days: 60 });
  expect(await update(recent, workspace, { days: 1 })).toMatchObject({ name: "Spring trip", retention_days: 1 });
});

test("an old factor does not end the policy", async () => {
  const { workspace, owner: person } = await openTeam();
  await addFactor(person);
  const owner = await confirm(await signIn(person, 60), 11);
  expect(await require(owner, workspace, false)).toMatchObject({ two_factor: false });
  expect(await require(owner, workspace, true)).toMatchObject({ two_factor: true });
  expect(await rejectionCode(require(owner, workspace, false))).toBe(REFUSED);
  const { changes: log } = await changes(owner, workspace, { actions: ["two-factor-changed"] });
  expect(log).toHaveLength(1);
  expect(await require(await confirm(await signIn(person)), workspace, false)).toMatchObject({ two_factor: false });
});

test("people with a factor prove it for an admin", async () => {
  const { workspace, owner: person, member } = await openTeam();
  await addFactor(person);
  const owner = await confirm(await signIn(person), 11);
  expect(await rejectionCode(setRole(owner, workspace, member, "admin"))).toBe(REFUSED);
  await setRole(await confirm(owner), workspace, member, "admin");
  expect((await roles(workspace))[member.id]).toBe("admin");
});
