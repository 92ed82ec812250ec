/** Calls with measures, stored directly: a meeting with fifty people cannot be held in a test. */
import { randomUUID } from "node:crypto";
import type { Language } from "#contracts/languages.ts";
import type { Account } from "./accounts.ts";
import type { App } from "./app.ts";
import { withAdminSql } from "./callFixture.ts";

export interface MeasuredCalls {
  /** Calls, one on each of the last days. */
  readonly calls: number;
  readonly people: number;
  /** The first speaks the most. */
  readonly languages: readonly Language[];
  readonly keep?: "days" | "nothing";
}

const ENGINES = ["deepl", "apertium", "openai"] as const;

/** Stores ended calls in the account's workspace, each with its account as an attendee. Returns the path of the newest. */
export async function storeMeasuredCalls(app: App, account: Account, options: MeasuredCalls): Promise<string> {
  const { calls, people, languages, keep = "days" } = options;
  const [meetingId, newest] = [randomUUID(), randomUUID()];
  await withAdminSql(app, async (sql) => {
    const [owner] = await sql<{ user_id: string; workspace_id: string }[]>`
      select workspace_members.user_id, workspace_id from public.workspace_members
      join auth.users on users.id = user_id where email = ${account.email}`;
    if (owner === undefined) throw new Error("The account has no workspace.");
    const speakers = Math.ceil(people / 2);
    const talkMs = 600_000 * people;
    await sql.begin(async (sql) => {
      await sql`
        insert into public.meetings (id, code, title, host, workspace_id, keep)
        values (
          ${meetingId}, translate(substr(md5(random()::text), 1, 12), 'ilou', '0000'), 'Class 4B', ${owner.user_id},
          ${owner.workspace_id}, ${keep}
        )`;
      await sql`
        insert into public.participants (meeting_id, user_id, number, colour, role, display_name, speaks, reads, seq)
        values (${meetingId}, ${owner.user_id}, 1, 1, 'host', 'Tom', 'en', 'en', 0)`;
      // Measured from the start, so that no trigger measures them.
      await sql`
        insert into public.calls (id, meeting_id, started_at, ended_at, measured)
        select
          case number when 1 then ${newest}::uuid else gen_random_uuid() end, ${meetingId},
          now() - number * interval '1 day' - interval '50 minutes', now() - number * interval '1 day', true
        from generate_series(1, ${calls}::int) as number`;
      await sql`
        insert into public.attendance (call_id, user_id, talk_ms, turn_count, interruption_count, left_at)
        select id, ${owner.user_id}, ${Math.round(talkMs / speakers)}, 12, 1, ended_at
        from public.calls where meeting_id = ${meetingId}`;
      if (keep === "nothing") return;
      await sql`
        insert into public.call_measures
        select id, ${people}, ${speakers}, ${people === 1 ? 1 : speakers * 0.8}, ${talkMs}, ${12 * speakers},
          ${people - 1}, ${Math.floor(people / 3)}
        from public.calls where meeting_id = ${meetingId}`;
      await sql`
        insert into public.call_languages (call_id, language, speakers, readers, talk_ms)
        select id, language, 1 + ${people} / (2 * place), 1 + ${people} / (1 + place), round(${talkMs} * (1 + ${languages.length} - place) * 2 / (${languages.length} * (1 + ${languages.length})::numeric))::bigint
        from public.calls, unnest(${languages}::text[]) with ordinality as given (language, place)
        where meeting_id = ${meetingId}`;
      await sql`
        insert into public.call_reach (call_id, spoken, read, lines, reached)
        select calls.id, spoken, read, 200, case when spoken = read then 200 else 200 - 30 * (spoken_place + read_place)::int % 190 end
        from public.calls,
          unnest(${languages}::text[]) with ordinality as from_language (spoken, spoken_place),
          unnest(${languages}::text[]) with ordinality as to_language (read, read_place)
        where meeting_id = ${meetingId}`;
      if (languages.length === 1) return;
      await sql`
        insert into public.call_engines (call_id, engine, lines, characters)
        select id, engine, 300 / place, 14000 / place
        from public.calls, unnest(${ENGINES}::text[]) with ordinality as given (engine, place)
        where meeting_id = ${meetingId}`;
      await sql`
        insert into public.call_counters (
          call_id, watched_ms, behind_ms, captions, delay_ms, device_lines, device_characters
        )
        select id, ${people} * 3000000::bigint, ${people} * 210000::bigint, 900, 1300000, 40, 2100
        from public.calls where meeting_id = ${meetingId}`;
    });
  });
  return `/meetings/${meetingId}/calls/${newest}`;
}
