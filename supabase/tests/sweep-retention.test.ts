/** Deletions of the job `sweep` in the database: rows, times and batches. */
import { beforeEach, describe, expect, test } from "vitest";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { account, join, person, room, workspaceOf } from "./support/fixtures.ts";
import { DAY_MS, endCall, rowCount, storeFile, storeLines, sweepAll, sweepOnce, sweepStep } from "./support/sweep.ts";
import { testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
beforeEach(async () => {
  await db.admin`truncate auth.users cascade`;
  await db.admin`delete from public.workspaces`;
  await db.admin.begin(async (sql) => {
    await sql`select set_config('storage.allow_delete_query', 'true', true)`;
    await sql`delete from storage.objects`;
  });
});

/** Creates a call of an account's workspace that ended so many days ago, with lines. */
async function endedCall({ daysAgo, lines = 3, host }: { daysAgo: number; lines?: number; host?: string }) {
  const ana = host === undefined ? await account(db) : { role: "authenticated" as const, id: host };
  const meeting = await room(db, null, ana);
  const { call, id } = await join(db, meeting, {}, ana);
  await storeLines(db, call, id, lines);
  await endCall(db, call, daysAgo);
  return { ana, meeting, call };
}
const callExists = async (call: string) => (await db.admin`select from public.calls where id = ${call}`).count === 1;
const setRetention = async (who: { id: string }, days: number) =>
  db.admin`update public.workspaces set retention_days = ${days} where id = ${await workspaceOf(db, {
    role: "authenticated",
    id: who.id,
  })}`;

describe("retention of calls", () => {
  test("deletes calls after 30 days unless the workspace chose", async () => {
    const [old, young, long, short] = [
      await endedCall({ daysAgo: 31 }),
      await endedCall({ daysAgo: 29 }),
      await endedCall({ daysAgo: 300 }),
      await endedCall({ daysAgo: 2 }),
    ];
    await setRetention(long.ana, 365);
    await setRetention(short.ana, 1);
    await sweepAll(db);
    expect(await Promise.all([old, young, long, short].map(({ call }) => callExists(call)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(await rowCount(db, "public.lines")).toBe(6);
    // The meetings have no end and can be entered again.
    expect(await rowCount(db, "public.meetings")).toBe(4);
  });

  test("applies a lowered retention at the next sweep", async () => {
    const { ana, call } = await endedCall({ daysAgo: 200 });
    await setRetention(ana, 365);
    await sweepAll(db);
    expect(await callExists(call)).toBe(true);
    await setRetention(ana, 1);
    await sweepAll(db);
    expect(await callExists(call)).toBe(false);
    expect(await rowCount(db, "public.lines")).toBe(0);
  });

  test("deletes a large call line batch by line batch", async () => {
    const { call } = await endedCall({ daysAgo: 40, lines: 2_500 });
    const first = await sweepOnce(db, "calls", { rows: 1_000 });
    expect([first.deleted, first.next]).toEqual([1_000, {}]);
    expect([await callExists(call), await rowCount(db, "public.lines")]).toEqual([true, 1_500]);
    expect(await sweepStep(db, "calls", { rows: 1_000 })).toEqual([1_000, 503]);
    expect(await callExists(call)).toBe(false);
  });

  test("reads about the lines that a batch deletes", async () => {
    await endedCall({ daysAgo: 40, lines: 20_000 });
    await db.admin`analyze public.lines`;
    const read = await db.admin.begin(async (sql) => {
      await sql`select private.sweep('calls', 100, null)`;
      const [row] = await sql`
        select pg_stat_get_xact_tuples_returned('public.lines'::regclass)
          + pg_stat_get_xact_tuples_fetched('public.lines'::regclass) as rows`;
      return Number(row?.rows);
    });
    expect(read).toBeLessThan(1_000);
  });

  test("passes calls that stay, page after page", async () => {
    const kept = await account(db);
    await setRetention(kept, 365);
    const meeting = await room(db, null, kept);
    await db.admin`
      insert into public.calls (meeting_id, started_at, ended_at)
      select ${meeting.id}, now() - interval '60 days', now() - interval '50 days' from generate_series(1, 2100)`;
    const { call } = await endedCall({ daysAgo: 40 });
    await sweepStep(db, "calls");
    expect(await callExists(call)).toBe(false);
    expect(await rowCount(db, "public.calls")).toBe(2_100);
  });

  test("writes the end of calls that everybody left", async () => {
    const { meeting, call } = await (async () => {
      const ana = await account(db);
      const place = await room(db, null, ana);
      return { meeting: place, call: (await join(db, place, {}, ana)).call };
    })();
    await sweepStep(db, "ends");
    expect(await db.admin`select from public.calls where ended_at is not null`).toHaveLength(0);
    await db.admin`update public.calls set started_at = now() - interval '3 hours' where id = ${call}`;
    await db.admin`update public.call_peers set last_seen = now() - interval '2 hours' where call_id = ${call}`;
    await sweepStep(db, "ends");
    const rows = await db.admin`
      select meeting_id from public.calls
      where ended_at between now() - interval '121 minutes' and now() - interval '119 minutes'`;
    expect(rows).toEqual([{ meeting_id: meeting.id }]);
    expect(await db.admin`select from public.call_peers where left_at is null`).toHaveLength(0);
  });

  test("keeps a call's row until Storage deleted its files", async () => {
    const { ana, call } = await endedCall({ daysAgo: 40 });
    const path = await storeFile(db, call, ana.id);
    await sweepAll(db, { storage: false });
    expect(await rowCount(db, "public.lines")).toBe(0);
    expect(await db.admin`select name from public.files where path = ${path}`).toEqual([{ name: null }]);
    await sweepAll(db);
    expect(await rowCount(db, "storage.objects")).toBe(0);
    await sweepAll(db);
    expect([await callExists(call), await rowCount(db, "public.files")]).toEqual([false, 0]);
  });

  test("keeps bytes that a forwarded line uses", async () => {
    const old = await endedCall({ daysAgo: 40 });
    const fresh = await endedCall({ daysAgo: 1, host: old.ana.id });
    const path = await storeFile(db, old.call, old.ana.id);
    await storeFile(db, fresh.call, old.ana.id, path);
    await sweepAll(db);
    await sweepAll(db);
    expect(await callExists(old.call)).toBe(false);
    expect(await db.admin`select call_id from public.files`).toEqual([{ call_id: fresh.call }]);
    expect(await rowCount(db, "storage.objects")).toBe(1);
  });
});

describe("retention of meetings", () => {
  test("deletes a guest's meeting a week after its end", async () => {
    const host = await person(db);
    const meeting = await room(db, null, host);
    const { call } = await join(db, meeting, {}, host);
    await storeLines(db, call, host.id, 5);
    await endCall(db, call, 1);
    const week = 7 * DAY_MS + SERVER_LIMITS.guestMeetingTtlMs;
    await sweepAll(db, { aheadMs: week - 60_000 });
    expect(await rowCount(db, "public.lines")).toBe(5);
    await sweepAll(db, { aheadMs: week + 60_000 });
    for (const table of ["lines", "calls", "participants", "meetings"])
      expect([table, await rowCount(db, `public.${table}`)]).toEqual([table, 0]);
  });

  test("deletes an ended meeting of a workspace with its calls", async () => {
    const { meeting, call } = await endedCall({ daysAgo: 31 });
    await db.admin`update public.meetings set ended_at = now() - interval '29 days' where id = ${meeting.id}`;
    await sweepAll(db);
    expect([await callExists(call), await rowCount(db, "public.meetings")]).toEqual([false, 1]);
    await sweepAll(db, { aheadMs: 2 * DAY_MS });
    expect(await rowCount(db, "public.meetings")).toBe(0);
  });
});

describe("retention of people", () => {
  const ageUser = (id: string, days: number) =>
    db.admin`update auth.users set created_at = now() - ${days} * interval '1 day' where id = ${id}`;
  const exists = async (id: string) => (await db.admin`select from auth.users where id = ${id}`).count === 1;

  test("deletes guests without a meeting for 30 days", async () => {
    const [idle, young, active, host] = [await person(db), await person(db), await person(db), await person(db)];
    for (const { id } of [idle, active, host]) await ageUser(id, 31);
    await ageUser(young.id, 29);
    await db.admin`
      insert into auth.sessions (id, user_id, created_at, updated_at)
      values (gen_random_uuid(), ${active.id}, now() - interval '31 days', now() - interval '2 days')`;
    await room(db, null, host);
    await sweepStep(db, "users");
    expect(await Promise.all([idle, young, active, host].map(({ id }) => exists(id)))).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  test("keeps guests whose words are kept", async () => {
    const { meeting } = await endedCall({ daysAgo: 20 });
    const guest = await join(db, meeting);
    await storeLines(db, guest.call, guest.id, 2);
    await endCall(db, guest.call, 20);
    await ageUser(guest.id, 60);
    await sweepAll(db);
    expect(await exists(guest.id)).toBe(true);
    await sweepAll(db, { aheadMs: 11 * DAY_MS });
    await sweepAll(db, { aheadMs: 11 * DAY_MS });
    expect([await exists(guest.id), await rowCount(db, "public.lines")]).toEqual([false, 0]);
  });

  test("deletes addresses that nobody confirmed after a day", async () => {
    const [old, fresh, confirmed] = [await account(db), await account(db), await account(db)];
    await db.admin`update auth.users set email_confirmed_at = null where id in ${db.admin([old.id, fresh.id])}`;
    await ageUser(old.id, 2);
    await ageUser(confirmed.id, 400);
    await ageUser(fresh.id, 0.9);
    await sweepStep(db, "users");
    expect(await Promise.all([old, fresh, confirmed].map(({ id }) => exists(id)))).toEqual([false, true, true]);
    expect(await rowCount(db, "public.workspaces")).toBe(2);
  });

  test("forgets an address that a guest never confirmed", async () => {
    const guest = await person(db);
    await db.admin`
      update auth.users
      set email_change = 'eve@parley.example', email_change_token_new = 'x', email_change_sent_at = now() - interval '2 days'
      where id = ${guest.id}`;
    await sweepStep(db, "users");
    const rows = await db.admin`select email_change, email_change_token_new from auth.users where id = ${guest.id}`;
    expect(rows).toEqual([{ email_change: "", email_change_token_new: "" }]);
  });

  test("reads every page of users", async () => {
    const guests = await Promise.all(Array.from({ length: 7 }, () => person(db)));
    for (const { id } of guests) await ageUser(id, 31);
    const sizes = await sweepStep(db, "users", { rows: 3 });
    expect([sizes.length, await rowCount(db, "auth.users")]).toEqual([3, 0]);
  });
});

describe("retention of traces", () => {
  test("deletes rate limits that count nothing", async () => {
    const [old, fresh] = [await person(db), await person(db)];
    await db.admin`
      insert into private.rate_limits (user_id, action, times) values
        (${old.id}, 'linesPerTenSeconds', array[now() - interval '2 hours']),
        (${old.id}, 'marksPerTenSeconds', array[now() - interval '2 hours', now()]),
        (${fresh.id}, 'linesPerTenSeconds', array[now()])`;
    expect((await sweepStep(db, "turns", { rows: 1 })).reduce((sum, size) => sum + size)).toBe(1);
    expect(await rowCount(db, "private.rate_limits")).toBe(2);
  });

  test("deletes expired merge tokens and old knocks", async () => {
    const guest = await person(db);
    const meeting = await room(db, null, await account(db));
    await db.admin`
      insert into private.merge_tokens (token_hash, guest_id, created_at, expires_at) values
        (sha256('a'), ${guest.id}, now() - interval '2 hours', now() - interval '90 minutes'),
        (sha256('b'), ${guest.id}, now() - interval '10 minutes', '-infinity')`;
    await db.admin`
      insert into public.knocks (meeting_id, user_id, display_name, speaks, reads, knocked_at)
      values (${meeting.id}, ${guest.id}, 'Eve', 'en', 'en', now() - interval '2 days')`;
    await sweepStep(db, "traces");
    expect([await rowCount(db, "private.merge_tokens"), await rowCount(db, "public.knocks")]).toEqual([1, 0]);
  });

  test("deletes the usage of earlier days", async () => {
    await db.admin`
      insert into public.usage (day, kind, scope, subject, amount)
      select (now() at time zone 'utc')::date - number, 'speech', 'user', gen_random_uuid(), 1
      from generate_series(0, 3) as number`;
    await sweepStep(db, "traces", { rows: 2 });
    expect(await rowCount(db, "public.usage")).toBe(1);
  });

  test("deletes broadcasts older than a minute", async () => {
    await db.admin`delete from realtime.messages`;
    await db.admin`
      insert into realtime.messages (topic, extension, private, inserted_at)
      select 'meeting:x:1', 'broadcast', true, now() at time zone 'utc' - number * interval '25 seconds'
      from generate_series(0, 9) as number`;
    expect(await sweepStep(db, "broadcasts", { rows: 4 })).toEqual([4, 3]);
    expect(await rowCount(db, "realtime.messages")).toBe(3);
  });
});
