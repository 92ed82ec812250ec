/** The private feed of a person: what it contains, who reads it, and its bounds. */
import { beforeEach, describe, expect, test } from "vitest";
import { PLANS } from "#contracts/planLimits.ts";
import type { PlanTimes } from "#contracts/planning.ts";
import { calendarFeed, feedOccurrences, newCalendarFeed } from "#contracts/plans.ts";
import { countRowsRead } from "./support/countRows.ts";
import { account, addMember, type Person, person } from "./support/fixtures.ts";
import { KENJI, planActions } from "./support/plans.ts";
import { anon, emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { plan, change, cancel, invite, uninvite, link, answer } = planActions(db);
const { team, remove } = workspaceActions(db);

beforeEach(() => db.admin`delete from public.meeting_series`);

const renew = async (who: Person) => (await db.rpc(who, "renew_calendar_feed", {}, newCalendarFeed)).token;
const revoke = (who: Person) => db.rpc(who, "revoke_calendar_feed", {}, emptyResult);
const state = (who: Person) => db.rpc(who, "my_calendar_feed", {}, calendarFeed);
const read = async (token: string | null) =>
  (await db.rpc(anon, "feed_by_link", { p_token: token }, feedOccurrences)).occurrences;
const keys = async (token: string) => (await read(token)).map(({ key }) => key);

/** A time in so many days, at nine in UTC. */
const dayIn = (days: number): string => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T09:00`;
const timesIn = (days: number, rule: PlanTimes["rule"] = null): PlanTimes => ({
  ...{ start: dayIn(days), zone: "UTC", length_minutes: 60, rule },
});

/** A series of a member, to which an admin and an address are invited. */
async function scene(times: PlanTimes = timesIn(2, { freq: "weekly", count: 3 })) {
  const people = await team();
  const { series_id: id } = await plan(people.member, people.workspace, { times });
  const { invitees } = await invite(people.member, id, [KENJI, { user_id: people.admin.id }]);
  return { ...people, id, invitee: invitees.find(({ user_id }) => user_id !== null)?.id ?? "" };
}

const refused = "plan/link-refused";

describe("a feed", () => {
  test("has the meetings of organizer and invitee, and of nobody else", async () => {
    const { id, member, admin, owner } = await scene();
    const expected = [dayIn(2), dayIn(9), dayIn(16)];
    expect(await keys(await renew(member))).toEqual(expected);
    const ofAdmin = await read(await renew(admin));
    expect(ofAdmin.map(({ key }) => key)).toEqual(expected);
    expect(ofAdmin[0]).toMatchObject({
      series_id: id,
      title: "Reparto de tareas",
      agenda: ["Agua", "Turnos"],
      sequence: 0,
    });
    expect(JSON.stringify(ofAdmin)).not.toContain(KENJI.email);
    expect(await keys(await renew(owner))).toEqual([]);
  });

  test("follows changes and cancellations", async () => {
    const times = timesIn(2, { freq: "weekly", count: 3 });
    const { id, member, admin } = await scene(times);
    const token = await renew(admin);
    const moved = {
      key: dayIn(9),
      kind: "moved",
      by: "person",
      start: `${dayIn(10).slice(0, 10)}T18:00`,
      length_minutes: 30,
    } as const;
    await change(member, id, 0, { times, overrides: [moved, { key: dayIn(16), kind: "cancelled", by: "person" }] });
    const occurrences = await read(token);
    expect(occurrences.map(({ key }) => key)).toEqual([dayIn(2), dayIn(9)]);
    expect(new Date(occurrences[1]?.starts_at ?? "").toISOString()).toBe(`${moved.start}:00.000Z`);
    await cancel(member, id, 1);
    expect(await read(token)).toEqual([]);
  });

  test("has some weeks of the past and a year", async () => {
    const { workspace, member } = await team();
    for (const days of [-PLANS.feedPastDays - 2, -2, 300, PLANS.feedDays + 2])
      await plan(member, workspace, { times: timesIn(days) });
    expect(await keys(await renew(member))).toEqual([dayIn(-2), dayIn(300)]);
  });

  test("has nothing that the person declined, or is no longer invited to", async () => {
    const { id, member, admin, invitee } = await scene();
    const token = await renew(admin);
    await answer(await link(invitee), "no");
    expect(await read(token)).toEqual([]);
    await answer(await link(invitee), "yes");
    expect(await read(token)).toHaveLength(3);
    await uninvite(member, id, invitee);
    expect(await read(token)).toEqual([]);
  });

  test("has nothing of a workspace that the person left", async () => {
    const { owner, admin, member, workspace } = await scene();
    const [ofAdmin, ofMember] = [await renew(admin), await renew(member)];
    await remove(owner, workspace, admin);
    await remove(owner, workspace, member);
    expect([await read(ofAdmin), await read(ofMember)]).toEqual([[], []]);
  });

  test("has nothing of a workspace with a policy of signing in", async () => {
    const [one, other] = [await scene(), await scene()];
    const [first, second] = [await renew(one.member), await renew(other.member)];
    await db.admin`insert into private.two_factor_workspaces (workspace_id) values (${one.workspace})`;
    await db.admin`
      insert into private.sso_workspaces (workspace_id, provider_id) values (${other.workspace}, gen_random_uuid())`;
    expect([await read(first), await read(second)]).toEqual([[], []]);
  });

  test("has nothing of a meeting that was ended", async () => {
    const { member } = await scene();
    const token = await renew(member);
    await db.admin`update public.meetings set ended_at = now() where host = ${member.id}`;
    expect(await read(token)).toEqual([]);
  });
});

describe("the address of a feed", () => {
  test("stops when it is renewed or revoked", async () => {
    const { member } = await scene();
    expect((await state(member)).created_at).toBeNull();
    const first = await renew(member);
    expect((await state(member)).created_at).not.toBeNull();
    const second = await renew(member);
    expect(await rejectionCode(read(first))).toBe(refused);
    expect(await read(second)).toHaveLength(3);
    await revoke(member);
    await revoke(member);
    expect(await rejectionCode(read(second))).toBe(refused);
    expect((await state(member)).created_at).toBeNull();
  });

  test("stops with its account", async () => {
    const who = await account(db);
    const token = await renew(who);
    await db.admin`delete from auth.users where id = ${who.id}`;
    expect(await rejectionCode(read(token))).toBe(refused);
  });

  test.each([
    ["forged", "0".repeat(64)],
    ["in capitals", "A".repeat(64)],
    ["empty", ""],
    ["of 100 kB", "0".repeat(100_000)],
    ["null", null],
  ])("is refused if it is %s", async (_name, token) => {
    expect(await rejectionCode(read(token))).toBe(refused);
  });

  test("is no link of an invitation, and the reverse", async () => {
    const { invitee } = await scene();
    expect(await rejectionCode(read(await link(invitee)))).toBe(refused);
  });

  test("is stored nowhere", async () => {
    const token = await renew(await account(db));
    expect(await db.admin`select from private.calendar_feeds as t where t::text like ${`%${token}%`}`).toHaveLength(0);
  });

  test("is not for guests", async () => {
    const guest = await person(db);
    expect(await rejectionCode(renew(guest))).toBe("account/needed");
    expect(await rejectionCode(revoke(guest))).toBe("account/needed");
  });
});

test("a large feed is bounded", async () => {
  const { workspace, member } = await team();
  const times = timesIn(-1, { freq: "daily", count: 400 });
  for (let number = 0; number < 3; number++) await plan(member, workspace, { times });
  const token = await renew(member);
  expect(await read(token)).toHaveLength(PLANS.feedOccurrences);
  expect(await countRowsRead(db, anon, "feed_by_link", { p_token: token })).toBeLessThan(10_000);
  const reader = await account(db);
  await addMember(db, workspace, reader, "member");
  expect(await read(await renew(reader))).toEqual([]);
});
