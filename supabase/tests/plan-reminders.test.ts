/** Reminders of planned meetings: when they are due, missed and repeated runs, people who get none, and shares of a day. */
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { PLANS } from "#contracts/planLimits.ts";
import type { PlanTimes } from "#contracts/planning.ts";
import { reminderRuns } from "#contracts/plans.ts";
import { planEmailActions } from "./support/planEmails.ts";
import { KENJI, planActions } from "./support/plans.ts";
import { emptyResult, rejectionCode, service, testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { plan, change, cancel, invite, uninvite, link, answer, setEmails } = planActions(db);
const { team, remove } = workspaceActions(db);
const { clear, emails, lease } = planEmailActions(db);

beforeEach(async () => {
  await db.admin`delete from public.meeting_series`;
  await clear();
});

const timesIn = (minutes: number): PlanTimes => ({
  ...{ start: new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16), zone: "UTC" },
  ...{ length_minutes: 60, rule: null },
});

/** A meeting that starts in so many minutes, to which an address and an admin were invited days ago. */
async function scene(minutes: number) {
  const people = await team();
  const { series_id: id } = await plan(people.member, people.workspace, { times: timesIn(minutes) });
  const { invitees } = await invite(people.member, id, [KENJI, { user_id: people.admin.id }]);
  await db.admin`update public.series_invitees set invited_at = now() - interval '3 days' where series_id = ${id}`;
  await db.admin`delete from private.plan_notices`;
  return { ...people, id, kenji: invitees.find(({ email }) => email !== null)?.id ?? "" };
}

const result = z.object({ queued: z.number(), more: z.boolean() });
const run = ({ limit = 500, inDay = null }: { limit?: number; inDay?: number | null } = {}) =>
  db.rpc(service, "queue_reminders", { p_limit: limit, p_in_day: inDay }, result);
const queued = async () => (await run()).queued;
const kinds = async () => (await emails()).map(({ payload }) => payload.kind);
const outcomes = async () =>
  (await db.admin`select outcome from private.plan_reminders order by outcome`).map((row) => row.outcome);

describe("a reminder", () => {
  test("comes a day before, once", async () => {
    const { admin } = await scene(23 * 60);
    expect(await run()).toEqual({ queued: 2, more: false });
    expect(await queued()).toBe(0);
    const [first, second] = await emails();
    expect([first?.recipient, second?.recipient].sort()).toEqual([`${admin.id}@parley.example`, KENJI.email].sort());
    expect([first, second].find((email) => email?.recipient === KENJI.email)).toMatchObject({
      template: "plan-reminder",
      payload: { kind: "day", reads: "ja", zone: "Asia/Tokyo", title: "Reparto de tareas", token: expect.any(String) },
    });
  });

  test("comes ten minutes before, after that of the day", async () => {
    const { id } = await scene(9);
    expect(await queued()).toBe(2);
    expect(await kinds()).toEqual(["soon", "soon"]);
    const [row] = await db.admin`
      select count(*)::int as reminders from private.plan_reminders as made
      join public.series_invitees as invitees on invitees.id = made.invitee_id
      where invitees.series_id = ${id}`;
    expect(row?.reminders).toBe(2);
  });

  test.each([
    ["not yet a day before", 24 * 60 + 5, 0],
    ["some hours late, after a missed run", 3 * 60, 2],
    ["not after the start", -1, 0],
  ])("comes %s", async (_name, minutes, expected) => {
    await scene(minutes);
    expect(await queued()).toBe(expected);
  });

  test("is added once by two runs at once", async () => {
    for (let meeting = 0; meeting < 5; meeting++) await scene(23 * 60);
    const runs = await Promise.all([queued(), queued(), queued()]);
    expect(runs.reduce((sum, each) => sum + each, 0)).toBe(10);
    expect(await emails()).toHaveLength(10);
  });

  test("comes again for an occurrence that moved", async () => {
    const { id, member } = await scene(23 * 60);
    await queued();
    await change(member, id, 0, { times: timesIn(20 * 60) });
    expect(await queued()).toBe(2);
    // Those of the earlier time are not sent.
    expect((await lease()).emails).toHaveLength(2);
  });

  test("comes in steps, the earliest meeting first", async () => {
    await scene(23 * 60);
    await scene(9);
    expect(await run({ limit: 2 })).toEqual({ queued: 2, more: true });
    expect(await kinds()).toEqual(["soon", "soon"]);
    expect(await run({ limit: 3 })).toEqual({ queued: 2, more: false });
  });
});

