/** Lines of a meeting without a call: files on its board and comments on files. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { BOARD } from "#contracts/board.ts";
import { LIMITS } from "#contracts/limits.ts";
import { boardActions } from "./support/board.ts";
import { fileActions } from "./support/files.ts";
import { account, becomeAccount, join, knock, type Person } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { moderation } from "./support/moderation.ts";
import { emptyResult, rejectionCode, service, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { scene, offerOnBoard, putOnBoard, list, comment, read, see, boardEvents } = boardActions(db);
const { shareUploaded, mayRead, share, upload } = fileActions(db);
const { remove, end, receives, change } = moderation(db);
const { edit, wipe } = lineActions(db);

/** Requests a translation into French, as the edge function does for a reader. */
const claim = (who: Person, line: string) =>
  db.rpc(
    service,
    "claim_translations",
    { p_line_ids: [line], p_user_id: who.id, p_language: "fr" },
    z.object({ claimed: z.array(z.object({ line_id: z.string() })), absent: z.array(z.string()) }),
  );

describe("a file on the board", () => {
  test("is a line without a call", async () => {
    const { place, ana, bob } = await scene();
    const line = await putOnBoard(ana, place.id);
    expect(line).toMatchObject({
      call_id: null,
      about: null,
      kind: "chat",
      author: ana.id,
      file: { name: "plan.pdf" },
    });
    expect(await mayRead(bob, line.id)).toBe(true);
    expect(await share(ana, line.id)).toMatchObject({ id: line.id, seq: line.seq });
  });

  test("is read by the host, members and people who attended", async () => {
    const { place, host, ana, bob, member, passer } = await scene();
    const { id } = await putOnBoard(ana, place.id);
    for (const reader of [host, ana, bob, member]) expect(await mayRead(reader, id)).toBe(true);
    // They know the link, and did not enter.
    await knock(db, passer, place.code, { name: "Passer" });
    for (const reader of [passer, await account(db)]) expect(await mayRead(reader, id)).toBe(false);
    await remove(host, place, bob);
    expect(await mayRead(bob, id)).toBe(false);
  });

  test("stays with accounts after the meeting, not with guests", async () => {
    const { place, host, ana, bob } = await scene();
    await becomeAccount(db, ana);
    const { id } = await putOnBoard(bob, place.id);
    await end(host, place);
    expect([await mayRead(ana, id), await mayRead(bob, id)]).toEqual([true, false]);
    expect(await rejectionCode(putOnBoard(bob, place.id))).toBe("meeting/ended");
    expect(await mayRead(ana, (await putOnBoard(ana, place.id)).id)).toBe(true);
  });

  test("needs the owner's attendance and a meeting that keeps lines", async () => {
    const { place, host, ana, member, passer } = await scene();
    for (const who of [member, passer])
      expect(await rejectionCode(offerOnBoard(who, place.id))).toBe("meeting/not-entered");
    expect(await rejectionCode(offerOnBoard(ana, randomUUID()))).toBe("meeting/not-entered");
    const id = randomUUID();
    await upload(ana, await offerOnBoard(ana, place.id, { id }));
    await change(host, place, { keep: "nothing" });
    expect(await rejectionCode(offerOnBoard(ana, place.id))).toBe("file/not-kept");
    expect(await rejectionCode(share(ana, id))).toBe("file/not-kept");
    await change(host, place, { keep: "days" });
    await remove(host, place, ana);
    expect(await rejectionCode(offerOnBoard(ana, place.id))).toBe("meeting/removed");
    expect(await rejectionCode(share(ana, id))).toBe("meeting/removed");
  });

  test("belongs to exactly one place", async () => {
    const { place, ana } = await scene();
    const both = { p_call_id: ana.call, p_meeting_id: place.id };
    const neither = { p_call_id: null };
    for (const where of [both, neither])
      expect(
        await rejectionCode(
          db.rpc(
            ana,
            "offer_file",
            { p_file_id: randomUUID(), p_name: "plan.pdf", p_type: "application/pdf", p_bytes: 1, ...where },
            emptyResult,
          ),
        ),
      ).toBe("request/invalid");
  });

  test("is translated, renamed and deleted like every line", async () => {
    const { place, ana, bob } = await scene();
    const line = await putOnBoard(ana, place.id);
    expect((await claim(bob, line.id)).claimed).toEqual([{ line_id: line.id }]);
    expect(await edit(ana, line.id, "Plan del viaje")).toMatchObject({ text: "Plan del viaje", revision: 2 });
    expect(await rejectionCode(edit(bob, line.id, "Mío"))).toBe("request/not-allowed");
    await comment(bob, line.id);
    expect(await wipe(ana, line.id)).toMatchObject({ deleted: true });
    expect(await mayRead(bob, line.id)).toBe(false);
    expect(await rejectionCode(read(bob, line.id))).toBe("file/not-found");
    expect((await db.admin`select from public.lines where about = ${line.id}`).count).toBe(0);
  });

  test("has no mark and no place in a call", async () => {
    const { place, ana } = await scene();
    const line = await putOnBoard(ana, place.id);
    const marked = db.rpc(ana, "mark_line", { p_line_id: line.id, p_kind: "task" }, emptyResult);
    expect(await rejectionCode(marked)).toBe("request/not-allowed");
    const { lines } = await moderation(db).changesOf(ana, place);
    expect(lines.map(({ id }) => id)).not.toContain(line.id);
  });

  test("is announced without words, to readers only", async () => {
    const { place, host, ana, member, passer } = await scene();
    const line = await putOnBoard(ana, place.id);
    const note = await comment(host, line.id, "¿Cuál?");
    const payloads = await boardEvents(place.id);
    expect(payloads.map((payload) => Object.keys(payload).sort())).toEqual(
      Array(2).fill(["about", "id", "line_id", "seq"]),
    );
    expect(payloads).toMatchObject([
      { seq: line.seq, line_id: line.id, about: null },
      { seq: note.seq, line_id: note.id, about: line.id },
    ]);
    const topic = `board:${place.id}`;
    for (const who of [host, ana, member]) expect(await receives(who, topic)).toBe(true);
    for (const who of [passer, await account(db)]) expect(await receives(who, topic)).toBe(false);
  });

  test("counts against the board's and the person's limits", async () => {
    const { place, host, ana, bob } = await scene();
    await db.admin`
      update public.participants set board_line_count = ${BOARD.linesPerPerson} where user_id = ${ana.id}`;
    expect(await rejectionCode(putOnBoard(ana, place.id))).toBe("line/quota");
    await putOnBoard(bob, place.id);
    // Guests leave a quarter to the host.
    await db.admin`update public.meetings set board_line_count = ${(BOARD.lines * 3) / 4} where id = ${place.id}`;
    expect(await rejectionCode(putOnBoard(bob, place.id))).toBe("line/board-full");
    await putOnBoard(host, place.id);
    await db.admin`update public.meetings set board_line_count = ${BOARD.lines} where id = ${place.id}`;
    expect(await rejectionCode(putOnBoard(host, place.id))).toBe("line/board-full");
  });
});

