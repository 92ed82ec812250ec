/** Limits of planned meetings: nobody uses up what others need, and reads stay bounded. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { PLANS } from "#contracts/planLimits.ts";
import { countRowsRead } from "./support/countRows.ts";
import { account, addMember, type Person } from "./support/fixtures.ts";
import { KENJI, planActions, seriesState, WEEKLY } from "./support/plans.ts";
import { rejectionCode, testDatabaseForFile, waitForBlockedQuery } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { plan, change, cancel, invite, uninvite, read, month } = planActions(db);
const { team } = workspaceActions(db);

/** Stores series of an organizer. `over`: they are in the past. */
async function fill(workspace: string, organizer: string | null, count: number, { over = false, days = 0 } = {}) {
  const [place] = await db.admin<{ id: string }[]>`
    insert into public.meetings (id, code, host, workspace_id, access, keep)
    values (${randomUUID()}, private.new_meeting_code(), ${organizer}, ${workspace}, 'knock', 'days') returning id`;
  await db.admin`
    insert into public.meeting_series (
      id, workspace_id, meeting_id, organizer, title, language, starts_local, zone, length_minutes, ends_at, created_at
    )
    select
      gen_random_uuid(), ${workspace}, ${place?.id ?? ""}, ${organizer}, 'Weekly', 'en', '2027-03-15 09:00', 'UTC', 60,
      now() + ${over ? -1 : 100} * interval '1 day', now() - ${days} * interval '1 day'
    from generate_series(1, ${count}::int)`;
}

/** Stores invitations of a series. */
const fillInvitees = (series: string, workspace: string, by: string | null, count: number) => db.admin`
  insert into public.series_invitees (series_id, workspace_id, email, language, zone, invited_by, removed_at)
  select ${series}, ${workspace}, 'p' || n || '@parley.example', 'en', 'UTC', ${by}, now() from generate_series(1, ${count}::int) as n`;

const someone = (n: number) => ({ ...KENJI, email: `someone${n}@parley.example` });

describe("new series", () => {
  test("of a person are limited by day", async () => {
    const { workspace, member, admin } = await team();
    await fill(workspace, member.id, PLANS.seriesPerPersonInDay - 1, { over: true });
    const { series_id } = await plan(member, workspace);
    await cancel(member, series_id, 0);
    expect(await rejectionCode(plan(member, workspace))).toBe("plan/too-many");
    expect(await plan(admin, workspace)).toMatchObject({ sequence: 0 });
  });

  test("of a workspace are limited by day", async () => {
    const [one, other] = [await team(), await team()];
    await fill(one.workspace, null, PLANS.seriesPerWorkspaceInDay, { over: true });
    expect(await rejectionCode(plan(one.member, one.workspace))).toBe("plan/too-many");
    expect(await plan(other.member, other.workspace)).toMatchObject({ sequence: 0 });
  });

  test("of all are limited by day", async () => {
    const { workspace, member } = await team();
    const elsewhere = await team();
    await fill(elsewhere.workspace, null, PLANS.seriesInDay, { over: true });
    expect(await rejectionCode(plan(member, workspace))).toBe("plan/too-many");
    await db.admin`delete from public.meeting_series where workspace_id = ${elsewhere.workspace}`;
    expect(await plan(member, workspace)).toMatchObject({ sequence: 0 });
  });

  test("of a person leave room in the workspace", async () => {
    const { workspace, member, admin } = await team();
    await fill(workspace, member.id, PLANS.seriesPerPerson, { days: 2 });
    expect(await rejectionCode(plan(member, workspace))).toBe("plan/too-many");
    expect(await plan(admin, workspace)).toMatchObject({ sequence: 0 });
    await fill(workspace, null, PLANS.seriesPerWorkspace - PLANS.seriesPerPerson - 1, { days: 2 });
    expect(await rejectionCode(plan(admin, workspace))).toBe("plan/too-many");
  });

  test("of a meeting are limited", async () => {
    const { workspace, member } = await team();
    const { series_id: id } = await plan(member, workspace);
    await db.admin`
      insert into public.meeting_series (
        id, workspace_id, meeting_id, title, language, starts_local, zone, length_minutes, ends_at, created_at
      )
      select gen_random_uuid(), workspace_id, meeting_id, title, language, starts_local, zone, 60, now(), now()
      from public.meeting_series, generate_series(2, ${PLANS.seriesPerMeeting}::int) where id = ${id}`;
    expect(await rejectionCode(change(member, id, 0, {}, seriesState()))).toBe("plan/too-many");
    expect((await read(member, id)).sequence).toBe(0);
  });

  test("of one person wait for each other, so that all count", async () => {
    const { workspace, member } = await team();
    let planned: Promise<unknown> | undefined;
    await db.admin.begin(async (sql) => {
      await sql`select private.lock_user(${member.id})`;
      planned = plan(member, workspace);
      await waitForBlockedQuery(db, "create_series");
    });
    expect(await planned).toMatchObject({ sequence: 0 });
  });
});

