/** Metadata that clients write at Auth and Storage, where nothing measures it. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { boardActions } from "./support/board.ts";
import { fileActions } from "./support/files.ts";
import { person } from "./support/fixtures.ts";
import { moderation } from "./support/moderation.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { upload } = fileActions(db);
const { offerOnBoard, comment, putOnBoard } = boardActions(db);
const { scene } = moderation(db);

test.each([
  [{ ui_locale: "pt-BR", photo: "x".repeat(60_000) }, { ui_locale: "pt-BR" }],
  [{ ui_locale: "x".repeat(60_000) }, {}],
  [{ ui_locale: { deep: [] } }, {}],
  [{ anything: 1 }, {}],
])("a user keeps the language of the page alone %#", async (given, kept) => {
  const { id } = await person(db);
  await db.admin`update auth.users set raw_user_meta_data = ${db.admin.json(given)} where id = ${id}`;
  const [user] = await db.admin<
    { data: unknown }[]
  >`select raw_user_meta_data as data from auth.users where id = ${id}`;
  expect(user?.data).toEqual(kept);
});

test("an object keeps no metadata of its uploader", async () => {
  const { ana, place } = await scene();
  const path = await offerOnBoard(ana, place.id);
  await upload(ana, path);
  await db.admin`update storage.objects set user_metadata = ${db.admin.json({ a: "x".repeat(60_000) })} where name = ${path}`;
  const [object] = await db.admin<
    { data: unknown }[]
  >`select user_metadata as data from storage.objects where name = ${path}`;
  expect(object?.data).toBeNull();
});

test("an upload is hardly longer than the offered file", async () => {
  const { ana, place } = await scene();
  const path = await offerOnBoard(ana, place.id, { bytes: 1 });
  await expect(upload(ana, path, { bytes: 1, declared: 60_000 })).rejects.toThrow();
  await upload(ana, path, { bytes: 1, declared: 2_000 });
});

test("one person cannot use up the comments of a file", async () => {
  const { place, ana, bob } = await scene();
  const file = await putOnBoard(ana, place.id);
  await db.admin`
    insert into public.lines (id, meeting_id, about, seq, changed, author, language, text)
    select gen_random_uuid(), ${place.id}, ${file.id}, number, number, ${bob.id}, 'es', 'más'
    from generate_series(${file.seq + 1}::bigint, ${file.seq + 100}) as number`;
  await db.admin`update public.meetings set seq = seq + 100 where id = ${place.id}`;
  expect(await rejectionCode(comment(bob, file.id))).toBe("line/board-full");
  await comment(ana, file.id, "Gracias", randomUUID());
});
