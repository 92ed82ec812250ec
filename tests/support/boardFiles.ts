/** Files on the boards of an account's meetings, stored directly: thousands cannot be uploaded in a test. */
import { randomUUID } from "node:crypto";
import { fileType } from "#contracts/fileTypes.ts";
import type { Language } from "#contracts/languages.ts";
import type { Account } from "./accounts.ts";
import type { App } from "./app.ts";
import { withAdminSql } from "./callFixture.ts";

export interface StoredFile {
  readonly name: string;
  readonly language?: Language;
  /** The name in English. */
  readonly translation?: string;
  readonly contents?: string;
  /** Another person who attended. Default: the account. */
  readonly person?: string;
  /** Title of the meeting. Default: the newest. */
  readonly meeting?: string;
}

/** Stores files, the last one as the newest. They have no bytes. */
export async function storeBoardFiles(app: App, { email }: Account, files: readonly StoredFile[]): Promise<void> {
  await withAdminSql(app, async (sql) => {
    const meetings = await sql<{ id: string; title: string; host: string }[]>`
      select meetings.id, title, host from public.meetings join auth.users on users.id = host
      where email = ${email} order by meetings.created_at desc`;
    const people = new Map<string, string>();
    const rows: Record<string, string | number | null>[] = [];
    for (const [at, { name, language = "es", person, meeting, translation, contents }] of files.entries()) {
      const place = meetings.find(({ title }) => meeting === undefined || title === meeting);
      if (place === undefined) throw new Error("The account has no such meeting.");
      const owner = person === undefined ? place.host : (people.get(person) ?? randomUUID());
      if (person !== undefined && !people.has(person)) {
        people.set(person, owner);
        await sql`
          insert into auth.users (id, aud, role, is_anonymous) values (${owner}, 'authenticated', 'authenticated', true)`;
        await sql`insert into public.profiles (id) values (${owner}) on conflict do nothing`;
        await sql`
          insert into public.participants (meeting_id, user_id, number, colour, role, display_name, speaks, reads, seq)
          values (${place.id}, ${owner}, ${100 + people.size}, 2, 'guest', ${person}, ${language}, 'en', 0)`;
      }
      rows.push({
        ...{ at, id: randomUUID(), meeting_id: place.id, owner, name, language },
        ...{ type: fileType(name), translation: translation ?? null, contents: contents ?? null },
      });
    }
    await sql.begin(async (sql) => {
      await sql`
        create temporary table given on commit drop as
        select * from jsonb_to_recordset(${sql.json(rows)}) as given(
          at int, id uuid, meeting_id uuid, owner uuid, name text, language text, type text, translation text, contents text
        )`;
      await sql`
        insert into public.lines (id, meeting_id, seq, changed, author, language, text)
        select id, meeting_id, 1000000 + at, 1000000 + at, owner, language, name from given`;
      await sql`
        insert into public.files (id, meeting_id, owner, path, name, type, bytes, shared_at)
        select id, meeting_id, owner, id::text, name, type, 1000 + at, now() - ${rows.length}::int * interval '1 minute'
          + at * interval '1 minute'
        from given`;
      await sql`
        select private.store_contents(files, private.searchable(contents, 8192), left(contents, 280))
        from given join public.files using (id) where contents is not null`;
      await sql`
        insert into public.translations (line_id, revision, language, status, text, engine, lease_until)
        select id, 1, 'en', 'ready', translation, 'test', now() from given where translation is not null`;
    });
  });
}
