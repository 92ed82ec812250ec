/** Lines of other people, so that a read without a bound has something to read. */
import type postgres from "postgres";

const LINES_PER_CALL = 1_000;

/** Inserts calls of one user that ended some days ago, without triggers. Throws if the schema rejects a row. */
export async function loadLines(admin: postgres.Sql, lines: number, endedDaysAgo = 0): Promise<void> {
  await admin.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    const [user] = await sql<{ id: string }[]>`
      insert into auth.users (id, aud, role, is_anonymous)
      values (gen_random_uuid(), 'authenticated', 'authenticated', false) returning id`;
    const author = user?.id ?? "";
    await sql`insert into public.profiles (id) values (${author})`;
    await sql`
      with meetings as (
        insert into public.meetings (id, code, seq)
        select gen_random_uuid(), private.new_meeting_code(), ${LINES_PER_CALL + 1}
        from generate_series(1, ${Math.ceil(lines / LINES_PER_CALL)}::int)
        returning id
      ),
      calls as (
        insert into public.calls (id, meeting_id, started_at, ended_at)
        select
          gen_random_uuid(), id, now() - make_interval(days => ${endedDaysAgo}, hours => 1),
          now() - make_interval(days => ${endedDaysAgo})
        from meetings
        returning id, meeting_id
      ),
      lines as (
        insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
        select gen_random_uuid(), calls.meeting_id, calls.id, n, n, ${author}::uuid, 'es', 'La línea ' || n || ' de otra reunión.'
        from calls, generate_series(1, ${LINES_PER_CALL}::int) as n
        returning id, seq
      )
      insert into public.translations (line_id, revision, language, status, text, lease_until)
      select id, 1, 'en', 'ready', 'Line ' || seq || ' of another meeting.', now() from lines`;
  });
  await admin`analyze`;
}
