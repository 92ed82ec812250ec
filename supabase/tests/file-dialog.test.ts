/** A file's dialog: reading one file, forwarding and deleting it, and notices of new comments. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { boardActions } from "./support/board.ts";
import { fileActions } from "./support/files.ts";
import { account, join, knock, type Person, room } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { moderation } from "./support/moderation.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { scene: boardScene, offerOnBoard, putOnBoard, list, comment, read, see, ...actions } = boardActions(db);
const { openFile, forwardFile, deleteFile, commented, topicsOf, boardEvents } = actions;
const { shareUploaded, mayRead, removable, readable } = fileActions(db);
const { remove, end, change, setRole } = moderation(db);
const { wipe } = lineActions(db);

/** The meeting of a board, at which the passer-by has knocked. */
async function scene() {
  const given = await boardScene();
  await knock(db, given.passer, given.place.code, { name: "Passer" });
  return given;
}

describe("board_file", () => {
  test("returns a file with the rights of the caller", async () => {
    const { place, host, ana, bob, member, passer } = await scene();
    const line = await putOnBoard(ana, place.id);
    await comment(bob, line.id);
    const rights = async (who: Person) => {
      const opened = await openFile(who, line.id);
      return [opened?.may_comment, opened?.may_delete];
    };
    expect(await openFile(ana, line.id)).toMatchObject({
      file: { id: line.id, meeting: { id: place.id }, author: { user_id: ana.id }, comments: 1, unseen_comments: 1 },
      line: { id: line.id, file: { name: "plan.pdf" } },
    });
    expect([await rights(ana), await rights(host), await rights(bob), await rights(member)]).toEqual([
      [true, true],
      [true, true],
      [true, false],
      [false, false],
    ]);
    for (const who of [passer, await account(db)]) expect(await openFile(who, line.id)).toBeNull();
  });

  test("hides a file from removed people and after its deletion", async () => {
    const { place, host, ana, bob } = await scene();
    const { id } = await putOnBoard(ana, place.id);
    expect(await readable(bob, [id])).toHaveLength(1);
    await remove(host, place, bob);
    expect(await readable(bob, [id])).toHaveLength(0);
    expect(await openFile(bob, id)).toBeNull();
    for (const act of [read(bob, id), comment(bob, id)]) expect(await rejectionCode(act)).toBe("file/not-found");
    await wipe(ana, id);
    expect(await openFile(host, id)).toBeNull();
    expect(await rejectionCode(comment(host, id))).toBe("file/not-found");
  });
});

describe("forward_file", () => {
  test("copies a file to the board of another meeting, once", async () => {
    const { ana, host } = await scene();
    const { line } = await shareUploaded(ana, { name: "mapa.pdf" });
    const other = await moderation(db).scene(host);
    const id = randomUUID();
    const copy = await forwardFile(host, line.id, other.place.id, id);
    expect(copy).toMatchObject({ id, call_id: null, author: host.id, forwarded: true, file: { name: "mapa.pdf" } });
    expect(await forwardFile(host, line.id, other.place.id, id)).toMatchObject({ seq: copy.seq });
    expect(await mayRead(other.bob, id)).toBe(true);
    expect((await list(host, { meeting_id: other.place.id })).files).toHaveLength(1);
    // The copy keeps the stored bytes.
    await wipe(ana, line.id);
    expect(await removable(ana, [line.id])).toEqual([]);
    expect(await mayRead(other.bob, id)).toBe(true);
  });

  test("rejects the id of a file that was offered", async () => {
    const { place, ana } = await scene();
    const file = await putOnBoard(ana, place.id);
    const offered = randomUUID();
    await offerOnBoard(ana, place.id, { id: offered });
    expect(await rejectionCode(forwardFile(ana, file.id, place.id, offered))).toBe("line/conflict");
  });

  test("needs rights to read the file and to write there", async () => {
    const { place, host, ana, member, passer } = await scene();
    const file = await putOnBoard(ana, place.id);
    const note = await comment(ana, file.id);
    const other = await moderation(db).scene(await account(db));
    expect(await rejectionCode(forwardFile(passer, file.id, place.id))).toBe("file/not-found");
    expect(await rejectionCode(forwardFile(other.host, file.id, other.place.id))).toBe("file/not-found");
    expect(await rejectionCode(forwardFile(ana, note.id, place.id))).toBe("file/not-found");
    expect(await rejectionCode(forwardFile(ana, file.id, other.place.id))).toBe("meeting/not-entered");
    expect(await rejectionCode(forwardFile(member, file.id, place.id))).toBe("meeting/not-entered");
    expect(await rejectionCode(forwardFile(ana, file.id, randomUUID()))).toBe("meeting/not-entered");
    await join(db, other.place, { name: "Visitor" }, host);
    await change(other.host, other.place, { keep: "nothing" });
    expect(await rejectionCode(forwardFile(host, file.id, other.place.id))).toBe("file/not-kept");
    await change(other.host, other.place, { keep: "days" });
    await remove(other.host, other.place, host);
    expect(await rejectionCode(forwardFile(host, file.id, other.place.id))).toBe("meeting/removed");
  });
});

