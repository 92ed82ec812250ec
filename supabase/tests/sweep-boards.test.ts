/** Retention of the boards of meetings. */
import { expect, test } from "vitest";
import { boardActions } from "./support/board.ts";
import { account, join, type MeetingFixture, type Person, person, room, workspaceOf } from "./support/fixtures.ts";
import { endCall, rowCount, sweepAll, sweepStep } from "./support/sweep.ts";
import { testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { putOnBoard, comment } = boardActions(db);

/** Creates a meeting with a file and a comment on its board, so many days ago. The call ended then. */
async function boardOf(host: Person, daysAgo: number): Promise<{ place: MeetingFixture; file: string }> {
  const place = await room(db, null, host);
  const { call } = await join(db, place, {}, host);
  const { id } = await putOnBoard(host, place.id);
  await comment(host, id);
  await endCall(db, call, daysAgo);
  const at = db.admin`now() - ${daysAgo} * interval '1 day'`;
  await db.admin`update public.lines set created_at = ${at} where meeting_id = ${place.id}`;
  await db.admin`update public.files set offered_at = ${at}, shared_at = ${at} where id = ${id}`;
  return { place, file: id };
}
const linesOf = async ({ id }: MeetingFixture) =>
  (await db.admin`select from public.lines where meeting_id = ${id}`).count;

test("deletes files and comments after the workspace's days", async () => {
  const host = await account(db);
  const workspace = await workspaceOf(db, host);
  await db.admin`update public.workspaces set retention_days = 10 where id = ${workspace}`;
  const old = await boardOf(host, 11);
  const young = await boardOf(host, 9);
  await sweepAll(db);
  expect([await linesOf(old.place), await linesOf(young.place)]).toEqual([0, 2]);
  // The first run removed the bytes, the next removes the row.
  await sweepAll(db);
  const files = await db.admin<{ id: string }[]>`select id from public.files`;
  expect(files.map(({ id }) => id)).toEqual([young.file]);
  expect(await rowCount(db, "storage.objects")).toBe(1);
  await db.admin`update public.workspaces set retention_days = 1 where id = ${workspace}`;
  await sweepAll(db);
  expect(await linesOf(young.place)).toBe(0);
});

test("deletes a guest's board with its meeting", async () => {
  const { place } = await boardOf(await person(db), 8);
  await db.admin`update public.meetings set expires_at = now() - interval '8 days' where id = ${place.id}`;
  await sweepAll(db, { storage: false });
  // The meeting stays until Storage has removed the bytes.
  expect([await linesOf(place), (await db.admin`select from public.meetings where id = ${place.id}`).count]).toEqual([
    0, 1,
  ]);
  await sweepAll(db);
  await sweepAll(db);
  expect((await db.admin`select from public.meetings where id = ${place.id}`).count).toBe(0);
});

test("deletes in batches and skips what another run holds", async () => {
  const { place, file } = await boardOf(await account(db), 40);
  await db.admin`
    insert into public.lines (id, meeting_id, about, seq, changed, author, language, text, created_at)
    select gen_random_uuid(), meeting_id, id, 1000 + number, 1000 + number, author, 'es', 'más', created_at
    from public.lines, generate_series(1, 250) as number
    where id = ${file}`;
  await db.admin.begin(async (sql) => {
    await sql`select from public.lines where id = ${file} for update`;
    const sizes = await sweepStep(db, "boards", { rows: 100 });
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
    expect(await linesOf(place)).toBe(1);
  });
  await sweepStep(db, "boards");
  expect(await linesOf(place)).toBe(0);
});
