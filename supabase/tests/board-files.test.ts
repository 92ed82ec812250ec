/** Lists of files: of one meeting and of all, filtered, sorted, page by page. */
import { describe, expect, test } from "vitest";
import { BOARD } from "#contracts/board.ts";
import { boardActions } from "./support/board.ts";
import { fileActions } from "./support/files.ts";
import { account, join, type Person, workspaceOf } from "./support/fixtures.ts";
import { moderation } from "./support/moderation.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { scene, putOnBoard, list, namesOf } = boardActions(db);
const { shareUploaded } = fileActions(db);
const { change } = moderation(db);

describe("board_files", () => {
  test("lists readable files of calls and of the board", async () => {
    const { place, ana, bob, member } = await scene();
    const board = await putOnBoard(ana, place.id, { name: "board.pdf" });
    const { line } = await shareUploaded(bob, { name: "call.pdf" });
    await db.admin`update public.meetings set reading = 'present' where id = ${place.id}`;
    const late = await join(db, place, { name: "Late" });
    expect(await namesOf(member, { meeting_id: place.id })).toEqual(["call.pdf", "board.pdf"]);
    expect(await namesOf(late, { meeting_id: place.id })).toEqual(["board.pdf"]);
    expect(
      (await list(ana, { meeting_id: place.id })).files.map(({ id, author }) => [id, author.display_name]),
    ).toEqual([
      [line.id, "Bob"],
      [board.id, "Ana"],
    ]);
  });

  test("lists all meetings of an account, one of a guest", async () => {
    const { place, host, ana, member, passer } = await scene();
    await putOnBoard(ana, place.id);
    const other = await moderation(db).scene(await account(db));
    await putOnBoard(other.ana, other.place.id, { name: "other.pdf" });
    await join(db, other.place, { name: "Visitor" }, host);
    expect((await namesOf(host)).sort()).toEqual(["other.pdf", "plan.pdf"]);
    expect(await namesOf(member)).toEqual(["plan.pdf"]);
    expect(await namesOf(ana, { meeting_id: place.id })).toEqual(["plan.pdf"]);
    expect(await rejectionCode(namesOf(ana))).toBe("account/needed");
    for (const who of [passer, await account(db)])
      expect(await rejectionCode(namesOf(who, { meeting_id: place.id }))).toBe("meeting/not-found");
  });

  test("counts more for an account in hundreds of meetings", async () => {
    const host = await account(db);
    await db.admin`
      with added as (
        insert into public.meetings (id, code, host, workspace_id)
        select gen_random_uuid(), private.new_meeting_code(), ${host.id}, ${await workspaceOf(db, host)}
        from generate_series(1, 350)
        returning id
      )
      insert into public.participants (meeting_id, user_id, number, colour, role, display_name, speaks, reads, seq)
      select id, ${host.id}, 1, 1, 'host', 'Host', 'es', 'en', 1 from added`;
    for (let count = 0; count < BOARD.readsPerMinute / 8; count++) await list(host);
    expect(await rejectionCode(list(host))).toBe("request/rate-limited");
  });

  test("tells who may add files", async () => {
    const { place, host, ana, member } = await scene();
    const mayAdd = async (who: Person) => (await list(who, { meeting_id: place.id })).may_add;
    expect([await mayAdd(host), await mayAdd(ana), await mayAdd(member)]).toEqual([true, true, false]);
    expect((await list(host)).may_add).toBe(false);
    await change(host, place, { keep: "nothing" });
    expect(await mayAdd(ana)).toBe(false);
  });

  test("filters and sorts", async () => {
    const { place, ana, bob } = await scene();
    await putOnBoard(ana, place.id, { name: "b.pdf", bytes: 300 });
    await putOnBoard(bob, place.id, { name: "a.png", bytes: 200, type: "image/png" });
    await putOnBoard(ana, place.id, { name: "c.txt", bytes: 100, type: "text/plain" });
    const of = (more: Record<string, string>) => namesOf(ana, { meeting_id: place.id, ...more });
    expect(await of({ file_kind: "image" })).toEqual(["a.png"]);
    expect(await of({ owner: ana.id })).toEqual(["c.txt", "b.pdf"]);
    expect(await of({ language: "fr" })).toEqual([]);
    expect(await of({ sort: "oldest" })).toEqual(["b.pdf", "a.png", "c.txt"]);
    expect(await of({ sort: "name" })).toEqual(["a.png", "b.pdf", "c.txt"]);
    expect(await of({ sort: "size" })).toEqual(["b.pdf", "a.png", "c.txt"]);
    const wrongs: Record<string, string>[] = [{ sort: "colour" }, { file_kind: "virus" }, { language: "xx" }];
    for (const wrong of wrongs) expect(await rejectionCode(of(wrong))).toBe("request/invalid");
  });

  test.each(["newest", "oldest", "name", "size"])("continues page by page, by %s", async (sort) => {
    const { place, ana } = await scene();
    const { file } = await putOnBoard(ana, place.id);
    if (file === null) throw new Error("no file");
    // Equal times, names and sizes, in which the id decides.
    await db.admin`
      with added as (
        insert into public.lines (id, meeting_id, seq, changed, author, language, text)
        select gen_random_uuid(), ${place.id}, 1000 + number, 1000 + number, ${ana.id}, 'es', 'plan.pdf'
        from generate_series(1, ${BOARD.filesPerPage + 9}) as number
        returning id
      )
      insert into public.files (id, meeting_id, owner, path, name, type, bytes, shared_at)
      select id, ${place.id}, ${ana.id}, id::text, 'plan.pdf', 'application/pdf', 1000, now() from added`;
    const first = await list(ana, { meeting_id: place.id, sort });
    expect(first.files).toHaveLength(BOARD.filesPerPage);
    const second = await list(ana, { meeting_id: place.id, sort, after: { json: first.next } });
    expect([second.files.length, second.next]).toEqual([10, null]);
    expect(new Set([...first.files, ...second.files].map(({ id }) => id)).size).toBe(BOARD.filesPerPage + 10);
  });
});