describe("no reminder goes", () => {
  test("to somebody who declined", async () => {
    const { kenji } = await scene(23 * 60);
    await answer(await link(kenji), "no");
    expect(await queued()).toBe(1);
  });

  test("to somebody who was invited later", async () => {
    const { kenji } = await scene(3 * 60);
    await db.admin`update public.series_invitees set invited_at = now() - interval '1 hour' where id = ${kenji}`;
    expect(await queued()).toBe(1);
  });

  test("to a removed invitee, a former member, an account that was deleted", async () => {
    const { id, kenji, member, owner, admin, workspace } = await scene(23 * 60);
    await uninvite(member, id, kenji);
    await remove(owner, workspace, admin);
    expect(await queued()).toBe(0);
    expect(await outcomes()).toEqual(["stopped"]);
    await db.admin`delete from auth.users where id = ${admin.id}`;
    expect(await outcomes()).toEqual([]);
    expect(await queued()).toBe(0);
  });

  test("to an address that wants none", async () => {
    const { kenji } = await scene(23 * 60);
    await setEmails(await link(kenji), false);
    expect(await queued()).toBe(1);
    expect(await outcomes()).toEqual(["queued", "stopped"]);
  });

  test("of a cancelled or ended meeting", async () => {
    const { id, member } = await scene(23 * 60);
    await cancel(member, id, 0);
    expect(await queued()).toBe(0);
    const other = await scene(23 * 60);
    await db.admin`update public.meetings set ended_at = now() where host = ${other.member.id}`;
    expect(await queued()).toBe(0);
  });
});

describe("a reminder that waits is not sent", () => {
  const waiting = async () => (await lease()).emails.length;

  test("after the start", async () => {
    const { id } = await scene(23 * 60);
    await queued();
    await db.admin`
      update public.series_occurrences set starts_at = now() - interval '1 second', ends_at = now() + interval '1 hour'
      where series_id = ${id}`;
    await db.admin`
      update private.outbox_emails
      set payload = payload || jsonb_build_object(
        'starts_at', (select starts_at from public.series_occurrences where series_id = ${id})
      )`;
    expect(await waiting()).toBe(0);
  });

  test("to people who declined since", async () => {
    const { kenji } = await scene(23 * 60);
    await queued();
    await answer(await link(kenji), "no");
    expect(await waiting()).toBe(1);
  });

  test("of a cancelled meeting", async () => {
    const { id, member } = await scene(23 * 60);
    await queued();
    await cancel(member, id, 0);
    expect(await waiting()).toBe(0);
  });
});

describe("reminders of one day", () => {
  const fill = (address: string, count: number) => db.admin`
    insert into private.plan_emails (reminder, address_hash, series_id, workspace_id)
    select true, private.address_hash(${address}), gen_random_uuid(), gen_random_uuid() from generate_series(1, ${count}::int)`;

  test("to one address are limited", async () => {
    await scene(23 * 60);
    await fill(KENJI.email, PLANS.remindersPerAddressInDay);
    expect(await queued()).toBe(1);
    expect(await outcomes()).toEqual(["limited", "queued"]);
    expect(await queued()).toBe(0);
  });

  test("end with the operator's number, and leave half to other workspaces", async () => {
    await scene(23 * 60);
    await scene(23 * 60);
    // Half of 4 are reminders, and half of those are of one workspace.
    expect((await run({ inDay: 4 })).queued).toBe(2);
    const recipients = (await emails()).map(({ payload }) => payload.series_id ?? payload.code);
    expect(new Set(recipients).size).toBe(2);
    expect(await outcomes()).toEqual(["limited", "limited", "queued", "queued"]);
  });

  test("are not used up by invitations", async () => {
    await scene(23 * 60);
    await db.admin`
      insert into private.plan_emails (reminder, address_hash, series_id, workspace_id)
      select false, private.address_hash(${KENJI.email}), gen_random_uuid(), gen_random_uuid()
      from generate_series(1, ${PLANS.emailsInDay}::int)`;
    expect(await queued()).toBe(2);
  });
});

test("admins see the runs of the job, and failures of their workspace", async () => {
  const { admin, member, workspace, kenji } = await scene(23 * 60);
  const seen = () => db.rpc(admin, "reminder_runs", { p_workspace_id: workspace }, reminderRuns);
  expect(await seen()).toMatchObject({ queued: 0, limited: 0, failed: 0 });
  const { run: failing } = await db.rpc(service, "start_job", { p_job: "remind" }, z.object({ run: z.number() }));
  const ended = { p_run: failing, p_counts: { json: {} }, p_more: false, p_error: "network/timeout" };
  await db.rpc(service, "end_job", ended, emptyResult);
  await db.rpc(service, "start_job", { p_job: "remind" }, z.object({ run: z.number() }));
  await scene(23 * 60);
  expect((await run({ inDay: 2 })).queued).toBe(1);
  await db.admin`update public.series_invitees set email_state = 'failed' where id = ${kenji}`;
  const { runs, last_success, ...counts } = await seen();
  expect(runs.map(({ ended_at, error }) => [ended_at === null, error])).toEqual([
    [true, null],
    [false, "network/timeout"],
  ]);
  expect(last_success).toBeNull();
  expect(counts.queued + counts.limited).toBe(2);
  expect(counts.failed).toBe(1);
  expect(await rejectionCode(db.rpc(member, "reminder_runs", { p_workspace_id: workspace }, reminderRuns))).toBe(
    "role/admin-needed",
  );
});
