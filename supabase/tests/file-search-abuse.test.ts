/** The costs of hostile texts, the secrecy of unreadable ones, and texts of meetings that moved. */
import { randomUUID } from "node:crypto";
import type postgres from "postgres";
import { beforeEach, describe, expect, test } from "vitest";
import { BOARD, boardChoices } from "#contracts/board.ts";
import { QUOTAS } from "#contracts/quotas.ts";
import { boardActions } from "./support/board.ts";
import { fileActions } from "./support/files.ts";
import { account, join, room } from "./support/fixtures.ts";
import { guestMerge } from "./support/guestMerge.ts";
import { lineActions } from "./support/lineActions.ts";
import { addManyFiles, hanText } from "./support/manyFiles.ts";
import { sweepStep } from "./support/sweep.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { scene, putOnBoard, offerOnBoard, list, namesOf, forwardFile } = boardActions(db);
const { upload, share } = fileActions(db);
const { edit } = lineActions(db);
const { claim } = guestMerge(db);
beforeEach(() => db.admin`delete from public.usage`);

const TEXT = { name: "notas.txt", type: "text/plain" };
const usedBytes = async () =>
  (
    await db.admin<{ amount: number }[]>`
    select sum(amount)::int as amount from public.usage where kind = 'index' and scope = 'user'`
  )[0]?.amount ?? 0;
const contentsOf = async (file: string) =>
  (
    await db.admin<{ text: string }[]>`
    select text from public.file_texts where file_id = ${file} and field = 'contents'`
  )[0]?.text;
const useUpFiles = (who: { id: string }) => db.admin`
  insert into public.usage (day, kind, scope, subject, amount)
  values ((now() at time zone 'utc')::date, 'index', 'user', ${who.id}, ${QUOTAS.index.user})
  on conflict (day, kind, scope, subject, part) do update set amount = excluded.amount`;

