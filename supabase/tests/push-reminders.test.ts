/** Reminders by Web Push: when they are due, quiet hours, missed and parallel runs, and what becomes of messages. */
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { PlanTimes } from "#contracts/planning.ts";
import { PUSH } from "#contracts/pushLimits.ts";
import type { Person } from "./support/fixtures.ts";
import { KENJI, planActions } from "./support/plans.ts";
import { newEndpoint, pushActions } from "./support/push.ts";
import { service, testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { plan, change, cancel, invite, uninvite } = planActions(db);
const { team, remove } = workspaceActions(db);
const { add } = pushActions(db);

beforeEach(async () => {
  await db.admin`delete from public.meeting_series`;
  await db.admin`delete from private.push_subscriptions`;
});

const timesIn = (minutes: number): PlanTimes => ({
  ...{ start: new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16), zone: "UTC" },
  ...{ length_minutes: 60, rule: null },
});

const setQuiet = ({ id }: Person, from: number, until: number) => db.admin`
  insert into private.push_quiet_hours (user_id, from_hour, until_hour) values (${id}, ${from}, ${until})
  on conflict (user_id) do update set from_hour = ${from}, until_hour = ${until}`;

/** A meeting that starts in so many minutes, to which an address and an admin with devices were invited days ago. */
async function scene(minutes: number, devices = 1) {
  const people = await team();
  const { series_id: id } = await plan(people.member, people.workspace, { times: timesIn(minutes) });
  const { invitees } = await invite(people.member, id, [KENJI, { user_id: people.admin.id }]);
  await db.admin`update public.series_invitees set invited_at = now() - interval '3 days' where series_id = ${id}`;
  for (let device = 0; device < devices; device++) await add(people.admin, newEndpoint());
  await db.admin`update private.push_subscriptions set created_at = created_at - interval '3 days'`;
  await setQuiet(people.admin, 0, 0);
  return { ...people, id, invitee: invitees.find(({ user_id }) => user_id !== null)?.id ?? "" };
}

const queuedPush = z.object({ queued: z.number(), more: z.boolean() });
const run = (limit = 500) => db.rpc(service, "queue_push", { p_limit: limit }, queuedPush);
const queued = async () => (await run()).queued;
const leasedPush = z.object({
  lease: z.string(),
  messages: z.array(z.looseObject({ id: z.number(), kind: z.string(), seconds: z.number(), topic: z.string() })),
  more: z.boolean(),
});
const lease = (limit = 50) => db.rpc(service, "lease_push", { p_limit: limit }, leasedPush);
const leased = async () => (await lease()).messages.length;
const settle = (by: string, outcomes: Record<string, string>) =>
  db.rpc(service, "settle_push", { p_lease: by, p_outcomes: { json: outcomes } }, z.unknown());
const outcomes = async () => (await db.admin`select outcome from private.push_reminders`).map((row) => row.outcome);
const passRetry = () => db.admin`update private.push_messages set due_at = now() - interval '1 second'`;
const devicesOf = async ({ id }: Person) =>
  (await db.admin`select failures from private.push_subscriptions where user_id = ${id}`).map((row) => row.failures);

