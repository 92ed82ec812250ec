/** Invitations into a workspace, by an email or a link. */
import { describe, expect, test } from "vitest";
import { WORKSPACES } from "#contracts/workspaceLimits.ts";
import { account, ageRateLimits, person } from "./support/fixtures.ts";
import { sweepStep } from "./support/sweep.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { team, create, roles, setRole, remove, invite, renew, revoke, look, accept, changes } = workspaceActions(db);
const REFUSED = "workspace/invitation-refused";

const emailsTo = (recipient: string) =>
  db.admin<{ template: string; token: string }[]>`
    select template, payload ->> 'token' as token from private.outbox_emails where recipient = ${recipient}`;

describe("an invitation by email", () => {
  test("makes the address a member, with its role", async () => {
    const { workspace, admin } = await team();
    const eve = await account(db, "eve@parley.example");
    const { token, email } = await invite(admin, workspace, " Eve@Parley.example ", "admin");
    expect(email).toBe("eve@parley.example");
    expect(await emailsTo("eve@parley.example")).toEqual([{ template: "invitation", token }]);
    expect(await look(token, eve)).toMatchObject({ is_for_caller: true, role: "admin", is_member: false });
    expect(await accept(eve, token)).toMatchObject({ id: workspace, role: "admin" });
    expect((await changes(admin, workspace)).changes.map(({ action }) => action)).toEqual([
      "member-joined",
      "member-invited",
    ]);
  });

  test("makes a member an admin, once", async () => {
    const { workspace, owner } = await team();
    const kim = await account(db, "kim@parley.example");
    const { token } = await invite(owner, workspace, "kim@parley.example", "admin");
    await accept(kim, (await invite(owner, workspace)).token);
    expect(await look(token, kim)).toMatchObject({ role: "admin", is_member: false });
    expect(await accept(kim, token)).toMatchObject({ role: "admin" });
    await setRole(owner, workspace, kim, "member");
    expect(await look(token, kim)).toMatchObject({ is_member: true });
  });

  test("is denied to another person, also with the link", async () => {
    const { workspace, admin } = await team();
    const { token } = await invite(admin, workspace, "zoe@parley.example", "admin");
    const other = await account(db);
    for (const reader of [other, undefined]) {
      const page = await look(token, reader);
      expect(page.is_for_caller).toBe(false);
      expect(JSON.stringify(page)).not.toContain("zoe@");
    }
    expect(await rejectionCode(accept(other, token))).toBe("workspace/other-address");
    expect(await rejectionCode(accept(await person(db), token))).toBe("account/needed");
    const unconfirmed = await account(db, "zoe@parley.example");
    await db.admin`update auth.users set email_confirmed_at = null where id = ${unconfirmed.id}`;
    expect(await look(token, unconfirmed)).toMatchObject({ is_for_caller: false });
    expect(await rejectionCode(accept(unconfirmed, token))).toBe("workspace/other-address");
  });

  test("works once; its repeat changes nothing", async () => {
    const { workspace, owner, admin } = await team();
    const kai = await account(db, "kai@parley.example");
    const { token } = await invite(admin, workspace, "kai@parley.example", "admin");
    await Promise.all([accept(kai, token), accept(kai, token)]);
    await setRole(owner, workspace, kai, "member");
    expect(await accept(kai, token)).toMatchObject({ role: "member" });
    await remove(owner, workspace, kai);
    expect(await rejectionCode(accept(kai, token))).toBe(REFUSED);
  });

  test("is replaced by a newer one of its address", async () => {
    const { workspace, admin } = await team();
    const { token } = await invite(admin, workspace, "lu@parley.example", "admin");
    const newer = await invite(admin, workspace, "lu@parley.example");
    expect(await rejectionCode(look(token))).toBe(REFUSED);
    const again = await renew(admin, newer.id);
    expect(await emailsTo("lu@parley.example")).toEqual([{ template: "invitation", token: again.token }]);
    expect(await rejectionCode(look(newer.token))).toBe(REFUSED);
    expect(await look(again.token)).toMatchObject({ role: "member" });
    expect(await rejectionCode(invite(admin, workspace, (await memberEmail(workspace)) ?? ""))).toBe(
      "workspace/member-already",
    );
  });

  test("sends few daily emails to one address, whoever invites", async () => {
    const mail = "victim@parley.example";
    for (let count = 0; count < WORKSPACES.emailsPerAddressInDay; count += 1) {
      const { workspace, owner } = await team();
      await invite(owner, workspace, mail.replace("@", count === 0 ? "@" : `+${count}@`));
    }
    const { workspace, owner } = await team();
    expect(await rejectionCode(invite(owner, workspace, mail))).toBe("workspace/too-many-emails");
    expect(await invite(owner, workspace, "other@parley.example")).toMatchObject({ email: "other@parley.example" });
  });

  test("is limited by the daily emails of a person", async () => {
    const { workspace, owner } = await team();
    for (let at = 0; at < WORKSPACES.emailsPerPersonInDay; at += 1) {
      await invite(owner, workspace, `many${at}@parley.example`);
      await ageRateLimits(db, owner, 60);
    }
    const other = (await create(owner)).id;
    expect(await rejectionCode(invite(owner, other, "more@parley.example"))).toBe("workspace/too-many-emails");
    expect(await invite(owner, other)).toMatchObject({ email: null });
    await db.admin`update public.workspace_changes set at = now() - interval '25 hours'`;
    expect(await invite(owner, other, "more@parley.example")).toMatchObject({ email: "more@parley.example" });
  });

  test("rejects what is no address, and unknown roles", async () => {
    const { workspace, owner } = await team();
    for (const email of ["eve", "eve@", "@parley.example", "a b@c.example", "a@b@c.example", `${"x".repeat(250)}@c.ex`])
      expect(await rejectionCode(invite(owner, workspace, email))).toBe("mail/malformed");
    expect(await rejectionCode(invite(owner, workspace, "eve@parley.example", "owner"))).toBe("request/invalid");
    expect(await rejectionCode(invite(owner, workspace, null, "admin"))).toBe("request/invalid");
  });
});