describe("cost", () => {
  test("a page compares a bounded number of characters", async () => {
    const { place, ana } = await scene();
    const count = 110;
    await addManyFiles(db, place.id, null, ana.id, count, "notas.txt");
    await db.admin`
      insert into public.file_texts (file_id, field, meeting_id, workspace_id, text)
      select file_id, 'contents', meeting_id, workspace_id, 'baa ' || repeat('a', ${BOARD.contentsBytes - 4})
      from public.file_texts where meeting_id = ${place.id}`;
    const find = (after?: unknown) =>
      list(ana, {
        meeting_id: place.id,
        query: `b${"a".repeat(9)}`,
        ...(after !== undefined && { after: { json: after } }),
      });
    const first = await find();
    expect([first.files.length, first.next === null]).toEqual([0, false]);
    const second = await find(first.next);
    expect([second.files, second.next]).toEqual([[], null]);
  }, 60_000);

  test("a text's keys are limited and count as bytes", async () => {
    const { place, ana } = await scene();
    const line = await putOnBoard(ana, place.id, { ...TEXT, bytes: 1, contents: hanText(2_700) });
    const text = (await contentsOf(line.id)) ?? "";
    const [row] = await db.admin`
      select cardinality(private.part_keys(${text})) as keys, private.indexed_bytes(${text})::int as bytes,
        private.indexed_bytes('notas.txt')::int as bytes_of_name`;
    expect(row?.keys).toBeLessThanOrEqual(BOARD.gramsPerText);
    expect(row?.keys).toBeGreaterThan(BOARD.gramsPerText / 3);
    expect(row?.bytes).toBeGreaterThan(Buffer.byteLength(text) + 4 * row?.keys);
    expect(await usedBytes()).toBe(row?.bytes + row?.bytes_of_name);
    expect(await namesOf(ana, { meeting_id: place.id, query: text.slice(0, 5) })).toEqual(["notas.txt"]);
  });

  test("without quota, a text is found by its name only", async () => {
    const { place, ana } = await scene();
    const id = randomUUID();
    const path = await offerOnBoard(ana, place.id, { id, ...TEXT });
    await useUpFiles(ana);
    await upload(ana, path, { ...TEXT, contents: "agua" });
    expect(await contentsOf(id)).toBeUndefined();
  });

  test("a forwarded copy counts again", async () => {
    const { place, ana, bob } = await scene();
    const line = await putOnBoard(ana, place.id, { ...TEXT, bytes: 1, contents: "agua" });
    const once = await usedBytes();
    const copy = await forwardFile(bob, line.id, place.id);
    expect(await usedBytes()).toBe(2 * once);
    // It uploads nothing, so it takes no bytes of files from others.
    const [files] =
      await db.admin`select amount::int as amount from public.usage where kind = 'file' and scope = 'all'`;
    expect(files?.amount).toBe(1);
    expect(await contentsOf(copy.id)).toBe("agua");
    await useUpFiles(bob);
    expect(await rejectionCode(forwardFile(bob, line.id, place.id))).toBe("file/quota");
  });

  test("a rejected forward indexes nothing", async () => {
    const { place, ana, bob } = await scene();
    const line = await putOnBoard(ana, place.id, { ...TEXT, bytes: 1, contents: "agua" });
    await db.admin`update public.participants set board_line_count = ${BOARD.linesPerPerson} where user_id = ${bob.id}`;
    // The rejection undoes what was stored, so a trigger shows it.
    await db.admin.unsafe(`
      create function pg_temp.refuse() returns trigger language plpgsql as 'begin raise exception ''indexed''; end';
      create trigger refuse before insert on public.file_texts
      for each row when (new.field = 'contents') execute function pg_temp.refuse()`);
    try {
      expect(await rejectionCode(forwardFile(bob, line.id, place.id))).toBe("line/quota");
      expect(await rejectionCode(forwardFile(ana, line.id, place.id))).toContain("indexed");
    } finally {
      await db.admin`drop trigger refuse on public.file_texts`;
    }
  });

  test("a name counts, and a longer one the difference", async () => {
    const { place, ana } = await scene();
    const line = await putOnBoard(ana, place.id, { name: "a.pdf", bytes: 1 });
    const short = await usedBytes();
    expect(short).toBeGreaterThan(300);
    const long = hanText(200);
    await edit(ana, line.id, long);
    const afterwards = await usedBytes();
    expect(afterwards).toBeGreaterThan(short + Buffer.byteLength(long));
    for (const name of ["b", long]) await edit(ana, line.id, name);
    expect(await usedBytes()).toBe(afterwards);
    await useUpFiles(ana);
    expect(await rejectionCode(edit(ana, line.id, hanText(255)))).toBe("file/quota");
    expect(await rejectionCode(forwardFile(ana, line.id, place.id))).toBe("file/quota");
    await edit(ana, line.id, "c");
  });

  test("a name without quota is not shared", async () => {
    const { place, ana } = await scene();
    const id = randomUUID();
    await upload(ana, await offerOnBoard(ana, place.id, { id }));
    await useUpFiles(ana);
    expect(await rejectionCode(share(ana, id))).toBe("file/quota");
    await db.admin`delete from public.usage`;
    expect(await share(ana, id)).toMatchObject({ id });
  });

  test("neither names nor owners index contents again", async () => {
    const { place, ana } = await scene();
    const line = await putOnBoard(ana, place.id, { ...TEXT, contents: hanText(2_000) });
    const version = async () =>
      (await db.admin`select xmin::text from public.file_texts where file_id = ${line.id} and field = 'contents'`)[0];
    const before = await version();
    await edit(ana, line.id, "Notas");
    await db.admin`update public.lines set language = 'en' where id = ${line.id}`;
    await db.admin`update public.files set owner = ${place.host.id} where id = ${line.id}`;
    expect(await version()).toEqual(before);
    const contents = (await contentsOf(line.id))?.slice(0, 5) ?? "";
    const find = (query: string, more = {}) => namesOf(ana, { meeting_id: place.id, query, ...more });
    for (const query of ["notas", contents]) {
      expect(await find(query, { owner: place.host.id, language: "en" })).toEqual(["Notas"]);
      expect(await find(query, { owner: ana.id })).toEqual([]);
    }
  });

  test("nothing is stored after the meeting changed to keep nothing", async () => {
    const { place, ana } = await scene();
    const id = randomUUID();
    const path = await offerOnBoard(ana, place.id, { id, ...TEXT });
    await db.admin`update public.meetings set keep = 'nothing' where id = ${place.id}`;
    await upload(ana, path, { ...TEXT, contents: "secreto" });
    expect(await contentsOf(id)).toBeUndefined();
  });
});

describe("files that the caller may not read", () => {
  test.each([0, 1])("change neither a page's files nor its end (%i)", async (unreadable) => {
    const { place, ana } = await scene();
    await db.admin`update public.meetings set reading = 'present' where id = ${place.id}`;
    if (unreadable > 0) await addManyFiles(db, place.id, ana.call, ana.id, unreadable, "abcd");
    const late = await join(db, place, { name: "Late" });
    await addManyFiles(db, place.id, null, late.id, BOARD.textsPerSearch, "abc bcd");
    // Each text has the parts of the query and not the query.
    const find = async () => {
      const { files, next } = await list(late, { meeting_id: place.id, query: "abcd" });
      return [files.length, next];
    };
    expect(await find()).toEqual([0, null]);
    await addManyFiles(db, place.id, null, late.id, 1, "abcd");
    expect(await find()).toEqual([1, { key: expect.any(String), id: expect.any(String) }]);
  });

  test("have no place in a list", async () => {
    const { place, ana } = await scene();
    await addManyFiles(db, place.id, null, ana.id, BOARD.filesPerPage + 1, "plan");
    const page = (after: unknown, sort = "name") => list(ana, { meeting_id: place.id, sort, after: { json: after } });
    const { next } = await list(ana, { meeting_id: place.id, sort: "name" });
    expect((await page(next)).files).toHaveLength(1);
    const wrong = [{ ...next, key: null }, { ...next, id: null }, { key: "x", id: "y" }, {}, [], "x", 1];
    for (const after of wrong) expect(await rejectionCode(page(after))).toBe("request/invalid");
    for (const sort of ["newest", "size"]) expect(await rejectionCode(page(next, sort))).toBe("request/invalid");
  });
});