describe("a reminder", () => {
  test("goes to each device a day before, once", async () => {
    await scene(23 * 60, 2);
    expect(await run()).toEqual({ queued: 1, more: false });
    expect(await queued()).toBe(0);
    const { messages } = await lease();
    expect(messages).toHaveLength(2);
    expect(messages[0]).toMatchObject({
      ...{
        kind: "day",
        title: "Reparto de tareas",
        reads: "es",
        zone: "UTC",
        topic: expect.stringMatching(/^\w{32}$/u),
      },
      endpoint: expect.stringMatching(/^https:\/\/fcm\.googleapis\.com\//u),
    });
    // Until ten minutes before the start.
    expect(Math.abs((messages[0]?.seconds ?? 0) - (22 * 60 + 50) * 60)).toBeLessThanOrEqual(60);
    expect(await leased()).toBe(0);
  });

  test("goes ten minutes before, with the topic of the first", async () => {
    const { id } = await scene(23 * 60);
    await queued();
    const [first] = (await lease()).messages;
    await db.admin`
      update public.series_occurrences set starts_at = now() + interval '9 minutes' where series_id = ${id}`;
    expect(await queued()).toBe(1);
    const [second] = (await lease()).messages;
    expect([first?.kind, second?.kind]).toEqual(["day", "soon"]);
    expect(second?.topic).toBe(first?.topic);
  });

  test.each([
    ["not yet a day before", 24 * 60 + 5, 0],
    ["some hours late, after a missed run", 3 * 60, 1],
    ["not after the start", -1, 0],
  ])("goes %s", async (_name, minutes, expected) => {
    await scene(minutes);
    expect(await queued()).toBe(expected);
  });

  test("is added and taken once by runs at the same time", async () => {
    for (let meeting = 0; meeting < 4; meeting++) await scene(23 * 60);
    const runs = await Promise.all([queued(), queued(), queued()]);
    expect(runs.reduce((sum, each) => sum + each, 0)).toBe(4);
    const leases = await Promise.all([leased(), leased(), leased()]);
    expect(leases.reduce((sum, each) => sum + each, 0)).toBe(4);
  });

  test("is added in steps", async () => {
    await scene(23 * 60);
    await scene(9);
    expect(await run(1)).toEqual({ queued: 1, more: true });
    expect((await lease()).messages.map(({ kind }) => kind)).toEqual(["soon"]);
    expect(await run(5)).toEqual({ queued: 1, more: false });
  });

  test("goes again for an occurrence that moved, not for its earlier time", async () => {
    const { id, member } = await scene(23 * 60);
    await queued();
    await change(member, id, 0, { times: timesIn(20 * 60) });
    expect(await queued()).toBe(1);
    expect(await leased()).toBe(1);
  });
});

describe("no reminder goes", () => {
  test("without a device, or to a device that was added later", async () => {
    const { admin } = await scene(3 * 60, 0);
    expect(await queued()).toBe(0);
    await add(admin, newEndpoint());
    expect(await queued()).toBe(0);
    expect(await outcomes()).toEqual([]);
  });

  test("in quiet hours, also when they end", async () => {
    const { admin } = await scene(23 * 60);
    const hour = new Date().getUTCHours();
    await setQuiet(admin, hour, (hour + 2) % 24);
    await db.admin`update public.profiles set time_zone = 'UTC' where id = ${admin.id}`;
    expect(await queued()).toBe(0);
    await setQuiet(admin, 0, 0);
    expect(await queued()).toBe(0);
    expect(await outcomes()).toEqual(["quiet"]);
  });

  test("in quiet hours of the person's zone", async () => {
    const { admin } = await scene(23 * 60);
    const hour = new Date().getUTCHours();
    await setQuiet(admin, (hour + 9) % 24, (hour + 11) % 24);
    await db.admin`update public.profiles set time_zone = 'Asia/Tokyo' where id = ${admin.id}`;
    expect(await queued()).toBe(0);
    expect(await outcomes()).toEqual(["quiet"]);
  });

  test("beyond the number of a day", async () => {
    const { admin } = await scene(23 * 60);
    await db.admin`
      insert into private.push_reminders (invitee_id, key, starts_at, kind, user_id, outcome)
      select invitees.id, now() + n * interval '1 minute', now(), 'day', ${admin.id}, 'queued'
      from generate_series(1, ${PUSH.remindersPerPersonInDay}::int) as n,
        lateral (select id from public.series_invitees where user_id = ${admin.id}) as invitees`;
    expect(await queued()).toBe(0);
    expect(await outcomes()).toContain("limited");
  });
});

describe("a message that waits is dropped", () => {
  test.each<[string, (at: Awaited<ReturnType<typeof scene>>) => Promise<unknown>]>([
    ["after a cancellation", ({ member, id }) => cancel(member, id, 0)],
    ["for a removed invitee", ({ member, id, invitee }) => uninvite(member, id, invitee)],
    ["for a former member", ({ owner, workspace, admin }) => remove(owner, workspace, admin)],
    ["in quiet hours", ({ admin }) => setQuiet(admin, new Date().getUTCHours(), (new Date().getUTCHours() + 2) % 24)],
    ["when it is too late", () => db.admin`update private.push_messages set expires_at = now()`],
    [
      "when somebody else has the device",
      async ({ admin, owner }) =>
        db.admin`update private.push_subscriptions set user_id = ${owner.id} where user_id = ${admin.id}`,
    ],
  ])("%s", async (_name, act) => {
    const at = await scene(23 * 60);
    expect(await queued()).toBe(1);
    await act(at);
    expect(await leased()).toBe(0);
    expect(await db.admin`select from private.push_messages`).toHaveLength(0);
  });
});

describe("a message", () => {
  test("that was sent is deleted, and clears rejections", async () => {
    const { admin } = await scene(23 * 60);
    await db.admin`update private.push_subscriptions set failures = 3`;
    await queued();
    const { lease: by, messages } = await lease();
    await settle(by, { [String(messages[0]?.id)]: "sent" });
    await passRetry();
    expect([await leased(), await devicesOf(admin)]).toEqual([0, [0]]);
  });

  test("to a device that is gone removes the device", async () => {
    const { admin } = await scene(23 * 60, 2);
    await queued();
    const { lease: by, messages } = await lease();
    await settle(by, { [String(messages[0]?.id)]: "gone", [String(messages[1]?.id)]: "sent" });
    expect(await devicesOf(admin)).toEqual([0]);
  });

  test("is tried again some times, also after a run that broke off", async () => {
    await scene(23 * 60);
    await queued();
    const { lease: by, messages } = await lease();
    await settle(by, { [String(messages[0]?.id)]: "again" });
    expect(await leased()).toBe(0);
    for (let attempt = 1; attempt < PUSH.attempts; attempt++) {
      await passRetry();
      expect(await leased()).toBe(1);
    }
    await passRetry();
    expect(await leased()).toBe(0);
  });

  test("that is rejected often removes the device", async () => {
    const { admin } = await scene(23 * 60);
    await db.admin`update private.push_subscriptions set failures = ${PUSH.rejections - 2}`;
    await queued();
    const { lease: by, messages } = await lease();
    await settle(by, { [String(messages[0]?.id)]: "rejected" });
    expect(await devicesOf(admin)).toEqual([PUSH.rejections - 1]);
    await db.admin`delete from private.push_reminders`;
    await queued();
    const again = await lease();
    await settle(again.lease, { [String(again.messages[0]?.id)]: "rejected" });
    expect(await devicesOf(admin)).toEqual([]);
  });

  test("of another lease is not settled", async () => {
    await scene(23 * 60);
    await queued();
    const { messages } = await lease();
    await settle("0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c01", { [String(messages[0]?.id)]: "sent" });
    await passRetry();
    expect(await leased()).toBe(1);
  });
});
