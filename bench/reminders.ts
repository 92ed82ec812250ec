/** Queueing the reminders of many meetings that are due in the same minute, by two runs at once. */
import postgres from "postgres";
import * as z from "zod/mini";
import { withMigrations } from "../scripts/lib/migratedDatabase.ts";
import { PLANS } from "../supabase/functions/_shared/contracts/planLimits.ts";
import { scaled } from "./scale.ts";
import type { Figure } from "./table.ts";

const MEETINGS = scaled(10_000, 200);
/** A workspace has a share of the day. */
const MEETINGS_PER_WORKSPACE = 100;
/** The operator's number: no share of all ends. */
const EMAILS_PER_DAY = MEETINGS * 4;

const step = z.object({ queued: z.number(), more: z.boolean() });

/** Inserts meetings that start in a day, each with an invitee of its own. */
const load = (admin: postgres.Sql) =>
  admin.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      create temporary table made on commit drop as
      select gen_random_uuid() as series_id, gen_random_uuid() as meeting_id, number,
        md5(((number - 1) / ${MEETINGS_PER_WORKSPACE}::int)::text)::uuid as workspace_id
      from generate_series(1, ${MEETINGS}::int) as number`;
    await sql`insert into public.workspaces (id, name) select distinct workspace_id, 'Huerto' from made`;
    await sql`
      insert into public.meetings (id, code, workspace_id)
      select meeting_id, private.new_meeting_code(), workspace_id from made`;
    await sql`
      insert into public.meeting_series (
        id, workspace_id, meeting_id, title, language, starts_local, zone, length_minutes, ends_at
      )
      select series_id, workspace_id, meeting_id, 'Reparto', 'es', '2027-01-01 09:00', 'UTC', 60, now() + interval '2 days'
      from made`;
    await sql`
      insert into public.series_occurrences (series_id, key, workspace_id, starts_at, ends_at)
      select series_id, '2027-01-01 09:00', workspace_id, now() + interval '23 hours', now() + interval '24 hours' from made`;
    await sql`
      insert into public.series_invitees (series_id, workspace_id, email, language, zone, invited_at)
      select series_id, workspace_id, 'p' || number || '@parley.example', 'ja', 'Asia/Tokyo', now() - interval '3 days' from made`;
  });

/** Runs the job until nothing is due. */
async function run(sql: postgres.Sql): Promise<number> {
  let queued = 0;
  for (;;) {
    const [row] = await sql`select private.queue_reminders(${PLANS.remindersPerStep}, ${EMAILS_PER_DAY}) as step`;
    const done = step.parse(row?.step);
    queued += done.queued;
    if (!done.more) return queued;
  }
}

export const measureReminders = (): Promise<Figure[]> =>
  withMigrations(async ({ adminUrl }) => {
    const connections = [1, 2].map(() => postgres(adminUrl, { max: 1, onnotice: () => {} }));
    const [admin] = connections;
    if (admin === undefined) throw new Error("There is no connection.");
    try {
      await load(admin);
      await admin`vacuum analyze`;
      const startedAt = performance.now();
      const queued = await Promise.all(connections.map(run));
      const seconds = (performance.now() - startedAt) / 1_000;
      const [row] =
        await admin`select count(*)::int as all, count(distinct recipient)::int as people from private.outbox_emails`;
      if (row?.all !== MEETINGS || row.people !== MEETINGS || queued.reduce((sum, each) => sum + each, 0) !== MEETINGS)
        throw new Error(`${row?.all} reminders to ${row?.people} people of ${MEETINGS} meetings`);
      return [
        {
          name: `reminders of ${MEETINGS} meetings due in one minute: queued once by two runs`,
          ...{ value: seconds, samples: 1, bar: 30, unit: "s" },
        },
      ];
    } finally {
      await Promise.all(connections.map((sql) => sql.end()));
    }
  });
