/** The database time of a month's view of 200 weekly meetings, alone and among the occurrences of other workspaces. */
import postgres from "postgres";
import * as z from "zod/mini";
import { withMigrations } from "../scripts/lib/migratedDatabase.ts";
import { calendar } from "../supabase/functions/_shared/contracts/plans.ts";
import { scaled } from "./scale.ts";
import { type Figure, percentile, percentileOf } from "./table.ts";

const MEETINGS = scaled(200, 20);
const OCCURRENCES = 52;
const OTHERS = scaled(100_000, 1_000);
const WARM_UP_ROUNDS = 5;
/** Both measures together are within the rate limit of a minute. */
const ROUNDS = scaled(50, 3);
const [READER, WORKSPACE] = ["0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c01", "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c02"];
const [FROM, TO] = ["2027-03-01T00:00:00Z", "2027-04-05T00:00:00Z"];

const explained = z.tuple([z.object({ "Execution Time": z.number() })]);

/** Inserts weekly meetings of a year. A null `workspace`: each hundred are of a workspace of their own. */
const load = (admin: postgres.Sql, meetings: number, workspace: string | null) =>
  admin.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      create temporary table made on commit drop as
      select gen_random_uuid() as series_id, gen_random_uuid() as meeting_id, number,
        coalesce(${workspace}::uuid, md5((number / 100)::text)::uuid) as workspace_id
      from generate_series(1, ${meetings}::int) as number`;
    await sql`insert into public.workspaces (id, name) select distinct workspace_id, 'Huerto' from made`;
    await sql`
      insert into public.meetings (id, code, workspace_id)
      select meeting_id, private.new_meeting_code(), workspace_id from made`;
    await sql`
      insert into public.meeting_series (
        id, workspace_id, meeting_id, title, language, starts_local, zone, length_minutes, rule, ends_at
      )
      select series_id, workspace_id, meeting_id, 'Reparto', 'es', '2027-01-01 09:00', 'UTC', 60,
        '{"freq": "weekly"}', '2028-01-01' from made`;
    await sql`
      insert into public.series_occurrences (series_id, key, workspace_id, starts_at, ends_at)
      select series_id, starts_at at time zone 'UTC', workspace_id, starts_at, starts_at + interval '1 hour'
      from made
      cross join generate_series(0, ${OCCURRENCES - 1}::int) as week
      cross join lateral (
        select timestamptz '2027-01-01 09:00Z' + make_interval(days => number % 7, hours => number % 9, weeks => week) as starts_at
      ) as times`;
  });

const view = (admin: postgres.Sql | postgres.TransactionSql) =>
  admin.unsafe(`select private.calendar('${WORKSPACE}', '${FROM}', '${TO}') as month`);

async function timeMonths(admin: postgres.Sql): Promise<number[]> {
  await admin`vacuum analyze`;
  const claims = JSON.stringify({ sub: READER, role: "authenticated" });
  await admin`select set_config('request.jwt.claims', ${claims}, false)`;
  const [row] = await view(admin);
  const { occurrences, series } = calendar.parse(row?.month);
  if (occurrences.length < 4 * MEETINGS || series.length !== MEETINGS)
    throw new Error(`${occurrences.length} occurrences of ${series.length} meetings`);
  const times: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    const [row] = await admin.unsafe(
      `explain (analyze, timing off, format json) select private.calendar('${WORKSPACE}', '${FROM}', '${TO}')`,
    );
    if (round >= WARM_UP_ROUNDS) times.push(explained.parse(row?.["QUERY PLAN"])[0]["Execution Time"]);
  }
  return times;
}

async function sequentialScans(admin: postgres.Sql): Promise<number> {
  await admin`select pg_stat_force_next_flush()`;
  const [row] = await admin<{ scans: number }[]>`
    select seq_scan::int as scans from pg_stat_user_tables where relname = 'series_occurrences'`;
  return row?.scans ?? Number.NaN;
}

export const measureMonth = (): Promise<Figure[]> =>
  withMigrations(async ({ adminUrl }) => {
    const admin = postgres(adminUrl, { max: 1, onnotice: () => {} });
    try {
      await load(admin, MEETINGS, WORKSPACE);
      await admin`
        insert into auth.users (id, aud, role, email, email_confirmed_at, is_anonymous)
        values (${READER}, 'authenticated', 'authenticated', 'reader@parley.example', now(), false)`;
      await admin`insert into public.profiles (id) values (${READER}) on conflict do nothing`;
      await admin`
        insert into public.workspace_members (workspace_id, user_id, role) values (${WORKSPACE}, ${READER}, 'member')`;
      const alone = await timeMonths(admin);
      await load(admin, Math.ceil(OTHERS / OCCURRENCES), null);
      const before = await sequentialScans(admin);
      const among = await timeMonths(admin);
      const scans = (await sequentialScans(admin)) - before;
      return [
        {
          ...{ name: `a month's view of ${MEETINGS} weekly meetings, p95`, ...percentileOf(among, 0.95) },
          ...{ bar: 5, unit: "ms", note: `${OTHERS} occurrences of others; ${scans} sequential scans` },
        },
        {
          ...{ name: "the same, times that without those of others" },
          ...{ value: percentile(among, 0.5) / percentile(alone, 0.5), samples: among.length, bar: 2, unit: "" },
        },
      ];
    } finally {
      await admin.end();
    }
  });