describe("invitations", () => {
  async function scene() {
    const people = await team();
    const { series_id: id } = await plan(people.member, people.workspace);
    return { ...people, id };
  }

  test("of a series are 50 at most", async () => {
    const { member, id } = await scene();
    await invite(
      member,
      id,
      Array.from({ length: PLANS.invitees }, (_none, n) => someone(n)),
    );
    expect(await rejectionCode(invite(member, id, [someone(50)]))).toBe("plan/too-many");
  });

  test("of a person are limited by day, also if removed", async () => {
    const { workspace, member, admin, id } = await scene();
    await fillInvitees(id, workspace, member.id, PLANS.invitationsPerPersonInDay - 1);
    const [last = { id: "" }] = (await invite(member, id, [someone(1)])).invitees;
    await uninvite(member, id, last.id);
    expect(await rejectionCode(invite(member, id, [someone(1)]))).toBe("plan/too-many");
    expect((await invite(admin, id, [someone(1)])).invitees).toHaveLength(1);
  });

  test.each([
    ["a workspace", PLANS.invitationsPerWorkspaceInDay],
    ["all", PLANS.invitationsInDay],
  ])("of %s are limited by day", async (whose, count) => {
    const [one, other] = [await scene(), await scene()];
    await fillInvitees(one.id, one.workspace, null, count);
    const last = whose === "all" ? other : one;
    expect(await rejectionCode(invite(last.member, last.id, [KENJI]))).toBe("plan/too-many");
    if (whose !== "all") expect((await invite(other.member, other.id, [KENJI])).invitees).toHaveLength(1);
    await db.admin`delete from public.series_invitees`;
  });

  test("of a series that is split count again", async () => {
    const { workspace, member, id } = await scene();
    await invite(member, id, [someone(1), someone(2)]);
    await fillInvitees(id, workspace, member.id, PLANS.invitationsPerPersonInDay - 3);
    expect(await rejectionCode(change(member, id, 0, {}, seriesState()))).toBe("plan/too-many");
  });
});

test("changes of one person are limited by minute", async () => {
  const { workspace, member } = await team();
  const authorize = (who: Person) => db.as(who, (sql) => sql`select public.authorize_plan(${workspace})`);
  for (let turn = 0; turn < PLANS.changesPerMinute; turn += 1) await authorize(member);
  expect(await rejectionCode(authorize(member))).toBe("request/rate-limited");
});

describe("a month", () => {
  const YEAR = { ...WEEKLY, rule: { freq: "weekly", count: 52 } as const };

  /** Stores 200 weekly meetings of a workspace, and 100,000 occurrences of others in the same months. */
  async function crowd() {
    const [one, others] = [await team(), await team()];
    const { series_id: id } = await plan(one.member, one.workspace, { times: YEAR });
    const { series_id: other } = await plan(others.member, others.workspace);
    await fill(one.workspace, null, 199, { over: true });
    await db.admin`
      insert into public.series_occurrences (series_id, key, workspace_id, starts_at, ends_at)
      select series.id, key, series.workspace_id, starts_at, occurrence.ends_at
      from public.series_occurrences as occurrence
      join public.meeting_series as series on series.workspace_id = ${one.workspace} and series.id <> ${id}
      where occurrence.series_id = ${id}`;
    await db.admin`
      insert into public.series_occurrences (series_id, key, workspace_id, starts_at, ends_at)
      select ${other}, at, ${others.workspace}, at at time zone 'utc', at at time zone 'utc' + interval '5 minutes'
      from generate_series(timestamp '2027-03-01 00:00:07', timestamp '2027-03-01' + interval '61 days', interval '53 seconds') as at`;
    await db.admin`analyze public.series_occurrences`;
    return one;
  }

  test("of 200 weekly meetings is read by index", async () => {
    const { workspace, member } = await crowd();
    const seen = await month(member, workspace);
    expect(seen.series).toHaveLength(200);
    expect(seen.occurrences).toHaveLength(200 * 7);
    const rows = await db.admin`
      explain select series_id, key, starts_at, ends_at from public.series_occurrences
      where workspace_id = ${workspace} and starts_at > '2027-02-28' and starts_at < '2027-04-30' and ends_at > '2027-03-01'
      order by starts_at, series_id, key limit 2001`;
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("series_occurrences_workspace_id_starts_at_idx");
    const args = { p_workspace_id: workspace, p_from: "2027-03-01T00:00:00Z", p_to: "2027-04-30T00:00:00Z" };
    expect(await countRowsRead(db, member, "calendar", args)).toBeLessThan(200 * 8 + 1_000);
  });

  test("of due reminders is read by index", async () => {
    const rows = await db.admin`
      explain select series_id, key from public.series_occurrences
      where starts_at > '2027-03-15 08:00Z' and starts_at <= '2027-03-15 08:10Z'`;
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("series_occurrences_starts_at_idx");
  });
});

test("reads of one person are limited by minute", async () => {
  const { workspace } = await team();
  const reader = await account(db);
  await addMember(db, workspace, reader, "member");
  for (let turn = 0; turn < PLANS.readsPerMinute; turn += 1) await month(reader, workspace);
  expect(await rejectionCode(month(reader, workspace))).toBe("request/rate-limited");
});