describe("comments", () => {
  test("follow the rights of a file shared in a call", async () => {
    const { place, host, ana, member } = await scene();
    const { line } = await shareUploaded(ana);
    await db.admin`update public.meetings set reading = 'present' where id = ${place.id}`;
    const late = await join(db, place, { name: "Late" });
    const note = await comment(host, line.id, "¿Cuál?");
    expect(note).toMatchObject({ call_id: null, about: line.id });
    expect((await read(ana, line.id)).lines).toMatchObject([{ id: note.id }]);
    expect((await read(member, line.id)).authors).toMatchObject([{ user_id: host.id, display_name: "Host" }]);
    // The call's line was before their time, so the comment on it is not theirs either.
    expect(await rejectionCode(read(late, line.id))).toBe("file/not-found");
    expect(await rejectionCode(comment(late, line.id))).toBe("file/not-found");
    expect((await claim(late, note.id)).absent).toEqual([note.id]);
  });

  test("need a file and somebody who attended", async () => {
    const { place, ana, member, passer } = await scene();
    const file = await putOnBoard(ana, place.id);
    const note = await comment(ana, file.id);
    expect(await rejectionCode(comment(ana, note.id))).toBe("file/not-found");
    expect(await rejectionCode(comment(passer, file.id))).toBe("file/not-found");
    expect(await rejectionCode(comment(member, file.id))).toBe("meeting/not-entered");
    expect(await rejectionCode(comment(ana, file.id, " "))).toBe("line/empty");
    expect(await rejectionCode(comment(ana, file.id, "x".repeat(LIMITS.message.max + 1)))).toBe("line/too-long");
  });

  test("are stored once, and come page by page", async () => {
    const { place, ana, bob } = await scene();
    const file = await putOnBoard(ana, place.id);
    const id = randomUUID();
    const first = await comment(bob, file.id, "Uno", id);
    expect(await comment(bob, file.id, "Uno", id)).toMatchObject({ seq: first.seq });
    expect(await rejectionCode(comment(bob, file.id, "Otro", id))).toBe("line/conflict");
    await db.admin`
      insert into public.lines (id, meeting_id, about, seq, changed, author, language, text)
      select gen_random_uuid(), ${place.id}, ${file.id}, number, number, ${bob.id}, 'es', 'más'
      from generate_series(${first.seq + 1}::bigint, ${first.seq + BOARD.commentsPerPage}) as number`;
    const page = await read(ana, file.id);
    expect([page.lines.length, page.more]).toEqual([BOARD.commentsPerPage, true]);
    const rest = await read(ana, file.id, page.lines.at(-1)?.seq);
    expect([rest.lines.length, rest.more]).toEqual([1, false]);
  });

  test("stop at the limit of a file", async () => {
    const { place, host, ana, bob } = await scene();
    const file = await putOnBoard(ana, place.id);
    let last = file.seq;
    const storeComments = async (count: number) => {
      await db.admin`
        insert into public.lines (id, meeting_id, about, seq, changed, author, language, text)
        select gen_random_uuid(), ${place.id}, ${file.id}, number, number, ${bob.id}, 'es', 'más'
        from generate_series(${last + 1}::bigint, ${last + count}) as number`;
      last += count;
      await db.admin`update public.meetings set seq = ${last} where id = ${place.id}`;
    };
    // Guests leave a quarter to the file's owner and the host.
    await storeComments((BOARD.commentsPerFile * 3) / 4);
    expect(await rejectionCode(comment(await join(db, place), file.id))).toBe("line/board-full");
    await comment(ana, file.id);
    await comment(host, file.id);
    [{ last } = { last }] = await db.admin<{ last: number }[]>`
      select seq::int as last from public.meetings where id = ${place.id}`;
    await storeComments(BOARD.commentsPerFile / 4 - 2);
    for (const who of [ana, host]) expect(await rejectionCode(comment(who, file.id))).toBe("line/board-full");
  });

  test("count for twice the limit after their deletion", async () => {
    const { place, ana, bob } = await scene();
    const file = await putOnBoard(ana, place.id);
    await db.admin`
      insert into public.lines (id, meeting_id, about, seq, changed, author, language, text, deleted_at)
      select gen_random_uuid(), ${place.id}, ${file.id}, number, number, ${bob.id}, 'es', null, now()
      from generate_series(${file.seq + 1}::bigint, ${file.seq + 2 * BOARD.commentsPerFile - 1}) as number`;
    await db.admin`update public.meetings set seq = ${file.seq + 2 * BOARD.commentsPerFile} where id = ${place.id}`;
    await comment(ana, file.id);
    expect(await rejectionCode(comment(ana, file.id))).toBe("line/board-full");
  });

  test("are announced to the owner until read", async () => {
    const { place, ana, bob } = await scene();
    const file = await putOnBoard(ana, place.id);
    await comment(ana, file.id, "Míralo");
    const note = await comment(bob, file.id);
    const unseen = async (who: typeof ana) =>
      (await list(who, { meeting_id: place.id })).files.map(({ comments, unseen_comments: count }) => [
        comments,
        count,
      ]);
    expect([await unseen(ana), await unseen(bob)]).toEqual([[[2, 1]], [[2, 0]]]);
    await see(bob, file.id, note.seq);
    expect(await unseen(ana)).toEqual([[2, 1]]);
    // A number beyond the last line would silence later comments.
    await see(ana, file.id, note.seq + 1_000);
    expect(await unseen(ana)).toEqual([[2, 1]]);
    await see(ana, file.id, note.seq);
    expect(await unseen(ana)).toEqual([[2, 0]]);
  });
});