describe("delete_file", () => {
  test("is for the author and the host", async () => {
    const { place, host, ana, bob, member, passer } = await scene();
    const { id } = await putOnBoard(ana, place.id);
    const note = await comment(bob, id);
    for (const who of [bob, member]) expect(await rejectionCode(deleteFile(who, id))).toBe("request/not-allowed");
    expect(await rejectionCode(deleteFile(passer, id))).toBe("file/not-found");
    expect(await rejectionCode(deleteFile(host, note.id))).toBe("file/not-found");
    await deleteFile(host, id);
    expect(await mayRead(ana, id)).toBe(false);
    expect((await list(ana, { meeting_id: place.id })).files).toEqual([]);
    expect((await db.admin`select from public.lines where about = ${id}`).count).toBe(0);
  });

  test("rejects a co-host and a former host", async () => {
    const owner = await account(db);
    const place = await room(db, null, owner);
    const [ana, bob] = [await join(db, place), await join(db, place)];
    const host = await join(db, place, {}, owner);
    await setRole(host, place, bob, "co-host");
    const { id } = await putOnBoard(ana, place.id);
    expect(await rejectionCode(deleteFile(bob, id))).toBe("request/not-allowed");
    await change(host, place, { access: "knock" });
    await db.admin`delete from public.workspace_members where user_id = ${host.id}`;
    expect(await rejectionCode(deleteFile(host, id))).toBe("file/not-found");
    expect(await mayRead(ana, id)).toBe(true);
  });

  test("may be repeated by two people; both remove the bytes", async () => {
    const { place, host, ana, bob } = await scene();
    const { id } = await putOnBoard(ana, place.id);
    await Promise.all([deleteFile(ana, id), deleteFile(host, id)]);
    await deleteFile(host, id);
    expect(await rejectionCode(deleteFile(bob, id))).toBe("file/not-found");
    for (const who of [ana, host]) expect(await removable(who, [id])).toEqual([`${place.id}/${id}`]);
    expect(await removable(bob, [id])).toEqual([]);
    const other = await moderation(db).scene(await account(db));
    expect(await removable(other.host, [id])).toEqual([]);
  });

  test("is limited by minute", async () => {
    const { place, ana } = await scene();
    const { id } = await putOnBoard(ana, place.id);
    for (let count = 1; count < SERVER_LIMITS.filesPerMinute; count++) await deleteFile(ana, id);
    expect(await rejectionCode(deleteFile(ana, id))).toBe("request/rate-limited");
  });

  test("works for an author after a removal", async () => {
    const { place, host, ana } = await scene();
    const { id } = await putOnBoard(ana, place.id);
    await remove(host, place, ana);
    await deleteFile(ana, id);
    expect(await mayRead(host, id)).toBe(false);
  });
});

describe("commented_files", () => {
  test("lists own files with unseen comments of others", async () => {
    const { place, host, ana, bob } = await scene();
    const file = await putOnBoard(host, place.id);
    await putOnBoard(host, place.id);
    const unseen = async (who: Person) =>
      (await commented(who)).files.map(({ id, unseen_comments }) => [id, unseen_comments]);
    await comment(host, file.id, "Míralo");
    expect(await unseen(host)).toEqual([]);
    const first = await comment(bob, file.id);
    const second = await comment(ana, file.id);
    expect(await unseen(host)).toEqual([[file.id, 2]]);
    expect(await unseen(bob)).toEqual([]);
    await see(host, file.id, first.seq);
    expect(await unseen(host)).toEqual([[file.id, 1]]);
    await wipe(ana, second.id);
    expect(await unseen(host)).toEqual([]);
    await comment(ana, file.id);
    await deleteFile(host, file.id);
    expect(await unseen(host)).toEqual([]);
  });

  test("leaves out files that the owner may not read", async () => {
    const { place, host, ana, bob } = await scene();
    const file = await putOnBoard(ana, place.id);
    await comment(bob, file.id);
    expect((await commented(ana)).lines).toMatchObject([{ id: file.id }]);
    await remove(host, place, ana);
    expect((await commented(ana)).files).toEqual([]);
  });
});

describe("live boards", () => {
  test("are those of the meetings that an account may read", async () => {
    const { place, host, ana, member } = await scene();
    const other = await moderation(db).scene(await account(db));
    await knock(db, host, other.place.code, { name: "Passer" });
    for (const who of [host, member]) expect(await topicsOf(who)).toEqual([place.id]);
    expect(await topicsOf(ana)).toEqual([]);
    await end(host, place);
    expect(await topicsOf(host)).toEqual([place.id]);
  });

  test("receive files of calls, shared and deleted", async () => {
    const { place, host, ana } = await scene();
    const { line } = await shareUploaded(ana);
    await deleteFile(host, line.id);
    expect(await boardEvents(place.id)).toMatchObject(Array(2).fill({ line_id: line.id, about: null }));
  });
});
