/** From guest to account: address, workspace, roles. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { home, meetingPage } from "#contracts/account.ts";
import { LIMITS } from "#contracts/limits.ts";
import { createdMeeting, knocked } from "#contracts/meetings.ts";
import {
  account,
  addMember,
  becomeAccount,
  knock,
  type Person,
  person,
  room,
  workspaceOf,
} from "./support/fixtures.ts";
import {
  type DatabaseCaller,
  rejectionCode,
  testDatabaseForFile,
  waitForBlockedQuery,
} from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const NO_INSTANCE = "00000000-0000-0000-0000-000000000000";
const homeOf = (who: DatabaseCaller) => db.rpc(who, "home", {}, home);
const workspaceNames = async (who: DatabaseCaller) => (await homeOf(who)).workspaces.map(({ name }) => name);
const meetingIds = async (who: DatabaseCaller) => (await homeOf(who)).meetings.map(({ meeting_id }) => meeting_id);

describe("an unproven address", () => {
  const passwords = async () => {
    const rows = await db.admin<{ password: string | null }[]>`
      select encrypted_password as password from auth.users where encrypted_password <> ''`;
    return rows.map(({ password }) => password);
  };

  test("keeps no password that a stranger set", async () => {
    await db.admin`
      insert into auth.users (instance_id, id, aud, role, email, encrypted_password)
      values (${NO_INSTANCE}, ${randomUUID()}, 'authenticated', 'authenticated', 'victim@parley.example', '$2a$10$mallory')`;
    const ana = await account(db);
    await db.admin`update auth.users set encrypted_password = '$2a$10$mallory' where id = ${ana.id}`;
    expect(await passwords()).toEqual([]);
  });

  test("ends sessions of the guest that named it", async () => {
    const guest = await person(db);
    const other = await person(db);
    for (const { id } of [guest, other])
      await db.admin`insert into auth.sessions (id, user_id) values (${randomUUID()}, ${id})`;
    await becomeAccount(db, guest);
    const left = await db.admin<{ user_id: string }[]>`
      select user_id from auth.sessions where user_id in (${guest.id}, ${other.id})`;
    expect(left.map(({ user_id }) => user_id)).toEqual([other.id]);
  });
});

describe("becoming an account", () => {
  test("a sign-up creates profile and owned workspace", async () => {
    const ana = await account(db, "ana.maria+parley@secret-company.example");
    const { profile: own, workspaces, meetings } = await homeOf(ana);
    expect(own).toEqual({
      display_name: null,
      speaks: null,
      reads: null,
      ui_locale: null,
      time_zone: null,
      confirmation_emails: true,
      delete_at: null,
      factor_reset: false,
      avatar: null,
    });
    expect(workspaces).toEqual([
      { id: expect.any(String), name: "Ana Maria", role: "owner", locked: false, needs_sso: false },
    ]);
    expect(meetings).toEqual([]);
    const [settings] = await db.admin`
      select translation_policy, retention_days from public.workspaces where id = ${workspaces[0]?.id ?? ""}`;
    expect(settings).toEqual({ translation_policy: "server", retention_days: 30 });
  });

  test("a guest's meetings move to the new account's workspace", async () => {
    const meeting = await room(db);
    const { host } = meeting;
    const other = await room(db);
    await knock(db, host, meeting.code, { name: "Inés" });
    await knock(db, host, other.code, { name: "Inés" });
    expect((await homeOf(host)).workspaces).toEqual([]);

    await becomeAccount(db, host, "ines@parley.example");
    const own = await workspaceOf(db, host);
    expect((await homeOf(host)).workspaces).toEqual([
      { id: own, name: "Inés", role: "owner", locked: false, needs_sso: false },
    ]);
    const rows = await db.admin`
      select id, workspace_id from public.meetings where id in (${meeting.id}, ${other.id}) order by host = ${host.id} desc`;
    expect([...rows]).toEqual([
      { id: meeting.id, workspace_id: own },
      { id: other.id, workspace_id: null },
    ]);
  });

  test("an unnamed guest is named after the email address", async () => {
    const guest = await person(db);
    await becomeAccount(db, guest, "tom_b@parley.example");
    expect(await workspaceNames(guest)).toEqual(["Tom B"]);
  });

  test.each([
    ["x".repeat(200), `X${"x".repeat(LIMITS.workspaceName.max - 1)}`],
    ["...", "Parley"],
    ["\u202Eevil\u200B", "Evil"],
    ["+tag", "Parley"],
    ["東京", "東京"],
  ])("the address %j@… names the workspace %j", async (local, name) => {
    const [row] = await db.admin`select private.initial_workspace_name(null, ${`${local}@secret.example`}) as name`;
    expect(row?.name).toBe(name);
  });

  test("proving an address again changes nothing", async () => {
    const ana = await account(db);
    await db.admin`update auth.users set is_anonymous = false, email = 'new@parley.example' where id = ${ana.id}`;
    await db.admin`select private.set_up_account(${ana.id}, 'new@parley.example')`;
    expect((await homeOf(ana)).workspaces).toHaveLength(1);
  });

  test("a concurrent new meeting lands in the workspace", async () => {
    const guest = await person(db);
    const id = randomUUID();
    let becoming: Promise<void> = Promise.resolve();
    await db.as(guest, async (sql) => {
      await sql`select public.create_meeting(p_meeting_id => ${id})`;
      becoming = becomeAccount(db, guest);
      await waitForBlockedQuery(db, "is_anonymous = false");
    });
    await becoming;
    const [row] = await db.admin`select workspace_id from public.meetings where id = ${id}`;
    expect(row?.workspace_id).toBe(await workspaceOf(db, guest));
  });

  test("a new meeting belongs to the account's first workspace", async () => {
    const ana = await account(db);
    const bob = await account(db);
    await addMember(db, await workspaceOf(db, bob), ana, "admin");
    const made = await room(db, null, ana);
    const guests = await room(db);
    const rows = await db.admin`
      select id, workspace_id from public.meetings where id in (${made.id}, ${guests.id})
      order by workspace_id nulls last`;
    expect([...rows]).toEqual([
      { id: made.id, workspace_id: await workspaceOf(db, ana) },
      { id: guests.id, workspace_id: null },
    ]);
  });

  test("roles are ordered and limited to their workspace", async () => {
    const owner = await account(db);
    const admin = await account(db);
    const workspace = await workspaceOf(db, owner);
    await addMember(db, workspace, admin, "admin");
    const standing = async (who: Person) => {
      const [row] = await db.admin`
        select private.has_workspace_role(${who.id}, ${workspace}, 'member') as member,
          private.has_workspace_role(${who.id}, ${workspace}, 'admin') as admin,
          private.has_workspace_role(${who.id}, ${workspace}, 'owner') as owner`;
      return row;
    };
    expect(await standing(owner)).toEqual({ member: true, admin: true, owner: true });
    expect(await standing(admin)).toEqual({ member: true, admin: true, owner: false });
    expect(await standing(await account(db))).toEqual({ member: false, admin: false, owner: false });
  });
});

test("a null workspace grants no membership", async () => {
  const meeting = await room(db);
  const ana = await account(db);
  await db.rpc(
    meeting.host,
    "knock",
    { p_code: meeting.code, p_display_name: "Host", p_speaks: "es", p_reads: "es" },
    knocked,
  );
  expect(await meetingIds(ana)).toEqual([]);
  expect(await rejectionCode(db.rpc(ana, "create_meeting", { p_meeting_id: meeting.id }, createdMeeting))).toBe(
    "request/not-allowed",
  );
  const page = db.rpc(ana, "meeting_page", { p_meeting_id: meeting.id }, meetingPage);
  expect(await rejectionCode(page)).toBe("request/not-found");
});
