/** The costs of hostile texts, the secrecy of unreadable ones, and texts of meetings that moved. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { BOARD } from "#contracts/board.ts";
import { QUOTAS } from "#contracts/quotas.ts";
import { boardActions } from "./support/board.ts";
import { fileActions } from "./support/files.ts";
import { account, join, room } from "./support/fixtures.ts";
import { guestMerge } from "./support/guestMerge.ts";
import { sweepStep } from "./support/sweep.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { scene, putOnBoard, offerOnBoard, list, namesOf, forwardFile } = boardActions(db);
const { upload } = fileActions(db);
const { claim } = guestMerge(db);
beforeEach(() => db.admin`delete from public.usage`);

const TEXT = { name: "notas.txt", type: "text/plain" };
/** Different characters, so that each part of the text is a key of its own. */
const hanText = (length: number) =>
  Array.from({ length }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join("");
const usedBytes = async () =>
  (
    await db.admin<{ amount: number }[]>`
    select amount::int as amount from public.usage where kind = 'file' and scope = 'all'`
  )[0]?.amount ?? 0;
const contentsOf = async (file: string) =>
  (
    await db.admin<{ text: string }[]>`
    select text from public.file_texts where file_id = ${file} and field = 'contents'`
  )[0]?.text;
const useUpFiles = (who: { id: string }) => db.admin`
  insert into public.usage (day, kind, scope, subject, amount)
  values ((now() at time zone 'utc')::date, 'file', 'user', ${who.id}, ${QUOTAS.file.user})
  on conflict (day, kind, scope, subject) do update set amount = excluded.amount`;

/** Adds files with a name to a board, or to a call, faster than by sharing. */
const addFiles = (meeting: string, call: string | null, owner: string, count: number, name: string) => db.admin`
  with numbered as (
    update public.meetings set seq = seq + ${count}::int where id = ${meeting} returning seq
  ), added as (
    insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
    select gen_random_uuid(), ${meeting}, ${call}, seq - n, seq - n, ${owner}, 'es', ${name}
    from numbered, generate_series(0, ${count - 1}::int) as n returning id
  )
  insert into public.files (id, meeting_id, call_id, owner, path, name, type, bytes, shared_at)
  select id, ${meeting}, ${call}, ${owner}, id::text, ${name}, 'application/pdf', 9, now() from added`;

describe("cost", () => {
  test("a page compares a bounded number of characters", async () => {
    const { place, ana } = await scene();
    const count = 110;
    await addFiles(place.id, null, ana.id, count, "notas.txt");
    await db.admin`
      insert into public.file_texts
        (file_id, field, meeting_id, workspace_id, seq, owner, kind, language, name, bytes, shared_at, text)
      select file_id, 'contents', meeting_id, workspace_id, seq, owner, kind, language, name, bytes, shared_at,
        'baa ' || repeat('a', ${BOARD.contentsBytes - 4})
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

  test("a text has a bounded number of keys, which count as bytes", async () => {
    const { place, ana } = await scene();
    const line = await putOnBoard(ana, place.id, { ...TEXT, bytes: 1, contents: hanText(2_700) });
    const text = (await contentsOf(line.id)) ?? "";
    const [row] = await db.admin`select cardinality(private.grams(${text})) as keys`;
    expect(row?.keys).toBeLessThanOrEqual(BOARD.gramsPerText);
    expect(row?.keys).toBeGreaterThan(BOARD.gramsPerText / 3);
    expect(await usedBytes()).toBe(1 + row?.keys * 56);
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
    expect(await usedBytes()).toBe(2 * once - 1);
    expect(await contentsOf(copy.id)).toBe("agua");
    await useUpFiles(bob);
    expect(await rejectionCode(forwardFile(bob, line.id, place.id))).toBe("file/quota");
  });

  test("renaming a file does not index its contents again", async () => {
    const { place, ana } = await scene();
    const line = await putOnBoard(ana, place.id, { ...TEXT, contents: hanText(2_000) });
    const indexSize = async () =>
      (await db.admin`select pg_relation_size('public.file_texts_keys_idx')::int as size`)[0]?.size;
    const before = await indexSize();
    for (let at = 0; at < 20; at += 1)
      await db.admin`update public.lines set text = ${`Notas ${at}`} where id = ${line.id}`;
    await db.admin`update public.files set owner = ${place.host.id} where id = ${line.id}`;
    expect((await indexSize()) - before).toBeLessThan(500_000);
    expect(await namesOf(ana, { meeting_id: place.id, owner: place.host.id, query: "notas 19" })).toEqual(["Notas 19"]);
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
  test.each([0, 1])("change neither the files of a page nor its end (%i)", async (unreadable) => {
    const { place, ana } = await scene();
    await db.admin`update public.meetings set reading = 'present' where id = ${place.id}`;
    if (unreadable > 0) await addFiles(place.id, ana.call, ana.id, unreadable, "abcd");
    const late = await join(db, place, { name: "Late" });
    await addFiles(place.id, null, late.id, BOARD.textsPerSearch, "abc bcd");
    // Each text has the parts of the query and not the query.
    const find = async () => {
      const { files, next } = await list(late, { meeting_id: place.id, query: "abcd" });
      return [files.length, next];
    };
    expect(await find()).toEqual([0, null]);
    await addFiles(place.id, null, late.id, 1, "abcd");
    expect(await find()).toEqual([1, { key: expect.any(String), id: expect.any(String) }]);
  });

  test("have no place in a list", async () => {
    const { place, ana } = await scene();
    await addFiles(place.id, null, ana.id, BOARD.filesPerPage + 1, "plan");
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
