/** Many files, and texts whose parts are all different. */
import type { TestDatabase } from "./testDatabase.ts";

/** Adds files with a name to a board, or to a call, faster than by sharing. */
export const addManyFiles = (
  db: TestDatabase,
  meeting: string,
  call: string | null,
  owner: string,
  count: number,
  name: string,
) => db.admin`
  with numbered as (
    update public.meetings set seq = seq + ${count}::int where id = ${meeting} returning seq
  ), added as (
    insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
    select gen_random_uuid(), ${meeting}, ${call}, seq - n, seq - n, ${owner}, 'es', ${name}
    from numbered, generate_series(0, ${count - 1}::int) as n returning id
  )
  insert into public.files (id, meeting_id, call_id, owner, path, name, type, bytes, shared_at)
  select id, ${meeting}, ${call}, ${owner}, id::text, ${name}, 'application/pdf', 9, now() from added`;

/** Different characters, so that each part of the text is a key of its own. */
export const hanText = (length: number) =>
  Array.from({ length }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join("");
