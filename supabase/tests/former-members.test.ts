/** Meetings and invitations of people who are no longer in the workspace. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { account, enterCall, join, post, room, tryKnock, workspaceOf } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { moderation } from "./support/moderation.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";
import { waitingRoom } from "./support/waitingRoom.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { team, choose, roles, setRole, remove, leave, invite, accept, look } = workspaceActions(db);
const { change, rotate, end, setRole: setRoleInMeeting, beat, historyOf, remove: removeFromMeeting } = moderation(db);
const { changesOf } = lineActions(db);
const { admit } = waitingRoom(db);
const REFUSED = "workspace/invitation-refused";

/** Returns a meeting of the team that its member hosts and everybody of the team is in. */
async function hostedByMember(access: "members" | "open") {
  const people = await team();
  await choose(people.member, people.workspace);
  const place = await room(db, null, people.member);
  await change(people.member, place, { access });
  const host = await join(db, place, {}, people.member);
  const admin = await join(db, place, {}, people.admin);
  return { ...people, place, host, admin };
}

const boardRights = async (user: string, meeting: string) =>
  (
    await db.admin`
      select private.can_read_board(${user}, ${meeting}) as reads, private.can_write_board(${user}, ${meeting}) as writes`
  )[0];

describe("after a removal from the workspace", () => {
  test("the host of a members' meeting is outside, without rights", async () => {
    const { workspace, owner, place, host, admin } = await hostedByMember("members");
    expect(await boardRights(host.id, place.id)).toEqual({ reads: true, writes: true });
    await remove(owner, workspace, host);
    await post(db, admin, admin.call);
    expect(await rejectionCode(historyOf(host))).toBe("meeting/not-entered");
    expect(await rejectionCode(beat(host))).toBe("meeting/members-only");
    expect(await rejectionCode(enterCall(db, host, place.id, randomUUID()))).toBe("meeting/members-only");
    expect(await rejectionCode(change(host, place, { access: "open" }))).toBe("meeting/members-only");
    expect(await rejectionCode(end(host, place))).toBe("meeting/members-only");
    expect(await rejectionCode(rotate(host, place))).toBe("meeting/members-only");
    expect(await boardRights(host.id, place.id)).toEqual({ reads: false, writes: false });
  });

  test("a co-host and a participant of it are outside", async () => {
    const { workspace, owner, place, host } = await hostedByMember("members");
    const [cohost, plain] = await Promise.all([account(db), account(db)]);
    for (const person of [cohost, plain]) {
      const { token } = await invite(owner, workspace);
      await accept(person, token);
      await join(db, place, {}, person);
    }
    await setRoleInMeeting(host, place, cohost, "co-host");
    for (const person of [cohost, plain]) {
      await remove(owner, workspace, person);
      expect(await rejectionCode(enterCall(db, person, place.id, randomUUID()))).toBe("meeting/members-only");
      expect(await rejectionCode(rotate(person, place))).toBe("meeting/members-only");
      expect(await boardRights(person.id, place.id)).toEqual({ reads: false, writes: false });
    }
  });

  test("an open meeting keeps its host until admins close it", async () => {
    const { workspace, owner, place, host, admin } = await hostedByMember("open");
    await remove(owner, workspace, host);
    expect(await beat(host)).toMatchObject({ standing: "in" });
    expect(await change(host, place, { title: "Farewell" })).toMatchObject({ title: "Farewell" });
    await change(admin, place, { access: "members" });
    expect(await rejectionCode(end(host, place))).toBe("meeting/members-only");
  });

  test("nobody reads what a members' meeting got since", async () => {
    const { workspace, owner, place, host, admin } = await hostedByMember("members");
    const line = await post(db, host, host.call, { text: "before" });
    await remove(owner, workspace, host);
    await change(admin, place, { title: "A new title" });
    await rotate(admin, place);
    const read = (name: string, args: Record<string, string>) => rejectionCode(db.rpc(host, name, args, z.unknown()));
    const ofMeeting = { p_meeting_id: place.id };
    for (const name of ["meeting_terms", "proposed_terms", "translation_quota"])
      expect([name, await read(name, ofMeeting)]).toEqual([name, "meeting/members-only"]);
    expect(await rejectionCode(changesOf(host, place))).toBe("meeting/members-only");
    expect(await read("meeting_page", ofMeeting)).toBe("request/not-found");
    expect(await read("propose_term", { ...ofMeeting, p_term_id: randomUUID(), p_term: "x", p_language: "es" })).toBe(
      "meeting/members-only",
    );
    expect(await read("corrections", { p_line_id: line.id })).toBe("line/not-found");
    for (const name of ["transcript", "call_recap", "call_confirmations"])
      expect(await read(name, { p_call_id: host.call }), name).not.toContain("no refusal");
    const home = await db.rpc(host, "home", {}, z.object({ meetings: z.array(z.object({ meeting_id: z.string() })) }));
    expect(home.meetings.map(({ meeting_id }) => meeting_id)).not.toContain(place.id);
    const exported = await db.rpc(host, "export_page", { p_part: "meetings" }, z.unknown());
    expect(JSON.stringify(exported)).not.toContain("A new title");
    expect(JSON.stringify(await db.rpc(host, "export_page", { p_part: "lines" }, z.unknown()))).toContain("before");
  });

  test("a visitor keeps their own stays after the meeting closes", async () => {
    const { place, host } = await hostedByMember("open");
    const visitor = await join(db, place, {}, await account(db));
    await post(db, host, host.call, { text: "for all" });
    await change(host, place, { access: "members" });
    expect(JSON.stringify(await historyOf(visitor))).toContain("for all");
  });

  test("a new invitation gives the host all rights back", async () => {
    const { workspace, owner, place, host } = await hostedByMember("members");
    await leave(host, workspace);
    const { token } = await invite(owner, workspace);
    await accept(host, token);
    await enterCall(db, host, place.id, randomUUID());
    expect(await change(host, place, { title: "Again" })).toMatchObject({ title: "Again" });
  });

  test("invitations by that person end, with their emails", async () => {
    const { workspace, owner, admin } = await team();
    const second = await account(db, "second@parley.example");
    const { token } = await invite(admin, workspace, "second@parley.example", "admin");
    const link = await invite(admin, workspace);
    await remove(owner, workspace, admin);
    for (const open of [token, link.token]) expect(await rejectionCode(look(open))).toBe(REFUSED);
    expect(await rejectionCode(accept(second, token))).toBe(REFUSED);
    expect(await db.admin`select from private.outbox_emails where recipient = 'second@parley.example'`).toHaveLength(0);
  });
});