test("files of a guest's meeting are found after signing in", async () => {
  const meeting = await room(db);
  const guest = await join(db, meeting, { name: "Inés" }, meeting.host);
  await putOnBoard(guest, meeting.id, { ...TEXT, contents: "agua" });
  const ana = await account(db);
  await claim(guest, ana);
  expect(await namesOf(ana, { query: "agua" })).toEqual(["notas.txt"]);
  expect(await sweepStep(db, "texts")).toEqual([2, 0, 0]);
  expect(await db.admin`select from public.moved_meetings`).toHaveLength(0);
  expect(await namesOf(ana, { query: "agua" })).toEqual(["notas.txt"]);
  expect(
    await db.admin`select distinct workspace_id is null as lost from public.file_texts where meeting_id = ${meeting.id}`,
  ).toEqual([{ lost: false }]);
});

describe("a search with many calls", () => {
  const headers = JSON.stringify({ "cf-connecting-ip": "192.0.2.1" });
  beforeEach(() => db.admin`insert into private.search_salt (salt) values (1) on conflict do nothing`);
  /** Gives a person many calls that others are in. */
  const withManyCalls = async () => {
    const ana = await account(db);
    const place = await room(db, null, await account(db));
    await db.admin`
      with calls as (
        insert into public.calls (id, meeting_id, started_at, ended_at)
        select gen_random_uuid(), ${place.id}, now() - n * interval '1 hour', now() - n * interval '1 hour'
        from generate_series(1, 30) as n returning id
      )
      insert into public.attendance (call_id, user_id, joined_at) select id, ${ana.id}, now() from calls`;
    return ana;
  };
  const search = (sql: postgres.TransactionSql) => sql`
    select set_config('request.headers', ${headers}, true), public.board_files()`;

  test("waits for the person's other one, not for colleagues", async () => {
    const [ana, colleague] = [await withManyCalls(), await withManyCalls()];
    await db.as(ana, async (sql) => {
      await search(sql);
      expect(await rejectionCode(db.as(ana, search))).toBe("request/busy");
      await db.as(colleague, search);
    });
    await db.as(ana, search);
  });

  test("takes more turns", async () => {
    const ana = await withManyCalls();
    await db.as(ana, search);
    const [used] = await db.admin`
      select cardinality(times) as turns from private.rate_limits
      where user_id = ${ana.id} and action = 'board.readsPerMinute'`;
    expect(used?.turns).toBe(2);
  });

  test("returns these turns to the page", async () => {
    const ana = await withManyCalls();
    const { turns } = await db.rpc(ana, "board_choices", {}, boardChoices);
    const [used] = await db.admin`
      select cardinality(times) as reads from private.rate_limits
      where user_id = ${ana.id} and action = 'board.readsPerMinute'`;
    expect([turns, used?.reads]).toEqual([1, 3 + turns]);
  });

  test("counts no calls of an unreadable meeting", async () => {
    const ana = await withManyCalls();
    const [row] = await db.admin`
      select private.calls_to_search(${(await account(db)).id}, meetings.id, 200) as others
      from public.meetings join public.calls on calls.meeting_id = meetings.id
      join public.attendance on attendance.call_id = calls.id
      where attendance.user_id = ${ana.id} limit 1`;
    expect(row?.others).toBe(0);
  });

  test("for an owner reads no other file of theirs", async () => {
    const { place, ana, bob } = await scene();
    await addManyFiles(db, place.id, null, ana.id, 3, "notas.txt");
    const { place: elsewhere } = await scene();
    await addManyFiles(db, elsewhere.id, null, ana.id, 600, "notas.txt");
    await db.admin`analyze public.files, public.lines, public.file_texts`;
    const rows = await db.as(bob, async (sql) => {
      const count = async () => {
        const [row] = await sql<{ rows: number }[]>`
          select coalesce(sum(idx_tup_fetch), 0)::int as rows from pg_stat_xact_all_tables
          where relname = 'files' and schemaname = 'public'`;
        return row?.rows ?? 0;
      };
      const before = await count();
      await sql`select public.board_files(p_meeting_id => ${place.id}, p_owner => ${ana.id})`;
      return (await count()) - before;
    });
    expect(rows).toBeLessThan(100);
  });
});
