import postgres from "postgres";
import * as z from "zod/mini";
import { boardFiles } from "#contracts/board.ts";
import { withMigrations } from "../scripts/lib/migratedDatabase.ts";
import { createOwner } from "./owner.ts";
import { scaled } from "./scale.ts";
import { type Figure, percentileOf } from "./table.ts";

export const MEETINGS = scaled(1_000, 20);
const FILES_PER_MEETING = 100;
export const FILES = MEETINGS * FILES_PER_MEETING;
/** Each twentieth file is a text. */
const FILES_PER_TEXT = 20;
const ROUNDS = scaled(5, 1);

/** Words of names in many languages; each file has two and a number. */
const WORDS =
  "plan viaje seats allergies feria semillas étiquettes haricots blancs excursión autobús museum ramp kitchen letter " +
  "遠足 うた 写真 استمارة موافقة رحلة контракт письмо budget invoice minutes agenda photo team lunch garden school report " +
  "draft final summary notes receipt ticket map";

/** From one character to a phrase; in names, in contents, and nowhere. The first ones are in thousands of files. */
const QUERIES = [
  ...["é", "pl", "写真", "museum", "etiquettes", "موافقة", "excursion autobus", "4711", "feria semillas 12"],
  ...["llevad agua 4", "письмо", "budget.xlsx", "garden map 99", "nowhere at all", "遠足 うた 7"],
];

const plan = z.tuple([z.object({ "Execution Time": z.number() })]);

/** Stores the files of a person in many meetings of a workspace, as if they had been shared. */
export async function loadFiles(admin: postgres.Sql, owner: string, workspace: string): Promise<void> {
  await admin.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      create temporary table made on commit drop as
      select gen_random_uuid() as meeting_id, number from generate_series(1, ${MEETINGS}::int) as number`;
    await sql`
      insert into public.meetings (id, code, workspace_id, host, seq)
      select meeting_id, private.new_meeting_code(), ${workspace}, ${owner}, 1000 from made`;
    await sql`
      insert into public.participants (meeting_id, user_id, number, colour, role, display_name, speaks, reads, seq)
      select meeting_id, ${owner}, 1, 1, 'host', 'Tom', 'es', 'en', 0 from made`;
    await sql`
      create temporary table listed on commit drop as
      select gen_random_uuid() as id, meeting_id, place, at,
        words[1 + (at * 7 + number) % cardinality(words)] || ' ' || words[1 + (at * 13 + number * 5) % cardinality(words)]
          || ' ' || at || (array['.pdf', '.jpg', '.docx', '.xlsx'])[1 + at % 4] as name
      from made, generate_series(1, ${FILES_PER_MEETING}::int) as place,
        lateral (select number * ${FILES_PER_MEETING}::int + place as at) as numbered,
        (select string_to_array(${WORDS}, ' ') as words) as vocabulary`;
    await sql`
      insert into public.lines (id, meeting_id, seq, changed, author, language, text)
      select id, meeting_id, place, place, ${owner}, 'es', name from listed`;
    await sql`
      insert into public.files (id, meeting_id, owner, path, name, type, bytes, shared_at)
      select id, meeting_id, ${owner}, id::text, name, 'application/pdf', 1000, now() - at * interval '1 minute'
      from listed`;
    // The triggers would take minutes; an index is faster when it is made at the end.
    const [index] = await sql<{ definition: string }[]>`
      select pg_get_indexdef('public.file_texts_keys_idx'::regclass) as definition`;
    await sql`drop index public.file_texts_keys_idx`;
    await sql`alter table public.file_texts enable always trigger set_places_of_text`;
    await sql`
      insert into public.file_texts
        (file_id, field, meeting_id, workspace_id, text, seq, kind, language, name, bytes, shared_at)
      select id, 'names', meeting_id, ${workspace}, private.searchable(name, 4000) || E'\n' || 'translated ' || at,
        place, 'document', 'es', name, 1000, now() - at * interval '1 minute'
      from listed`;
    await sql`
      insert into public.file_texts (file_id, field, meeting_id, workspace_id, text)
      select id, 'contents', meeting_id, ${workspace},
        repeat('llevad agua y crema ', 200) || 'llevad agua ' || at
      from listed where at % ${FILES_PER_TEXT}::int = 0`;
    await sql.unsafe(index?.definition ?? "");
    await sql`alter index public.file_texts_keys_idx alter column 1 set statistics 0`;
    await sql`alter table public.file_texts enable trigger set_places_of_text`;
  });
  await admin`vacuum analyze`;
}

/** Returns the milliseconds of each search, and the sequential scans of large tables in its plans. */
async function search(admin: postgres.Sql, url: string, owner: string) {
  const plans: string[] = [];
  const client = postgres(url, { max: 1, onnotice: ({ message = "" }) => plans.push(message) });
  const times: number[] = [];
  const slowest: Record<string, number> = {};
  const claims = JSON.stringify({ role: "authenticated", sub: owner });
  const asOwner = async (sql: postgres.TransactionSql) => {
    await sql`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`;
  };
  let found = 0;
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const query of QUERIES) {
      // A search each half second is the limit of a person.
      await admin`delete from private.rate_limits`;
      await client.begin(async (sql) => {
        await asOwner(sql);
        const [explained] = await sql.unsafe(
          `explain (analyze, timing off, format json) select public.board_files(p_query => '${query}')`,
        );
        const ms = plan.parse(explained?.["QUERY PLAN"])[0]["Execution Time"];
        // The first round plans the statements.
        if (round > 0) times.push(ms);
        if (round > 0) slowest[query] = Math.max(slowest[query] ?? 0, ms);
      });
    }
  await admin`delete from private.rate_limits`;
  await client`load 'auto_explain'`;
  for (const query of QUERIES)
    await client.begin(async (sql) => {
      await sql`set local auto_explain.log_min_duration = 0`;
      await sql`set local auto_explain.log_nested_statements = on`;
      await sql`set local client_min_messages = log`;
      await asOwner(sql);
      const [row] = await sql`select public.board_files(p_query => ${query}) as found`;
      found += boardFiles.parse(row?.found).files.length;
    });
  await client.end();
  if (found === 0 || !plans.some((text) => text.includes("file_texts_keys_idx")))
    throw new Error("The searches found nothing, or their plans are missing");
  const scans = plans.filter((text) => /Seq Scan on (?:files|lines|file_texts)\b/u.test(text)).length;
  return { times, scans, slowest };
}

export const measureFileSearch = (): Promise<Figure[]> =>
  withMigrations(async ({ adminUrl }) => {
    const admin = postgres(adminUrl, { max: 1, onnotice: () => {} });
    try {
      const { owner, workspace } = await createOwner(admin);
      await loadFiles(admin, owner, workspace);
      const { times, scans, slowest } = await search(admin, adminUrl, owner);
      const [[query = "", ms = 0] = []] = Object.entries(slowest).sort(([, a], [, b]) => b - a);
      const name = `search over ${FILES} files`;
      return [
        {
          ...{ name: `${name}, in the database, p50`, ...percentileOf(times, 0.5), bar: 20, unit: "ms" },
          note: `p95 ${percentileOf(times, 0.95).value.toFixed(0)} ms; "${query}" at most ${ms.toFixed(0)} ms`,
        },
        { name: `${name}: sequential scans`, value: scans, samples: QUERIES.length, bar: 0, unit: "" },
      ];
    } finally {
      await admin.end();
    }
  });
