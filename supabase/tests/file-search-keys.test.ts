/** The keys of the index of texts: their number is fixed, so different parts and places share keys. */
import { describe, expect, test } from "vitest";
import { BOARD } from "#contracts/board.ts";
import { boardActions } from "./support/board.ts";
import { join } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { addManyFiles } from "./support/manyFiles.ts";
import { testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { scene, putOnBoard, list, namesOf } = boardActions(db);
const { wipe } = lineActions(db);

/** Bytes of as many keys as there are, with half-empty pages, and of some entries. */
const MAX_INDEX_BYTES = 15_000_000;
const indexBytes = async () =>
  (await db.admin`select pg_relation_size('public.file_texts_keys_idx')::int as bytes`)[0]?.bytes;
/** Renames a file as often as one guest may in a day, each time to 255 characters out of 20,000. */
const renameAllDay = (file: string) =>
  db.admin.begin(async (sql) => {
    await sql`select set_config('test.file', ${file}, true)`;
    await sql`
      do $$
      begin
        for number in 1..784 loop
          update public.lines
          set text = (select string_agg(chr(19968 + (random() * 20000)::int), '') from generate_series(1, 255) where number > 0)
          where id = current_setting('test.file')::uuid;
        end loop;
      end $$`;
  });

test("a day of renames leaves a bounded index", async () => {
  const { place, ana } = await scene();
  const line = await putOnBoard(ana, place.id);
  await renameAllDay(line.id);
  await wipe(ana, line.id);
  await db.admin`vacuum public.file_texts`;
  expect(await indexBytes()).toBeLessThan(MAX_INDEX_BYTES);
}, 60_000);

test("keys of parts and of places have fixed ranges", async () => {
  const { place, ana } = await scene();
  await putOnBoard(ana, place.id, { name: "遠足のうた.txt", type: "text/plain", contents: "استمارة موافقة 2026" });
  const [parts] = await db.admin`
    select min(key) >= 0 as positive, max(key) < 262144 as bounded
    from public.file_texts, unnest(private.part_keys(text)) as key`;
  const [places] = await db.admin`
    select min(key) >= 262144 as apart, max(key) < 786432 as bounded from public.file_texts, unnest(places) as key`;
  expect([parts, places]).toEqual([
    { positive: true, bounded: true },
    { apart: true, bounded: true },
  ]);
});

describe("parts with one key", () => {
  test.each([1, 2, 3])("are not found for each other (%i)", async (length) => {
    const { place, ana } = await scene();
    const [pair] = await db.admin<{ parts: string[] }[]>`
      select array_agg(part) as parts
      from (
        select case ${length}::int when 1 then '' when 2 then '一' else '一二' end || chr(19968 + number) as part
        from generate_series(1, 20000) as number
      ) as made
      group by private.query_keys(part)
      having count(*) > 1
      limit 1`;
    const [first = "", second = ""] = pair?.parts ?? [];
    await putOnBoard(ana, place.id, { name: `${first}.pdf` });
    const of = (query: string) => namesOf(ana, { meeting_id: place.id, query });
    expect([await of(first), await of(second)]).toEqual([[`${first}.pdf`], []]);
  });
});

describe("places with one key", () => {
  /** Gives the texts of another meeting the keys of this one, as if its ids had the same. */
  async function collide() {
    const { place, host, ana, bob } = await scene();
    await putOnBoard(ana, place.id, { name: "plan.pdf" });
    const other = await scene();
    await addManyFiles(db, other.place.id, null, other.ana.id, BOARD.textsPerSearch + 1, "plan");
    await addManyFiles(db, other.place.id, other.ana.call, other.ana.id, 1, "plan of a call");
    await db.admin`
      update public.file_texts
      set places = array(
        select private.place_key(kind, id, field, salt)
        from private.search_salt, (
          values ('workspace', ${await workspaceOfMeeting(place.id)}::uuid), ('meeting', ${place.id}), ('board', ${place.id}),
            ('call', ${ana.call})
        ) as place_of (kind, id)
      )
      where meeting_id = ${other.place.id}`;
    return { place, host, ana, bob };
  }
  const workspaceOfMeeting = async (id: string) =>
    (await db.admin<{ id: string }[]>`select workspace_id as id from public.meetings where id = ${id}`)[0]?.id ?? "";

  test("show no unreadable file, and skip none", async () => {
    const { place, host, ana } = await collide();
    const finders = [
      list(host, { query: "plan" }),
      list(host, { meeting_id: place.id, query: "plan" }),
      list(ana, { meeting_id: place.id, query: "plan" }),
      list(ana, { meeting_id: place.id }),
    ];
    for (const { lines, next } of await Promise.all(finders))
      expect([lines.map(({ text }) => text), next]).toEqual([["plan.pdf"], null]);
  });

  test("a board counts no file of its calls", async () => {
    const { place, ana, bob } = await scene();
    await db.admin`update public.meetings set reading = 'present' where id = ${place.id}`;
    await addManyFiles(db, place.id, bob.call, bob.id, BOARD.textsPerSearch + 1, "plan of a call");
    await putOnBoard(ana, place.id, { name: "plan.pdf" });
    await db.admin`
      update public.file_texts
      set places = places || (select private.place_key('board', ${place.id}, field, salt) from private.search_salt)
      where call_id is not null and meeting_id = ${place.id}`;
    const late = await join(db, place, { name: "Late" });
    const { lines, next } = await list(late, { meeting_id: place.id, query: "plan" });
    expect([lines.map(({ text }) => text), next]).toEqual([["plan.pdf"], null]);
  });
});