async function memberEmail(workspace: string): Promise<string | undefined> {
  const [row] = await db.admin<{ email: string }[]>`
    select email from auth.users join public.workspace_members on user_id = users.id where workspace_id = ${workspace}`;
  return row?.email;
}

test("a revoked invitation sends no email", async () => {
  const { workspace, admin } = await team();
  const { id } = await invite(admin, workspace, "noa@parley.example");
  await revoke(admin, id);
  expect(await emailsTo("noa@parley.example")).toEqual([]);
});

describe("an invitation by link", () => {
  test("makes everybody with it a member, and nobody more", async () => {
    const { workspace, owner, admin } = await team();
    const { token } = await invite(admin, workspace);
    const guests = [await account(db), await account(db)];
    for (const guest of guests) expect(await accept(guest, token)).toMatchObject({ role: "member" });
    expect(await accept(owner, token)).toMatchObject({ role: "owner" });
    expect(Object.keys(await roles(workspace))).toHaveLength(5);
  });

  test("does not bring back people who were removed since", async () => {
    const { workspace, admin, member } = await team();
    const { token, id } = await invite(admin, workspace);
    await remove(admin, workspace, member);
    expect(await rejectionCode(accept(member, token))).toBe(REFUSED);
    expect(await accept(member, (await renew(admin, id)).token)).toMatchObject({ role: "member" });
  });

  test("ends when it is revoked, or after seven days", async () => {
    const { workspace, admin, member } = await team();
    const [first, second] = [await invite(admin, workspace), await invite(admin, workspace)];
    expect(await rejectionCode(revoke(member, first.id))).toBe("role/admin-needed");
    await revoke(admin, first.id);
    await db.admin`update public.workspace_invitations set expires_at = now() where id = ${second.id}`;
    for (const { token } of [first, second]) {
      expect(await rejectionCode(look(token))).toBe(REFUSED);
      expect(await rejectionCode(accept(await account(db), token))).toBe(REFUSED);
    }
    await sweepStep(db, "workspaces");
    expect(await db.admin`select from public.workspace_invitations where workspace_id = ${workspace}`).toHaveLength(0);
  });

  test("rejects invalid tokens", async () => {
    for (const token of ["", "x", "0".repeat(64), "A".repeat(64), "0".repeat(100_000)])
      expect(await rejectionCode(look(token))).toBe(REFUSED);
  });

  test("is not readable by people of other workspaces", async () => {
    const { workspace, admin } = await team();
    const elsewhere = await team();
    const { id } = await invite(admin, workspace);
    expect(await rejectionCode(revoke(elsewhere.owner, id))).toBe("request/not-found");
    expect(await rejectionCode(renew(elsewhere.owner, id))).toBe("request/not-found");
  });
});
