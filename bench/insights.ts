import postgres from "postgres";
import * as z from "zod/mini";
import { withMigrations } from "../scripts/lib/migratedDatabase.ts";
import { workspaceInsights } from "../supabase/functions/_shared/contracts/measureResults.ts";
import { MEASURE_LIMITS } from "../supabase/functions/_shared/contracts/measures.ts";
import { openAccount, signIn } from "../tests/support/accounts.ts";
import type { App } from "../tests/support/app.ts";
import { storeMeasuredCalls } from "../tests/support/measuredCalls.ts";
import { arrive } from "../tests/support/people.ts";
import { createOwner } from "./owner.ts";
import { scaled } from "./scale.ts";
import { type Figure, percentileOf } from "./table.ts";

const MEETINGS = scaled(1_000, 20);
const LINES_PER_MEETING = scaled(500, 50);
const PEOPLE = 4;
/** One less than a person may read in a minute, because the first round reads twice. */
const ROUNDS = scaled(19, 2);
const CHART_ROUNDS = scaled(5, 1);
/** Tables of a workspace, each with a chart. */
const CHARTS = 7;

const plan = z.tuple([z.object({ "Execution Time": z.number() })]);

interface Scene {
  readonly owner: string;
  readonly workspace: string;
}

/** Inserts ended calls of four people who speak one after the other, each line with two translations. */
async function load(admin: postgres.Sql, { owner, workspace }: Scene, calls: number, linesPerCall: number) {
  await admin.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      create temporary table made on commit drop as
      select number, gen_random_uuid() as meeting_id, gen_random_uuid() as call_id
      from generate_series(1, ${calls}::int) as number`;
    await sql`
      insert into public.meetings (id, code, workspace_id, host)
      select meeting_id, private.new_meeting_code(), ${workspace}, ${owner} from made`;
    await sql`
      insert into public.calls (id, meeting_id, workspace_id, started_at, ended_at, line_count)
      select call_id, meeting_id, ${workspace}, now() - number * interval '1 hour', now() - number * interval '1 hour' + interval '50 minutes',
        ${linesPerCall}
      from made`;
    await sql`
      create temporary table people on commit drop as
      select number, case number when 1 then ${owner}::uuid else gen_random_uuid() end as id
      from generate_series(1, ${PEOPLE}::int) as number`;
    await sql`insert into public.profiles (id) select id from people on conflict do nothing`;
    await sql`
      insert into public.participants (meeting_id, user_id, number, colour, role, display_name, speaks, reads, seq)
      select meeting_id, id, people.number, people.number, 'guest', 'Guest ' || people.number, 'es',
        (array['es', 'en', 'fr', 'ar'])[people.number], 0
      from made, people`;
    await sql`insert into public.attendance (call_id, user_id) select call_id, id from made, people`;
    await sql`
      insert into public.lines (
        id, meeting_id, call_id, seq, changed, kind, author, language, text, spoken_at, spoken_ms
      )
      select gen_random_uuid(), meeting_id, call_id, line, line, 'speech', people.id,
        (array['es', 'en', 'fr', 'ar'])[people.number], 'El autobús sale a las ocho.',
        now() - made.number * interval '1 hour' + line * interval '5 seconds', 4000 + 1500 * (line % 2)
      from made, generate_series(1, ${linesPerCall}::int) as line
      join people on people.number = 1 + (line / 3) % ${PEOPLE}`;
    await sql`
      insert into public.translations (line_id, revision, language, status, text, engine, lease_until)
      select lines.id, 1, target, 'ready', 'The bus leaves at eight.', 'bench', now()
      from made join public.lines using (call_id), unnest(array['en', 'fr']) as target`;
    await sql`
      insert into public.call_engines (call_id, engine, lines, characters)
      select call_id, engine, 500, 13500 from made, unnest(array['deepl', 'apertium']) as engine`;
    await sql`
      insert into public.call_counters select call_id, 12000000, 300000, 400, 500000, 10, 300 from made`;
  });
  await admin`analyze`;
}

/** Measures all calls as the job does. Returns the milliseconds of each. */
async function timeMeasures(admin: postgres.Sql): Promise<number[]> {
  const calls = await admin<{ id: string }[]>`
    select id from public.calls where ended_at is not null and not measured`;
  const times: number[] = [];
  for (const { id } of calls) {
    const startedAt = performance.now();
    await admin`select private.measure_call(${id})`;
    times.push(performance.now() - startedAt);
  }
  return times;
}

async function timeInsights(client: postgres.Sql, { owner, workspace }: Scene, calls: number): Promise<number[]> {
  const times: number[] = [];
  const days = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const from = new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10);
  for (let round = 0; round < ROUNDS; round += 1)
    await client.begin(async (sql) => {
      const claims = JSON.stringify({ role: "authenticated", sub: owner });
      await sql`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`;
      if (round === 0) {
        const [row] = await sql`select public.insights(${workspace}, ${from}, ${days}) as found`;
        const { figures } = workspaceInsights.parse(row?.found);
        if (figures.calls !== calls || figures.measured !== calls || figures.spoken !== calls)
          throw new Error("The insights are not the expected ones");
      }
      const [explained] = await sql.unsafe(
        `explain (analyze, timing off, format json) select public.insights('${workspace}', '${from}', '${days}')`,
      );
      times.push(plan.parse(explained?.["QUERY PLAN"])[0]["Execution Time"]);
    });
  return times;
}

const measureDatabase = (): Promise<Figure[]> =>
  withMigrations(async ({ adminUrl, authenticatorUrl }) => {
    const admin = postgres(adminUrl, { max: 1, onnotice: () => {} });
    const client = postgres(authenticatorUrl, { max: 1, onnotice: () => {} });
    try {
      const scene = await createOwner(admin);
      await load(admin, scene, MEETINGS, LINES_PER_MEETING);
      const measures = await timeMeasures(admin);
      await admin`vacuum analyze`;
      const insights = await timeInsights(client, scene, MEETINGS);
      // The longest call that is measured while somebody waits.
      await load(admin, scene, ROUNDS, scaled(MEASURE_LIMITS.linesAtOnce, 100));
      const longest = await timeMeasures(admin);
      return [
        {
          name: `insights of ${MEETINGS} meetings, ${MEETINGS * LINES_PER_MEETING} lines, p50`,
          ...percentileOf(insights, 0.5),
          ...{ bar: 300, unit: "ms" },
          note: `p95 ${percentileOf(insights, 0.95).value.toFixed(0)} ms`,
        },
        {
          name: `measure a call of ${LINES_PER_MEETING} lines, p95`,
          ...percentileOf(measures, 0.95),
          ...{ bar: 100, unit: "ms" },
        },
        {
          name: `measure a call of ${MEASURE_LIMITS.linesAtOnce} lines, p95`,
          ...percentileOf(longest, 0.95),
          ...{ bar: 300, unit: "ms" },
        },
      ];
    } finally {
      await Promise.all([admin.end(), client.end()]);
    }
  });

/** Opens the page, and then all charts. */
async function measureCharts(app: App): Promise<Figure[]> {
  const account = await openAccount(app, "tom");
  await storeMeasuredCalls(app, account, { calls: MEETINGS, people: 50, languages: ["es", "en", "ar", "fr", "de"] });
  const [tables, charts]: [number[], number[]] = [[], []];
  for (let round = 0; round < CHART_ROUNDS; round += 1) {
    const person = await arrive({ url: app.url, locale: "en" });
    const { page } = person;
    await signIn(page, account);
    await page.goto("/insights?range=year");
    tables.push(
      await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN),
    );
    // A click before hydration does nothing.
    await page.waitForFunction(() => {
      const main = document.querySelector("main");
      return main !== null && Object.keys(main).some((key) => key.startsWith("__reactProps$"));
    });
    charts.push(
      await page.evaluate(
        (count) =>
          new Promise<number>((resolve) => {
            const startedAt = performance.now();
            const look = () => {
              const drawn = document.querySelectorAll("figure:has(svg.recharts-surface)").length;
              if (drawn === count) resolve(performance.now() - startedAt);
              else requestAnimationFrame(look);
            };
            document.querySelector<HTMLElement>("main p > button")?.click();
            look();
          }),
        CHARTS,
      ),
    );
    await person.leave();
  }
  const name = `insights of ${MEETINGS} meetings`;
  return [
    { name: `${name}: first paint, with tables, p50`, ...percentileOf(tables, 0.5), bar: 1_000, unit: "ms" },
    { name: `${name}: from the click to ${CHARTS} charts, p50`, ...percentileOf(charts, 0.5), bar: 1_000, unit: "ms" },
  ];
}

export const measureInsights = async (app: App): Promise<Figure[]> => [
  ...(await measureCharts(app)),
  ...(await measureDatabase()),
];
