/** From guest to account: profile, workspace, home. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { home, meetingPage, profile } from "#contracts/account.ts";
import { ownColour } from "#contracts/colours.ts";
import { health } from "#contracts/jobs.ts";
import { LIMITS } from "#contracts/limits.ts";
import { createdMeeting, knocked } from "#contracts/meetings.ts";
import {
  account,
  addMember,
  agePeers,
  becomeAccount,
  enterCall,
  join,
  knock,
  type Person,
  person,
  room,
  workspaceOf,
} from "./support/fixtures.ts";
import {
  type Argument,
  anon,
  type DatabaseCaller,
  emptyResult,
  rejectionCode,
  testDatabaseForFile,
  toParameters,
  waitForBlockedQuery,
} from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const NO_INSTANCE = "00000000-0000-0000-0000-000000000000";
const homeOf = (who: DatabaseCaller) => db.rpc(who, "home", {}, home);
const update = (who: DatabaseCaller, change: Record<string, Argument>) =>
  db.rpc(who, "update_profile", toParameters(change), profile);
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
    expect(own).toEqual({ display_name: null, speaks: null, reads: null, ui_locale: null, time_zone: null });
    expect(workspaces).toEqual([{ id: expect.any(String), name: "Ana Maria", role: "owner" }]);
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
    expect((await homeOf(host)).workspaces).toEqual([{ id: own, name: "Inés", role: "owner" }]);
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

describe("update_profile", () => {
  const filled = { display_name: "Inés", speaks: "es", reads: "en", ui_locale: "es-MX", time_zone: "Europe/Madrid" };

  test("keeps omitted fields and cleans names", async () => {
    const ana = await account(db);
    expect(await update(ana, { ...filled, display_name: "  In\u202Eés \n" })).toEqual(filled);
    expect(await update(ana, { reads: "ar", display_name: null })).toEqual({ ...filled, reads: "ar" });
    expect(await update(ana, {})).toEqual({ ...filled, reads: "ar" });
    expect(await db.rpc(ana, "read_profile", {}, profile)).toEqual({ ...filled, reads: "ar" });
  });

  test("applies to the next meeting, not to joined ones", async () => {
    const ana = await account(db);
    const meeting = await room(db);
    await knock(db, ana, meeting.code, { name: "Ana" });
    await update(ana, { display_name: "Inés" });
    const [place] = await db.admin`select display_name from public.participants where user_id = ${ana.id}`;
    expect(place?.display_name).toBe("Ana");
  });

  test.each<[Record<string, string>, string]>([
    [{ display_name: "" }, "name/empty"],
    [{ display_name: " \u200B " }, "name/empty"],
    [{ display_name: "x".repeat(LIMITS.displayName.max + 1) }, "name/too-long"],
    [{ speaks: "tlh" }, "language/unknown"],
    [{ reads: "" }, "language/unknown"],
    [{ ui_locale: "" }, "locale/unknown"],
    [{ ui_locale: "english" }, "locale/unknown"],
    [{ ui_locale: `en${"-abcd".repeat(5)}` }, "locale/unknown"],
    [{ time_zone: "" }, "time-zone/unknown"],
    [{ time_zone: "Mars/Olympus_Mons" }, "time-zone/unknown"],
    [{ time_zone: "Europe/madrid" }, "time-zone/unknown"],
    [{ time_zone: "Abc/De+5" }, "time-zone/unknown"],
    [{ time_zone: "CEST" }, "time-zone/unknown"],
    [{ time_zone: "../../etc/passwd" }, "time-zone/unknown"],
    [{ time_zone: "x".repeat(10_000) }, "time-zone/unknown"],
  ])("rejects %j and stores nothing", async (change, code) => {
    const ana = await account(db);
    expect(await rejectionCode(update(ana, { display_name: "Ana", speaks: "es", ...change }))).toBe(code);
    expect((await homeOf(ana)).profile).toMatchObject({ display_name: null, speaks: null });
  });

  test.each(["UTC", "Asia/Tokyo", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "America/Port-au-Prince"])(
    "accepts the zone %s",
    async (zone) => {
      expect((await update(await person(db), { time_zone: zone })).time_zone).toBe(zone);
    },
  );
});

describe("home", () => {
  test("lists people inside and participants in order", async () => {
    const ana = await account(db);
    const meeting = await room(db, "Spring trip", ana);
    const before = await homeOf(ana);
    const knownMeeting = {
      meeting_id: meeting.id,
      code: meeting.code,
      title: "Spring trip",
      host_name: null,
      created_at: expect.any(String),
    };
    expect(before.meetings).toEqual([
      {
        ...knownMeeting,
        role: "host",
        ended: false,
        inside: 0,
        last_call_at: null,
        last_call: null,
        people: [],
        people_count: 0,
      },
    ]);
    const first = await join(db, meeting, { name: "Ana", speaks: "es", reads: "en" }, ana);
    for (let count = 1; count < LIMITS.homePageNamesPerMeeting + 2; count++)
      await knock(db, await person(db), meeting.code);
    const [shown] = (await homeOf(ana)).meetings;
    expect(shown).toMatchObject({ role: "host", inside: 1, people_count: LIMITS.homePageNamesPerMeeting + 2 });
    expect(shown?.people.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(shown?.people[0]).toEqual({
      ...{ number: 1, colour: ownColour(ana.id), display_name: "Ana", speaks: "es", reads: "en" },
    });
    expect(shown?.last_call_at).not.toBeNull();
    await db.rpc(ana, "leave_call", { p_call_id: first.call, p_peer_id: first.peer }, emptyResult);
    expect((await homeOf(ana)).meetings[0]?.inside).toBe(0);
  });

  test("works for a guest without a workspace", async () => {
    const meeting = await room(db);
    const guest = await person(db);
    await knock(db, guest, meeting.code, { name: "Bob" });
    const shown = await homeOf(guest);
    expect(shown.workspaces).toEqual([]);
    expect(shown.meetings).toMatchObject([{ meeting_id: meeting.id, role: "guest" }]);
  });

  test("shows removed participants only the workspace's meetings", async () => {
    const owner = await account(db);
    const member = await account(db);
    await addMember(db, await workspaceOf(db, owner), member, "member");
    const meeting = await room(db, null, owner);
    expect((await homeOf(member)).meetings).toMatchObject([{ meeting_id: meeting.id, role: "member" }]);
    const stranger = await account(db);
    for (const who of [member, stranger]) await knock(db, who, meeting.code);
    expect((await homeOf(member)).meetings).toMatchObject([{ role: "guest", people_count: 2 }]);
    await db.admin`update public.participants set admission = 'removed' where meeting_id = ${meeting.id}`;
    expect((await homeOf(member)).meetings).toMatchObject([{ role: "member", people: [], people_count: 0 }]);
    expect(await meetingIds(stranger)).toEqual([]);
  });

  test("lists a limited number, newest first", async () => {
    const ana = await account(db);
    await db.admin`
      insert into public.meetings (id, code, host, created_at)
      select gen_random_uuid(), private.new_meeting_code(), ${ana.id}, now() - interval '10 days'
      from generate_series(1, ${LIMITS.homePageMeetings * 3})`;
    const newest = async () => (await meetingIds(ana)).slice(0, 3);
    const made = [];
    for (let count = 0; count < 3; count++) made.push(await room(db, null, ana));
    const [first, second, third] = made.map(({ id }) => id);
    await db.admin`
      update public.meetings
      set created_at = now() - case id when ${first ?? ""} then interval '3 days' else interval '2 days' end
      where id in (${first ?? ""}, ${second ?? ""})`;
    expect(await newest()).toEqual([third, second, first]);
    expect(await meetingIds(ana)).toHaveLength(LIMITS.homePageMeetings);
    await knock(db, ana, made[0]?.code ?? "");
    const { call } = await enterCall(db, ana, first ?? "", randomUUID());
    expect(await newest()).toEqual([first, third, second]);
    await agePeers(db, call.id, 3600);
    expect(await newest()).toEqual([third, first, second]);
  });
});

test("health returns the last migration to everyone", async () => {
  const report = await db.rpc(anon, "health", {}, health);
  const [row] = await db.admin`select max(version) as version from supabase_migrations.schema_migrations`;
  expect(report.migration).toBe(row?.version);
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
