/** Accidents of the job `sweep`, and a week of use. */
import postgres from "postgres";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { meetingLookup } from "#contracts/meetings.ts";
import { callSummary } from "#contracts/recap.ts";
import { account, join, person, room, workspaceOf } from "./support/fixtures.ts";
import { DAY_MS, endCall, rowCount, storeFile, storeLines, sweepAll, sweepOnce, sweepStep } from "./support/sweep.ts";
import { testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
beforeEach(async () => {
  await db.admin`truncate auth.users cascade`;
  await db.admin`delete from public.workspaces`;
});

async function expiredCall(lines: number) {
  const ana = await account(db);
  const meeting = await room(db, null, ana);
  const { call, id } = await join(db, meeting, {}, ana);
  await storeLines(db, call, id, lines);
  await endCall(db, call, 40);
  return { ana, meeting, call };
}

describe("sweep", () => {
  test("leaves lines from before a meeting kept nothing to retention", async () => {
    const { ana, meeting, call } = await expiredCall(10);
    await endCall(db, call, 20);
    await db.as(ana, (sql) => sql`select public.update_meeting(${meeting.id}, p_keep => 'nothing')`);
    await sweepAll(db);
    expect(await rowCount(db, "public.lines")).toBe(10);
    await sweepAll(db, { aheadMs: 11 * DAY_MS });
    expect(await rowCount(db, "public.lines")).toBe(0);
  });

  test("catches up after a week without a schedule", async () => {
    const { call } = await expiredCall(50);
    const { call: young } = await expiredCall(50);
    await endCall(db, young, 25);
    await sweepAll(db, { aheadMs: 7 * DAY_MS });
    expect(await db.admin`select from public.calls where id in ${db.admin([call, young])}`).toHaveLength(0);
    expect(await rowCount(db, "public.lines")).toBe(0);
  });

  test("runs twice at once", async () => {
    for (let number = 0; number < 4; number++) await expiredCall(300);
    const options = { rows: 100 };
    await Promise.all([sweepStep(db, "calls", options), sweepStep(db, "calls", options)]);
    await sweepStep(db, "calls", options);
    expect([await rowCount(db, "public.lines"), await rowCount(db, "public.calls")]).toEqual([0, 0]);
  });

  test("skips rows of a batch that another run holds", async () => {
    await expiredCall(20);
    const other = postgres(db.ownerUrl, { max: 1, onnotice: () => {} });
    try {
      await other.begin(async (sql) => {
        await sql`select from public.lines limit 5 for update`;
        await sweepStep(db, "calls");
        expect([await rowCount(db, "public.lines"), await rowCount(db, "public.calls")]).toEqual([5, 1]);
      });
      await sweepStep(db, "calls");
      expect(await rowCount(db, "public.calls")).toBe(0);
    } finally {
      await other.end();
    }
  });

  test("continues after it was killed in the middle", async () => {
    await expiredCall(500);
    const killed = postgres(db.ownerUrl, { max: 1, onnotice: () => {} });
    // One batch is committed, the next one is lost with its connection.
    await sweepOnce(db, "calls", { rows: 200 });
    const lost = killed`select private.sweep('calls', 200, null), pg_sleep(60)`.catch((error: unknown) => error);
    await vi.waitFor(async () => {
      const ended = await db.admin`
        select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`;
      expect(ended.count).toBe(1);
    });
    expect(await lost).toBeInstanceOf(Error);
    await killed.end({ timeout: 1 });
    expect(await rowCount(db, "public.lines")).toBe(300);
    await sweepAll(db);
    expect([await rowCount(db, "public.lines"), await rowCount(db, "public.calls")]).toEqual([0, 0]);
  });

  test("ends the record of a killed run with an error", async () => {
    await db.admin`insert into private.job_runs (job, started_at) values ('sweep', now() - interval '1 hour')`;
    await db.admin`select private.start_job('sweep')`;
    const rows = await db.admin`select error from private.job_runs where ended_at is not null`;
    expect(rows).toEqual([{ error: "network/timeout" }]);
  });

  test("deletes rows while Storage is down, bytes later", async () => {
    const { ana, call } = await expiredCall(10);
    await storeFile(db, call, ana.id);
    for (let hour = 0; hour < 3; hour++) await sweepAll(db, { storage: false });
    expect([await rowCount(db, "public.lines"), await rowCount(db, "public.files")]).toEqual([0, 1]);
    await sweepAll(db);
    await sweepAll(db);
    expect([await rowCount(db, "public.calls"), await rowCount(db, "storage.objects")]).toEqual([0, 0]);
  });

  test("deletes nothing early when the clock was set back", async () => {
    const { call } = await expiredCall(10);
    await endCall(db, call, 30.5);
    await sweepAll(db, { aheadMs: -DAY_MS });
    expect(await rowCount(db, "public.lines")).toBe(10);
    await sweepAll(db, { aheadMs: DAY_MS });
    expect(await rowCount(db, "public.lines")).toBe(0);
  });
});

test("pages show when the sweep deletes", async () => {
  const { ana, meeting, call } = await expiredCall(3);
  const days = async () => (await db.rpc(ana, "find_meeting", { p_code: meeting.code }, meetingLookup)).kept_days;
  const recap = () => db.rpc(ana, "call_recap", { p_call_id: call }, callSummary);
  expect(await days()).toBe(30);
  const { ended_at: endedAt, kept_until: until } = await recap();
  expect(Date.parse(until ?? "") - Date.parse(endedAt ?? "")).toBe(30 * DAY_MS);
  const workspace = await workspaceOf(db, ana);
  await db.admin`update public.workspaces set retention_days = 365 where id = ${workspace}`;
  expect(await days()).toBe(365);
  await db.as(ana, (sql) => sql`select public.update_meeting(${meeting.id}, p_keep => 'nothing')`);
  expect(await days()).toBeNull();
  const { code } = await room(db);
  expect((await db.rpc(ana, "find_meeting", { p_code: code }, meetingLookup)).kept_days).toBe(7);
});

test("a week of use leaves what the retention says", async () => {
  const hosts = await Promise.all(Array.from({ length: 3 }, () => account(db)));
  const days = [1, 3, 30];
  for (const [at, host] of hosts.entries())
    await db.admin`
      update public.workspaces set retention_days = ${days[at] ?? 30} where id = ${await workspaceOf(db, host)}`;
  const guest = await person(db);
  await db.admin`update auth.users set created_at = now() - interval '60 days'`;
  // 1,000 meetings in the hours of ten days: those of accounts in turn, every fourth one of a guest.
  for (let at = 0; at < 4; at++) {
    const host = hosts[at] ?? guest;
    const workspace = at < 3 ? await workspaceOf(db, host) : null;
    await db.admin`
      with number as (select generate_series(0, 249) as n),
      meeting as (
        insert into public.meetings (id, code, host, workspace_id, seq, created_at, ended_at, expires_at)
        select gen_random_uuid(), lpad(${`${at}a`} || n, 12, '0'), ${host.id}, ${workspace}::uuid, 20,
          now() - n * interval '1 hour' - interval '1 hour', now() - n * interval '1 hour', null
        from number returning id, ended_at
      ),
      call as (
        insert into public.calls (meeting_id, started_at, ended_at)
        select id, ended_at - interval '1 hour', ended_at from meeting returning id, meeting_id
      ),
      attended as (
        insert into public.attendance (call_id, user_id) select id, ${host.id} from call
      ),
      line as (
        insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
        select gen_random_uuid(), meeting_id, id, seq, seq, ${host.id}, 'en', 'line'
        from call, generate_series(1, 20) as seq returning id
      )
      insert into public.translations (line_id, revision, language, status, text, lease_until)
      select id, 1, 'es', 'ready', 'línea', now() from line`;
  }
  expect(await rowCount(db, "public.lines")).toBe(20_000);
  await sweepAll(db);
  // Hours that are kept: 24, 72, all 250, and 7 × 24 of the guest's.
  const kept = 24 + 72 + 250 + 168;
  const within = async (table: string, expected: number) =>
    expect([table, Math.abs((await rowCount(db, table)) - expected) <= expected * 0.01]).toEqual([table, true]);
  await within("public.calls", kept);
  await within("public.meetings", kept);
  await within("public.lines", kept * 20);
  await within("public.translations", kept * 20);
  await within("public.attendance", kept);
  await sweepAll(db, { aheadMs: 40 * DAY_MS });
  await sweepAll(db, { aheadMs: 40 * DAY_MS });
  for (const table of ["calls", "meetings", "lines", "translations", "attendance"])
    expect([table, await rowCount(db, `public.${table}`)]).toEqual([table, 0]);
  // The guest has no meeting any more.
  expect(await rowCount(db, "auth.users")).toBe(3);
}, 60_000);