test("a member in many calls is removed at once", async () => {
  const { workspace, owner, host } = await hostedByMember("members");
  const count = 1_500;
  await db.admin`
    with meetings as (
      insert into public.meetings (id, code, host, workspace_id, access)
      select gen_random_uuid(), private.new_meeting_code(), ${owner.id}, ${workspace}, 'members'
      from generate_series(1, ${count}) returning id
    ), calls as (
      insert into public.calls (id, meeting_id) select gen_random_uuid(), id from meetings returning id
    ), stays as (
      insert into public.attendance (call_id, user_id, joined_at) select id, ${host.id}, now() from calls returning call_id
    )
    insert into public.call_peers (call_id, peer_id, user_id, join_number)
    select call_id, gen_random_uuid(), ${host.id}, 1 from stays`;
  await db.as(owner, async (sql) => {
    await sql`set local statement_timeout = 1000`;
    await sql`select public.remove_member(${workspace}, ${host.id})`;
  });
  expect((await roles(workspace))[host.id]).toBeUndefined();
  const [left] = await db.admin`
    select count(*)::int as peers from public.call_peers where user_id = ${host.id} and left_at is not null`;
  expect(left?.peers).toBe(10);
  // The calls with nobody else in them wait.
  const [company] = await db.admin`select left_reason from public.call_peers where peer_id = ${host.peer}`;
  expect(company).toEqual({ left_reason: "left" });
  expect(await rejectionCode(beat(host))).toBe("meeting/members-only");
});

