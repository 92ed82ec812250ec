/** Deleted bytes, rejected texts and people without entry must not come back. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { createdMeeting } from "#contracts/meetings.ts";
import { boardActions } from "./support/board.ts";
import { confirmationActions } from "./support/confirmations.ts";
import { fileActions } from "./support/files.ts";
import { account, enterCall, join, knock, person, post, room } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { moderation } from "./support/moderation.ts";
import { endCall } from "./support/sweep.ts";
import { emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { offer, shareUploaded } = fileActions(db);
const { offerOnBoard, putOnBoard, comment } = boardActions(db);
const { edit } = lineActions(db);
const { remove, change, scene } = moderation(db);

test("nobody takes over the bytes of a deleted call", async () => {
  const victim = await account(db);
  const place = await room(db, "Trip", victim);
  const owner = await join(db, place, { name: "Ana" }, victim);
  const { line, path } = await shareUploaded(owner);
  const other = await room(db, "Other", victim);
  await join(db, other, { name: "Ana" }, victim);
  await db.rpc(
    victim,
    "forward_line",
    { p_line_id: randomUUID(), p_source_line_id: line.id, p_meeting_id: other.id },
    z.unknown(),
  );
  await endCall(db, owner.call, 31);
  for (let count = 0; count < 3; count++) await db.admin`select private.sweep('calls', 2000, null)`;
  expect((await db.admin`select from public.calls where id = ${owner.call}`).count).toBe(0);
  expect((await db.admin`select from storage.objects where name = ${path}`).count).toBe(1);

  const mallory = await account(db);
  const { code } = await db.rpc(mallory, "create_meeting", { p_meeting_id: owner.call }, createdMeeting);
  await join(db, { id: owner.call, code, host: mallory }, { name: "Mallory" }, mallory);
  expect(await rejectionCode(offerOnBoard(mallory, owner.call, { id: line.id }))).toBe("line/conflict");
});

test("a meeting that keeps nothing takes no comments and edits", async () => {
  const { place, host, ana, bob } = await scene();
  const file = await putOnBoard(ana, place.id);
  const line = await post(db, ana, ana.call, { text: "antes" });
  await change(host, place, { keep: "nothing" });
  expect(await rejectionCode(comment(bob, file.id))).toBe("line/not-kept");
  expect(await rejectionCode(edit(ana, line.id, "después"))).toBe("line/not-kept");
  const proposed = db.rpc(bob, "propose_correction", { p_line_id: line.id, p_text: "otra" }, z.unknown());
  expect(await rejectionCode(proposed)).toBe("line/not-kept");
});

test("a knock during a removal does not admit its sender", async () => {
  const { place, host, bob } = await scene();
  const spare = await person(db);
  const begun = Promise.withResolvers<void>();
  const knocked = Promise.withResolvers<void>();
  const removal = db.as(host, async (sql) => {
    await sql`select now()`;
    begun.resolve();
    await knocked.promise;
    await sql`select public.remove_participant(${place.id}, ${bob.id})`;
  });
  await begun.promise;
  await knock(db, spare, place.code, { name: "Spare" });
  knocked.resolve();
  await removal;
  expect(await rejectionCode(enterCall(db, spare, place.id, randomUUID()))).toBe("meeting/not-entered");
});

test("a call that is measured does not continue", async () => {
  const { place, ana, host, bob } = await scene();
  await db.admin`update public.call_peers set last_seen = now() - interval '3 minutes' where call_id = ${ana.call}`;
  const insights = await db.rpc(host, "call_insights", { p_call_id: ana.call }, z.object({ state: z.string() }));
  expect(insights.state).toBe("ready");
  const entered = await enterCall(db, bob, place.id, randomUUID());
  expect(entered.call.id).not.toBe(ana.call);
  expect(await rejectionCode(offer(ana))).toBe("meeting/not-entered");
});

test("a removed person does not return by an earlier offer", async () => {
  const { place, host, bob } = await scene();
  await offer(bob);
  await remove(host, place, bob);
  expect(await rejectionCode(offer(bob))).toBe("meeting/removed");
});

test("people who may no longer enter cannot change the call", async () => {
  const { place, host, ana, bob } = await scene(await account(db));
  const line = await post(db, bob, bob.call, { text: "hola" });
  const others = await post(db, ana, ana.call, { text: "adiós" });
  const file = await putOnBoard(ana, place.id);
  await db.rpc(bob, "leave_call", { p_call_id: bob.call, p_peer_id: bob.peer }, emptyResult);
  const tries = () =>
    Promise.all(
      [
        edit(bob, line.id, randomUUID()),
        db.rpc(bob, "react_to_line", { p_line_id: line.id, p_emoji: "👍" }, z.unknown()),
        db.rpc(bob, "propose_correction", { p_line_id: others.id, p_text: randomUUID() }, z.unknown()),
        db.rpc(bob, "mark_line", { p_line_id: line.id, p_kind: "task" }, z.unknown()),
        comment(bob, file.id, randomUUID()),
        offerOnBoard(bob, place.id),
      ].map((result) => rejectionCode(result)),
    );
  for (const result of await tries()) expect(result).toMatch(/^no refusal/u);
  const own = await comment(bob, file.id, randomUUID());
  await change(host, place, { access: "members" });
  // The board is for members then, and its files are unknown to others.
  expect(await tries()).toEqual([
    ...Array.from({ length: 4 }, () => "meeting/members-only"),
    ...["file/not-found", "meeting/not-entered"],
  ]);
  for (const { id } of [line, own]) await db.rpc(bob, "delete_line", { p_line_id: id }, z.unknown());
});

test("combining marks are composed in time", async () => {
  const composed = async (text: string) => {
    const [row] = await db.admin<{ text: string }[]>`select private.composed(${text}) as text`;
    return row?.text;
  };
  expect(await composed("cafe\u0301  n\u0303andu\u0301\nfin")).toBe("café  ñandú\nfin");
  const marks = `@a${"\u0301".repeat(1_999)}${"\u0323".repeat(1_999)}`;
  const started = performance.now();
  for (let count = 0; count < 10; count++) await composed(marks);
  expect((performance.now() - started) / 10).toBeLessThan(50);
});

test("a meeting that keeps nothing takes answers without words", async () => {
  const { ask, answer, scene: asked } = confirmationActions(db);
  const { place, ines, tom, luc, decision } = await asked();
  await ask(ines, decision);
  await change(ines, place, { keep: "nothing" });
  expect(await rejectionCode(answer(luc, decision, "unclear", { text: "Quelle porte ?" }))).toBe("line/not-kept");
  await answer(tom, decision, "understood");
});
