/**
 * The database time of one history page, as its reader and under the policies: 50 lines with translations and reactions,
 * among 10,000 lines and among 1,000,000 lines of 10,000 meetings.
 */
import { createHash } from "node:crypto";
import postgres from "postgres";
import * as z from "zod/mini";
import { withMigrations } from "../scripts/lib/migratedDatabase.ts";
import { history } from "../supabase/functions/_shared/contracts/lines.ts";
import { SERVER_LIMITS } from "../supabase/functions/_shared/contracts/serverLimits.ts";
import { scaled } from "./scale.ts";
import { type Figure, percentile, percentileOf } from "./table.ts";

const LINES_PER_MEETING = 100;
const FEW_MEETINGS = scaled(100, 20);
const MANY_MEETINGS = scaled(10_000, 200);
/** Meetings that one statement inserts. */
const LOAD_BATCH = 500;
const PEOPLE = 40;
/** Rounds that only warm the caches. */
const WARM_UP_ROUNDS = 20;
const ROUNDS = scaled(400, 10);

const plan = z.tuple([z.object({ "Execution Time": z.number() })]);

/** Returns the same id as `pg_temp.id`. */
const id = (kind: string, number: number): string => {
  const hex = createHash("md5").update(`${kind}${number}`).digest("hex");
  const digits = `${hex.slice(0, 12)}4${hex.slice(13, 16)}8${hex.slice(17)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/u, "$1-$2-$3-$4-");
};

/** Inserts meetings of four people who read three other languages. Every fifth line has reactions. Ids follow from numbers. */
const load = (from: number, to: number) => `
  insert into public.meetings (id, code, seq)
  select pg_temp.id('m', m), private.new_meeting_code(), ${2 * LINES_PER_MEETING + 4} from generate_series(${from}, ${to}) as m;
  insert into public.participants (meeting_id, user_id, number, colour, role, display_name, speaks, reads, seq)
  select pg_temp.id('m', m), pg_temp.id('p', (m + p) % ${PEOPLE}), p + 1, p + 1, 'guest', 'Guest ' || p, 'es',
    (array['es', 'en', 'fr', 'de'])[p + 1], p + 1
  from generate_series(${from}, ${to}) as m, generate_series(0, 3) as p;
  insert into public.calls (id, meeting_id, ended_at)
  select pg_temp.id('c', m), pg_temp.id('m', m), now() from generate_series(${from}, ${to}) as m;
  insert into public.attendance (call_id, user_id, left_at, stays)
  select pg_temp.id('c', m), pg_temp.id('p', (m + p) % ${PEOPLE}), now(), '{(,)}'
  from generate_series(${from}, ${to}) as m, generate_series(0, 3) as p;
  insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
  select pg_temp.id('l', m * ${LINES_PER_MEETING} + l), pg_temp.id('m', m), pg_temp.id('c', m), 2 * l + 4, 2 * l + 5,
    pg_temp.id('p', (m + l) % ${PEOPLE}), 'es', 'El autobús número ' || l || ' sale a las ocho de la puerta norte.'
  from generate_series(${from}, ${to}) as m, generate_series(0, ${LINES_PER_MEETING - 1}) as l;
  insert into public.translations (line_id, revision, language, status, text, engine, lease_until)
  select pg_temp.id('l', m * ${LINES_PER_MEETING} + l), 1, language, 'ready',
    'Bus number ' || l || ' leaves the north gate at eight.', 'bench', now()
  from generate_series(${from}, ${to}) as m, generate_series(0, ${LINES_PER_MEETING - 1}) as l,
    unnest(array['en', 'fr', 'de']) as language;
  insert into public.reactions (line_id, user_id, emoji)
  select pg_temp.id('l', m * ${LINES_PER_MEETING} + l), pg_temp.id('p', (m + p) % ${PEOPLE}), '👍'
  from generate_series(${from}, ${to}) as m, generate_series(0, ${LINES_PER_MEETING - 1}, 5) as l, generate_series(0, 1) as p;`;

const SETUP = `
  set session_replication_role = replica;
  create function pg_temp.id(kind text, number int) returns uuid language sql immutable as
    $$ select overlay(overlay(md5(kind || number) placing '4' from 13) placing '8' from 17)::uuid $$;
  insert into auth.users (id, aud, role, is_anonymous)
  select pg_temp.id('p', p), 'authenticated', 'authenticated', false from generate_series(0, ${PEOPLE - 1}) as p;
  insert into public.profiles (id) select pg_temp.id('p', p) from generate_series(0, ${PEOPLE - 1}) as p;`;

/** Returns the milliseconds of the database, for a random meeting each time. */
async function timeHistory(client: postgres.Sql, meetings: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    const at = Math.floor(Math.random() * meetings);
    const call = id("c", at);
    await client.begin(async (sql) => {
      const claims = JSON.stringify({ role: "authenticated", sub: id("p", at % PEOPLE) });
      await sql`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`;
      if (round === 0) {
        const [row] = await sql`select public.history(${call}) as page`;
        const { lines } = history.parse(row?.page);
        if (lines.length !== SERVER_LIMITS.historyLinesPerPage || lines[0]?.translations.length !== 3)
          throw new Error("The page is not the expected one");
      }
      const [explained] = await sql.unsafe(
        `explain (analyze, timing off, format json) select public.history('${call}')`,
      );
      if (round >= WARM_UP_ROUNDS) times.push(plan.parse(explained?.["QUERY PLAN"])[0]["Execution Time"]);
    });
  }
  return times;
}

/** Counts sequential scans of the large tables. */
async function countSequentialScans(admin: postgres.Sql): Promise<number> {
  const [row] = await admin<{ scans: number }[]>`
    select sum(seq_scan)::int as scans from pg_stat_user_tables
    where relname in ('lines', 'translations', 'reactions', 'calls', 'attendance', 'participants', 'meetings')`;
  return row?.scans ?? Number.NaN;
}

export const measureHistory = (): Promise<Figure[]> =>
  withMigrations(async ({ adminUrl, authenticatorUrl }) => {
    const admin = postgres(adminUrl, { max: 1, onnotice: () => {} });
    const client = postgres(authenticatorUrl, { max: 1, onnotice: () => {} });
    try {
      await admin.unsafe(SETUP);
      await admin.unsafe(load(0, FEW_MEETINGS - 1));
      await admin.unsafe("analyze");
      const small = await timeHistory(client, FEW_MEETINGS);
      for (let from = FEW_MEETINGS; from < MANY_MEETINGS; from += LOAD_BATCH)
        await admin.unsafe(load(from, Math.min(from + LOAD_BATCH, MANY_MEETINGS) - 1));
      await admin.unsafe("vacuum analyze");
      const scansBefore = await countSequentialScans(admin);
      const large = await timeHistory(client, MANY_MEETINGS);
      // Postgres adds a connection's statistics when the connection ends.
      await client.end();
      const scans = (await countSequentialScans(admin)) - scansBefore;
      const figure = (meetings: number, times: number[]): Figure => ({
        name: `history of 50 lines among ${(meetings * LINES_PER_MEETING).toLocaleString("en")}, p50`,
        ...percentileOf(times, 0.5),
        bar: 5,
        unit: "ms",
        note: `p95 ${percentile(times, 0.95).toFixed(1)} ms`,
      });
      return [
        figure(FEW_MEETINGS, small),
        figure(MANY_MEETINGS, large),
        {
          name: "history: ratio of the second to the first",
          value: percentile(large, 0.5) / percentile(small, 0.5),
          samples: large.length,
          bar: 2,
          unit: "",
        },
        { name: "history: sequential scans", value: scans, samples: large.length, bar: 0, unit: "" },
      ];
    } finally {
      await Promise.all([admin.end(), client.end()]);
    }
  });
