/** Grows the personas' meeting to 1,000,000 lines: as many full calls as that takes, with everything that hangs on them. */
import type postgres from "postgres";
import { BOARD } from "#contracts/board.ts";
import { GLOSSARY } from "#contracts/glossaryLimits.ts";
import { LIMITS } from "#contracts/limits.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import type { Scene } from "./personas.ts";
import type { TestDatabase } from "./testDatabase.ts";

const LINES = 1_000_000;
const CALLS = LINES / SERVER_LIMITS.linesPerCall;
const PEOPLE = 300;
/** Each tenth line is marked, so that a call has more marks than any page shows. */
const LINES_PER_MARK = 10;

/** Drops what each inserted line would have to pass, and returns a function that restores the indexes. */
async function withoutIndexesAndChecks(sql: postgres.TransactionSql): Promise<() => Promise<void>> {
  const checks = await sql<{ name: string }[]>`
    select conname as name from pg_constraint where conrelid = 'public.lines'::regclass and contype = 'c'`;
  for (const { name } of checks) await sql`alter table public.lines drop constraint ${sql(name)}`;
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = 'public.lines'::regclass and not indisunique`;
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  return async () => {
    for (const { definition } of indexes) await sql.unsafe(definition);
  };
}

/** Inserts without triggers and foreign keys, which would take minutes. */
export async function growToMillionLines(db: TestDatabase, { meeting, second, workspace, callers }: Scene) {
  if (callers.host.role !== "authenticated") throw new Error("The host is no user.");
  const host = callers.host.id;
  await db.admin.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      create temporary table place on commit drop as
      select number, case number when ${CALLS} then ${second}::uuid else gen_random_uuid() end as call_id
      from generate_series(1, ${CALLS}::int) as number`;
    await sql`
      insert into public.calls (id, meeting_id, workspace_id, started_at, ended_at)
      select call_id, ${meeting.id}, ${workspace}, now() - (${CALLS} - number) * interval '1 hour',
        now() - (${CALLS} - number) * interval '1 hour' + interval '30 minutes'
      from place on conflict (id) do nothing`;
    const restore = await withoutIndexesAndChecks(sql);
    await sql`
      insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
      select
        ('00000000-0000-4000-8000-' || lpad(to_hex(number * 100000 + line), 12, '0'))::uuid, ${meeting.id}, call_id,
        1000 + (number - 1) * ${SERVER_LIMITS.linesPerCall}::int + line,
        1000 + (number - 1) * ${SERVER_LIMITS.linesPerCall}::int + line, ${host}, 'es',
        'El autobús sale a las ocho desde la Puerta Norte ' || line
      from place, generate_series(1, ${SERVER_LIMITS.linesPerCall}::int - 10) as line`;
    await restore();
    await sql`update public.meetings set seq = 1000 + ${LINES} where id = ${meeting.id}`;
    await sql`
      insert into public.line_marks (line_id, call_id, seq, kind, by)
      select id, call_id, seq, (array['decision', 'task', 'question'])[1 + seq % 3], ${host}
      from public.lines where meeting_id = ${meeting.id} and seq > 1000 and seq % ${LINES_PER_MARK}::int = 0`;
    await sql`
      update public.calls set line_count = ${SERVER_LIMITS.linesPerCall}::int - 10, decision_count = 600, task_count = 600,
        open_task_count = 600
      where meeting_id = ${meeting.id} and id in (select call_id from place)`;
    await sql`
      create temporary table people on commit drop as
      select number, gen_random_uuid() as id from generate_series(1, ${PEOPLE}::int) as number`;
    await sql`insert into public.profiles (id) select id from people`;
    await sql`
      insert into public.participants (meeting_id, user_id, number, colour, role, display_name, speaks, reads, seq)
      select ${meeting.id}, id, 100 + number, 1 + number % 12, 'guest', 'Guest ' || number, 'es', 'en', 0 from people`;
    await sql`
      insert into public.attendance (call_id, user_id, joined_at, left_at)
      select call_id, id, now() - interval '1 hour', now() from place, people where people.number % 10 = 0
      union all select call_id, ${host}, now() - interval '1 hour', null from place
      on conflict do nothing`;
    await sql`
      insert into public.translations (line_id, revision, language, status, text, engine, attempts, lease_until)
      select id, revision, target, 'ready', 'The bus', 'gate', 1, now()
      from public.lines, unnest(array['en', 'fr', 'de', 'it', 'pt', 'ar', 'ca', 'uk']) as target
      where call_id = ${second} and seq > 1000 order by seq desc limit 8 * ${LIMITS.transcriptLinesPerPage}::int`;
    await sql`
      create temporary table board_files on commit drop as
      select number, gen_random_uuid() as id from generate_series(1, ${BOARD.lines}::int) as number`;
    await sql`
      insert into public.lines (id, meeting_id, seq, changed, author, language, text)
      select id, ${meeting.id}, 2000000 + number, 2000000 + number, ${host}, 'es', 'plan ' || number from board_files`;
    await sql`
      insert into public.files (id, meeting_id, owner, path, name, type, bytes, offered_at, shared_at)
      select id, ${meeting.id}, ${host}, id::text, 'plan ' || number, 'application/pdf', 9, now() - interval '2 days', now()
      from board_files`;
    await sql`alter table public.file_texts enable always trigger set_places_of_text`;
    await sql`
      insert into public.file_texts
        (file_id, field, meeting_id, workspace_id, seq, kind, language, name, bytes, shared_at, text)
      select id, 'names', ${meeting.id}, ${workspace}, number, 'document', 'es', 'plan ' || number, 9, now(), 'plan ' || number
      from board_files`;
    await sql`alter table public.file_texts enable trigger set_places_of_text`;
    await sql`
      insert into public.glossary_terms (id, workspace_id, term, language, never, translations, note, state)
      select gen_random_uuid(), ${workspace}, 'autobús ' || number, 'es', false, '{"en": "bus"}', '', 'approved'
      from generate_series(1, ${GLOSSARY.glossaryTerms}::int - 1) as number`;
  });
  await db.admin`analyze`;
}
