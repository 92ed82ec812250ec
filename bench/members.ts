/** The database time of a membership look-up, among 1,000 members of 100 workspaces and among 100,000 of 10,000. */
import postgres from "postgres";
import * as z from "zod/mini";
import { withMigrations } from "../scripts/lib/migratedDatabase.ts";
import { scaled } from "./scale.ts";
import { type Figure, percentile, percentileOf } from "./table.ts";

const MEMBERS_PER_WORKSPACE = 10;
const FEW_WORKSPACES = scaled(100, 10);
const MANY_WORKSPACES = scaled(10_000, 100);
/** Rounds that only warm the caches. */
const WARM_UP_ROUNDS = 20;
const ROUNDS = scaled(1_000, 10);

const plan = z.tuple([z.object({ "Execution Time": z.number() })]);

const SETUP = `
  set session_replication_role = replica;
  create function pg_temp.id(kind text, number int) returns uuid language sql immutable as
    $$ select overlay(overlay(md5(kind || number) placing '4' from 13) placing '8' from 17)::uuid $$;`;

const load = (from: number, to: number) => `
  insert into public.workspaces (id, name)
  select pg_temp.id('w', w), 'Workspace ' || w from generate_series(${from}, ${to - 1}) as w;
  insert into auth.users (id, aud, role, email, email_confirmed_at, is_anonymous)
  select pg_temp.id('u', u), 'authenticated', 'authenticated', u || '@parley.example', now(), false
  from generate_series(${from * MEMBERS_PER_WORKSPACE}, ${to * MEMBERS_PER_WORKSPACE - 1}) as u;
  insert into public.profiles (id)
  select pg_temp.id('u', u) from generate_series(${from * MEMBERS_PER_WORKSPACE}, ${to * MEMBERS_PER_WORKSPACE - 1}) as u;
  insert into public.workspace_members (workspace_id, user_id, role)
  select pg_temp.id('w', u / ${MEMBERS_PER_WORKSPACE}), pg_temp.id('u', u), case u % ${MEMBERS_PER_WORKSPACE} when 0 then 'owner' else 'member' end
  from generate_series(${from * MEMBERS_PER_WORKSPACE}, ${to * MEMBERS_PER_WORKSPACE - 1}) as u;`;

/** Returns the milliseconds of the database, for a random member each time. */
async function timeLookUps(admin: postgres.Sql, workspaces: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    const workspace = Math.floor(Math.random() * workspaces);
    const lookUp = (member: number) =>
      `private.has_workspace_role(pg_temp.id('u', ${member}), pg_temp.id('w', ${workspace}), 'member')`;
    const member = workspace * MEMBERS_PER_WORKSPACE + Math.floor(Math.random() * MEMBERS_PER_WORKSPACE);
    if (round === 0) {
      const other = ((workspace + 1) % workspaces) * MEMBERS_PER_WORKSPACE;
      const [row] = await admin.unsafe(`select ${lookUp(member)} as own, ${lookUp(other)} as other`);
      if (row?.own !== true || row.other !== false) throw new Error("The look-up is not the expected one");
    }
    const [explained] = await admin.unsafe(`explain (analyze, timing off, format json) select ${lookUp(member)}`);
    if (round >= WARM_UP_ROUNDS) times.push(plan.parse(explained?.["QUERY PLAN"])[0]["Execution Time"]);
  }
  return times;
}

async function sequentialScans(admin: postgres.Sql): Promise<number> {
  const [row] = await admin<{ scans: number }[]>`
    select sum(seq_scan)::int as scans from pg_stat_user_tables where relname in ('workspace_members', 'users')`;
  return row?.scans ?? Number.NaN;
}

export const measureMembers = (): Promise<Figure[]> =>
  withMigrations(async ({ adminUrl }) => {
    const admin = postgres(adminUrl, { max: 1, onnotice: () => {} });
    try {
      await admin.unsafe(SETUP);
      await admin.unsafe(load(0, FEW_WORKSPACES));
      await admin.unsafe("vacuum analyze");
      const few = await timeLookUps(admin, FEW_WORKSPACES);
      await admin.unsafe(load(FEW_WORKSPACES, MANY_WORKSPACES));
      await admin.unsafe("vacuum analyze");
      await admin`select pg_stat_force_next_flush()`;
      const before = await sequentialScans(admin);
      const many = await timeLookUps(admin, MANY_WORKSPACES);
      await admin`select pg_stat_force_next_flush()`;
      const scans = (await sequentialScans(admin)) - before;
      const note = `${MANY_WORKSPACES * MEMBERS_PER_WORKSPACE} members`;
      return [
        { name: "membership look-up, p95", ...percentileOf(many, 0.95), bar: 1, unit: "ms", note },
        {
          ...{ name: "the same, times that among 1,000 members", value: percentile(many, 0.5) / percentile(few, 0.5) },
          ...{ samples: many.length, bar: 2, unit: "" },
        },
        { name: "sequential scans of all look-ups", value: scans, samples: many.length, bar: 0, unit: "" },
      ];
    } finally {
      await admin.end();
    }
  });
