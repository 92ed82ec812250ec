/** A workspace with many meetings, each with two calls, and the people who see all of them in different ways. */
import { account, addMember, type Person, workspaceOf } from "./fixtures.ts";
import type { TestDatabase } from "./testDatabase.ts";

export interface ManyMeetings {
  readonly workspace: string;
  /** A term of the glossary. */
  readonly term: string;
  /** Hosts all meetings, as an owner of the workspace. */
  readonly owner: Person;
  /** Joined the workspace by a link, and was in no meeting. */
  readonly member: Person;
  /** Was in each call, and is no member. */
  readonly visitor: Person;
}

/**
 * Each fifth meeting came to the workspace lately. Each seventh had no call. The newest call of each second meeting is open, with a
 * tab that is silent.
 */
export async function manyMeetings(db: TestDatabase, count: number): Promise<ManyMeetings> {
  const [owner, member, visitor] = [await account(db), await account(db), await account(db)];
  const workspace = await workspaceOf(db, owner);
  await addMember(db, workspace, member, "member");
  const term = await db.admin.begin(async (sql) => {
    await sql`
      create temporary table place on commit drop as
      select number, gen_random_uuid() as id from generate_series(1, ${count}::int) as number`;
    await sql`
      insert into public.meetings (id, code, host, workspace_id, created_at)
      select id, private.new_meeting_code(), ${owner.id}, case when number % 5 > 0 then ${workspace}::uuid end,
        now() - interval '25 days' - number * interval '1 second'
      from place`;
    await sql`
      insert into public.calls (meeting_id, started_at, ended_at)
      select id, now() - made.part * interval '10 days' - number * 7919 % ${count}::int * interval '1 minute',
        case when made.part = 2 or number % 2 > 0 then now() end
      from place, generate_series(1, 2) as made (part)
      where number % 7 > 0`;
    await sql`
      insert into public.participants (meeting_id, user_id, number, colour, role, display_name, speaks, reads, seq, admitted_at)
      select id, ${visitor.id}, 1, 1, 'guest', 'Visitor', 'es', 'en', 1, now() - number * interval '1 minute' from place`;
    await sql`
      insert into public.attendance (call_id, user_id, joined_at, left_at)
      select calls.id, ${visitor.id}, calls.started_at, now()
      from place join public.calls on calls.meeting_id = place.id`;
    await sql`
      insert into public.call_peers (call_id, peer_id, user_id, join_number, last_seen)
      select calls.id, gen_random_uuid(), ${visitor.id}, 1, now() - interval '1 hour'
      from place join public.calls on calls.meeting_id = place.id and calls.ended_at is null`;
    await sql`
      update public.meetings set workspace_id = ${workspace} from place where meetings.id = place.id and number % 5 = 0`;
    const [row] = await sql<{ id: string }[]>`
      insert into public.glossary_terms (id, workspace_id, term, language, never, translations, note, state)
      values (gen_random_uuid(), ${workspace}, 'autobús', 'es', false, '{"en": "bus"}', '', 'approved') returning id`;
    return row?.id ?? "";
  });
  await db.admin`analyze`;
  return { workspace, term, owner, member, visitor };
}

/** Adds a decision that waits for answers to each call of the meetings. */
export async function addConfirmations(db: TestDatabase, { owner, visitor }: ManyMeetings): Promise<void> {
  await db.admin.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      create temporary table decision on commit drop as
      select calls.id as call_id, meeting_id, gen_random_uuid() as line_id,
        row_number() over (partition by meeting_id order by started_at) as seq
      from public.calls join public.meetings on meetings.id = meeting_id where host = ${owner.id}`;
    await sql`
      insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
      select line_id, meeting_id, call_id, seq, seq, ${visitor.id}, 'es', 'El lunes' from decision`;
    await sql`
      insert into public.line_marks (line_id, call_id, seq, kind, by)
      select line_id, call_id, seq, 'decision', ${visitor.id} from decision`;
    await sql`
      insert into public.confirmations (line_id, call_id, asked_by)
      select line_id, call_id, ${visitor.id} from decision`;
  });
  await db.admin`analyze`;
}
