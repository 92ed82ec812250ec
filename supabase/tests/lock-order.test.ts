/** The order of locks, so that no two transactions wait for each other. */
import { expect, test } from "vitest";
import { boardActions } from "./support/board.ts";
import { captionActions } from "./support/captions.ts";
import { lineActions } from "./support/lineActions.ts";
import { rejectionCode, testDatabaseForFile, waitForBlockedQuery } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { scene, putOnBoard, forwardFile } = boardActions(db);
const { edit } = lineActions(db);
const captions = captionActions(db);

/** Runs a write of a user who waits for their own day of characters. Returns whether others can take the lock of bytes. */
async function leavesBytesToOthers(userId: string, query: string, write: () => Promise<unknown>): Promise<boolean> {
  let written: Promise<unknown> | undefined;
  const free = await db.admin.begin(async (sql) => {
    await sql`select from public.usage where kind = 'line' and scope = 'user' and subject = ${userId} for update`;
    written = write();
    await waitForBlockedQuery(db, query);
    const [row] = await sql`select pg_try_advisory_xact_lock(hashtext('private.consume_quota file')) as free`;
    return row?.free;
  });
  await written;
  return free;
}

test("a forward and a rename lock the bytes of all last", async () => {
  const { place, ana } = await scene();
  const line = await putOnBoard(ana, place.id, { name: "plano.png", type: "image/png" });
  await db.admin`
    insert into public.file_previews (file_id, width, height, picture)
    values (${line.id}, 10, 10, '\\xffd8ff'::bytea || convert_to(repeat('x', 200), 'UTF8'))`;
  const forward = () => forwardFile(ana, line.id, place.id);
  expect(await leavesBytesToOthers(ana.id, "forward_file", forward)).toBe(true);
  const rename = () => edit(ana, line.id, "Un plano con un nombre más largo.png");
  expect(await leavesBytesToOthers(ana.id, "edit_line", rename)).toBe(true);
});

test("captions wait for no captions with the same ids", async () => {
  const { ana } = await captions.scene();
  const other = await captions.scene();
  const items = [captions.captionArgs(), captions.captionArgs()];
  await db.as(ana, async (sql) => {
    await sql`select public.post_captions(${ana.call}, ${sql.json(items)})`;
    const reversed = captions.sayAll(other.ana, other.ana.call, items.toReversed());
    expect(await rejectionCode(reversed)).toBe("request/busy");
  });
});