test("a removal is busy while the member's lock is held", async () => {
  const { workspace, owner, member } = await team();
  await db.admin.begin(async (holder) => {
    await holder`select private.lock_user(${member.id})`;
    const removal = db.as(owner, async (sql) => {
      await sql`set local lock_timeout = 100`;
      await sql`select public.remove_member(${workspace}, ${member.id})`;
    });
    expect(await rejectionCode(removal)).toBe("request/busy");
  });
  await remove(owner, workspace, member);
});

test("demotion and removal end invitations of the person's address", async () => {
  const { workspace, owner } = await team();
  const [eve, open] = [await account(db), await invite(owner, workspace)];
  const asAdmin = await invite(owner, workspace, `${eve.id}@parley.example`, "admin");
  await accept(eve, open.token);
  await setRole(owner, workspace, eve, "admin");
  await setRole(owner, workspace, eve, "member");
  expect(await rejectionCode(accept(eve, asAdmin.token))).toBe(REFUSED);
  expect((await roles(workspace))[eve.id]).toBe("member");
});

test("a removed host reads nothing of the meeting any more", async () => {
  const { workspace, owner, place, host, admin } = await hostedByMember("open");
  await remove(owner, workspace, host);
  await removeFromMeeting(admin, place, host);
  const { code } = await rotate(admin, place);
  await change(admin, place, { title: "New title" });
  const page = db.rpc(host, "meeting_page", { p_meeting_id: place.id }, z.unknown());
  expect(await rejectionCode(page)).toBe("request/not-found");
  expect(JSON.stringify(await db.rpc(host, "home", {}, z.unknown()))).not.toMatch(new RegExp(`${code}|New title`, "u"));
});

test("a repeated creation gives a removed host no code", async () => {
  const { workspace, owner, place, host, admin } = await hostedByMember("open");
  const again = () =>
    db.rpc(host, "create_meeting", { p_meeting_id: place.id, p_access: "open", p_keep: "days" }, z.unknown());
  expect(await again()).toMatchObject({ code: place.code });
  await remove(owner, workspace, host);
  await removeFromMeeting(admin, place, host);
  await rotate(admin, place);
  expect(await rejectionCode(again())).toBe("request/not-allowed");
});

test("a co-host outside moderates no more once the host left", async () => {
  const { workspace, owner, place, host, admin } = await hostedByMember("open");
  const [own, colleague] = [await join(db, place, {}, await account(db)), admin];
  await setRoleInMeeting(host, place, own, "co-host");
  await change(host, place, { access: "knock" });
  await remove(owner, workspace, host);
  await tryKnock(db, host, place.code);
  expect(await rejectionCode(admit(own, place, host))).toBe("role/moderator-needed");
  await admit(colleague, place, host);
});

test("a demotion ends the person's invitations", async () => {
  const { workspace, owner, admin } = await team();
  const link = await invite(admin, workspace);
  const owners = await invite(owner, workspace);
  await setRole(owner, workspace, admin, "member");
  expect(await rejectionCode(accept(await account(db), link.token))).toBe(REFUSED);
  const guest = await account(db);
  await accept(guest, owners.token);
  expect((await roles(workspace))[guest.id]).toBe("member");
});

test("hosts of meetings without a workspace keep their rank", async () => {
  const place = await room(db);
  await join(db, place, {}, place.host);
  expect(await change(place.host, place, { title: "Ours" })).toMatchObject({ title: "Ours" });
  const ana = await account(db);
  const own = await room(db, null, ana);
  expect(await workspaceOf(db, ana)).toBeTruthy();
  await join(db, own, {}, ana);
  expect(await change(ana, own, { title: "Mine" })).toMatchObject({ title: "Mine" });
});
