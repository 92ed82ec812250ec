/** Corrections of captions: permissions, limits, and the history of earlier texts. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { captionActions } from "./support/captions.ts";
import { account, addMember, ageRateLimits, join, person, post, workspaceOf } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { moderation } from "./support/moderation.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { say, letCaption, correct, historyOf, mark, scene, callIsOver, captionArgs, sayAll } = captionActions(db);
const { remove, end } = moderation(db);
const { changesOf, broadcastsAfter, wipe, claim, store, react, edit } = lineActions(db);

/** Creates a member of the meeting's workspace who never joined. */
async function memberOf(host: Awaited<ReturnType<typeof account>>) {
  const member = await account(db);
  await addMember(db, await workspaceOf(db, host), member, "member");
  return member;
}

describe("correct_line denies", () => {
  test("strangers, other calls and removed guests", async () => {
    const { place, host, ana, bob } = await scene();
    const line = await say(ana);
    await db.admin`update public.call_peers set left_at = now(), left_reason = 'left' where call_id = ${ana.call}`;
    await db.admin`update public.calls set ended_at = now() where id = ${ana.call}`;
    const later = await join(db, place, { name: "Later" });
    await remove(host, place, bob);
    for (const who of [await person(db), await account(db), later, bob]) {
      expect(await rejectionCode(correct(who, line.id, "x"))).toBe("line/not-found");
      expect(await rejectionCode(mark(who, line.id, "task"))).toBe("line/not-found");
      expect(await rejectionCode(historyOf(who, line.id))).toBe("line/not-found");
    }
    expect(await rejectionCode(correct(ana, randomUUID(), "x"))).toBe("line/not-found");
  });

  test("absent members during the call, and removed readers", async () => {
    const { place, host, ana } = await scene();
    const member = await memberOf(host);
    const line = await say(ana);
    expect(await rejectionCode(correct(member, line.id, "x"))).toBe("meeting/not-entered");
    expect(await rejectionCode(mark(member, line.id, "task"))).toBe("meeting/not-entered");
    const inside = await join(db, place, { name: "Member" }, member);
    await remove(host, place, inside);
    await callIsOver(ana.call);
    expect(await historyOf(member, line.id)).toHaveLength(1);
    expect(await rejectionCode(correct(member, line.id, "x"))).toBe("meeting/removed");
    expect(await rejectionCode(mark(member, line.id, "task"))).toBe("meeting/removed");
  });

  test("guests after the meeting, but no accounts", async () => {
    const { place, host, ana, bob } = await scene();
    const tom = await join(db, place, { name: "Tom" }, await account(db));
    const member = await memberOf(host);
    const line = await say(ana);
    await callIsOver(ana.call);
    expect((await correct(bob, line.id, "by a guest")).corrected_by).toBe(bob.id);
    await end(host, place);
    expect(await rejectionCode(correct(bob, line.id, "x"))).toBe("line/not-found");
    expect(await rejectionCode(mark(bob, line.id, "task"))).toBe("line/not-found");
    expect(await rejectionCode(historyOf(bob, line.id))).toBe("line/not-found");
    expect((await correct(tom, line.id, "by who was there", { upon: 2 })).corrected_by).toBe(tom.id);
    expect((await correct(member, line.id, "by a member", { upon: 3 })).corrected_by).toBe(member.id);
    expect((await mark(member, line.id, "question")).mark?.by).toBe(member.id);
  });
});

describe("correct_line", () => {
  test("broadcasts the new text and frees its translations", async () => {
    const { place, ana, bob } = await scene();
    const line = await say(ana, { text: "el autobús sale a las dos" });
    await claim(line.id, ana);
    await store(line.id, "ready", "the bus leaves at two");
    await react(bob, line.id);
    const { seq } = await changesOf(bob, place);
    const corrected = await correct(bob, line.id, " el autobús sale a las doce ");
    expect(corrected).toMatchObject({
      ...{ id: line.id, seq: line.seq, changed: seq + 1, revision: 2, text: "el autobús sale a las doce" },
      ...{ author: ana.id, corrected_by: bob.id, edited: true, translations: [], spoken_at: line.spoken_at },
      reactions: [{ emoji: "👍", user_ids: [bob.id] }],
    });
    expect(await broadcastsAfter(place, seq)).toMatchObject([{ name: "line_changed", body: { line: corrected } }]);
    expect((await changesOf(bob, place, seq)).lines).toEqual([corrected]);
    const [left] = await db.admin`select count(*)::int as rows from public.translations where line_id = ${line.id}`;
    expect(left?.rows).toBe(0);
    expect(await store(line.id, "ready", "late")).toEqual([]);
    expect((await claim(line.id, bob)).claimed).toEqual([{ revision: 2, text: "el autobús sale a las doce" }]);
  });

  test("the last of two corrections wins with full history", async () => {
    const { place, ana, bob } = await scene();
    await letCaption(ana, place, bob);
    const line = await say(ana, { text: "uno" });
    const { seq } = await changesOf(ana, place);
    const both = await Promise.all([
      correct(ana, line.id, "dos", { language: "ca" }),
      correct(bob, line.id, "tres", { language: "gl" }),
    ]);
    const [first, last] = both.toSorted((a, b) => a.revision - b.revision);
    expect([first?.revision, last?.revision]).toEqual([2, 3]);
    const wordings = await historyOf(bob, line.id);
    expect(wordings).toMatchObject([
      { revision: 1, text: "uno", language: "es", by: null, at: line.created_at },
      { revision: 2, text: first?.text, language: first?.language, by: first?.corrected_by },
      { revision: 3, text: last?.text, language: last?.language, by: last?.corrected_by },
    ]);
    const times = wordings.map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    // The broadcast of the first correction is deleted with the second: its words are no longer valid.
    expect(await broadcastsAfter(place, seq)).toMatchObject([{ name: "line_changed", body: { line: last } }]);
    expect((await changesOf(ana, place, seq)).lines).toEqual([last]);
  });

  test("history names a typed original", async () => {
    const { place, ana, bob } = await scene();
    await letCaption(ana, place, bob);
    const line = await say(bob, { speaker: ana.id });
    expect(await historyOf(ana, line.id)).toMatchObject([{ by: bob.id }]);
    await correct(ana, line.id, "x");
    expect((await historyOf(ana, line.id)).map(({ by }) => by)).toEqual([bob.id, ana.id]);
  });

  test("a repeated request changes nothing", async () => {
    const { place, ana, bob } = await scene();
    const line = await say(ana, { text: "uno" });
    await correct(ana, line.id, "dos");
    const { seq } = await changesOf(ana, place);
    expect((await correct(ana, line.id, "dos")).revision).toBe(2);
    expect(await broadcastsAfter(place, seq)).toEqual([]);
    await correct(bob, line.id, "tres", { upon: 2 });
    expect(await correct(ana, line.id, "dos")).toMatchObject({ revision: 3, text: "tres" });
    // The same text after a correction by somebody else is a new correction.
    expect(await correct(ana, line.id, "dos", { upon: 3 })).toMatchObject({ revision: 4, text: "dos" });
    await correct(ana, line.id, "cuatro", { upon: 4 });
    expect(await correct(bob, line.id, "dos")).toMatchObject({ revision: 6, text: "dos", corrected_by: bob.id });
  });

  test("accepts a change of language alone", async () => {
    const { ana } = await scene();
    const line = await say(ana, { text: "hola" });
    expect((await correct(ana, line.id, "hola")).revision).toBe(1);
    expect(await correct(ana, line.id, "hola", { language: "gl" })).toMatchObject({ revision: 2, language: "gl" });
  });

  test.each([
    ["", {}, "line/empty"],
    [null, {}, "line/empty"],
    ["x".repeat(LIMITS.caption.max + 1), {}, "line/too-long"],
    ["x", { language: "xx" }, "language/unknown"],
    ["x", { upon: 0 }, "request/invalid"],
    ["x", { upon: 2 }, "request/invalid"],
    ["x", { upon: null }, "request/invalid"],
  ])("to %j with %j is rejected", async (text, more, code) => {
    const { ana } = await scene();
    const line = await say(ana);
    expect(await rejectionCode(correct(ana, line.id, text, more))).toBe(code);
  });

  test("rejects a message of somebody else", async () => {
    const { place, host, ana, bob } = await scene();
    const line = await post(db, ana, ana.call);
    const hostInside = await join(db, place, { name: "Host" }, host);
    for (const who of [bob, hostInside])
      expect(await rejectionCode(correct(who, line.id, "I agree to the price"))).toBe("request/not-allowed");
    expect(await historyOf(bob, line.id)).toMatchObject([{ revision: 1, text: line.text, by: ana.id }]);
  });

  test("corrects the author's message within the message limit", async () => {
    const { ana } = await scene();
    const line = await post(db, ana, ana.call);
    const text = "x".repeat(LIMITS.message.max);
    expect(await correct(ana, line.id, text)).toMatchObject({
      ...{ kind: "chat", author: ana.id, corrected_by: ana.id, edited: true, text, revision: 2 },
      original: { text: line.text, language: line.language },
    });
    expect(await rejectionCode(correct(ana, line.id, `${text}x`, { upon: 2 }))).toBe("line/too-long");
    expect(await historyOf(ana, line.id)).toMatchObject([
      { revision: 1, text: line.text, by: ana.id },
      { revision: 2, text, by: ana.id },
    ]);
  });

  test("keeps the first wording of a caption", async () => {
    const { ana, bob } = await scene();
    const line = await say(ana, { text: "uno" });
    expect(line.original).toBeNull();
    await correct(bob, line.id, "dos", { language: "ca" });
    const { original } = await correct(ana, line.id, "tres", { upon: 2 });
    expect(original).toEqual({ text: "uno", language: "es" });
  });

  test("the history of a line has a bounded length", async () => {
    const { ana } = await scene();
    const line = await say(ana);
    await db.admin`
      insert into public.line_corrections (line_id, revision, text, language, author, made_at)
      select ${line.id}, n, 'text ' || n, 'es', ${ana.id}, now() from generate_series(1, 150) as n`;
    await db.admin`update public.lines set revision = 151, corrected_by = ${ana.id}, edited_at = now() where id = ${line.id}`;
    const history = await historyOf(ana, line.id);
    expect(history.map(({ revision }) => revision)).toEqual([
      1,
      ...Array.from({ length: SERVER_LIMITS.correctionsPerResponse }, (_, index) => 51 + index),
      151,
    ]);
  });

  test("an author's edit keeps the correction in history", async () => {
    const { ana, bob } = await scene();
    const line = await post(db, ana, ana.call);
    await edit(ana, line.id, "my own words");
    expect(await historyOf(bob, line.id)).toMatchObject([{ revision: 2, text: "my own words", by: ana.id }]);
    await correct(ana, line.id, "other words", { upon: 2 });
    expect((await edit(ana, line.id, "my last words")).corrected_by).toBe(ana.id);
    expect(await historyOf(bob, line.id)).toMatchObject([
      { revision: 2, text: "my own words", by: ana.id },
      { revision: 3, text: "other words", by: ana.id },
      { revision: 4, text: "my last words", by: ana.id },
    ]);
  });

  test("rate-limits", async () => {
    const { ana } = await scene();
    const line = await say(ana);
    for (let count = 0; count < SERVER_LIMITS.correctionsPerTenSeconds; count++) await correct(ana, line.id, "x");
    expect(await rejectionCode(correct(ana, line.id, "x"))).toBe("request/rate-limited");
    await ageRateLimits(db, ana, 10);
    await correct(ana, line.id, "x");
  });

  test("deletion removes history and mark", async () => {
    const { ana, bob } = await scene();
    const item = captionArgs({ text: "a secret" });
    const [line] = await sayAll(ana, ana.call, [item]);
    const id = line?.id ?? "";
    await correct(bob, id, "a worse secret");
    await mark(bob, id, "task", { assignee_id: bob.id });
    expect(await wipe(ana, id)).toMatchObject({ deleted: true, text: "", mark: null, corrected_by: null });
    expect(await rejectionCode(correct(bob, id, "x"))).toBe("line/not-found");
    expect(await rejectionCode(historyOf(ana, id))).toBe("line/not-found");
    expect(await rejectionCode(mark(bob, id, "task"))).toBe("line/not-found");
    const [left] = await db.admin`
      select
        (select count(*)::int from public.line_corrections where line_id = ${id}) as wordings,
        (select count(*)::int from public.line_marks where line_id = ${id}) as marks`;
    expect(left).toEqual({ wordings: 0, marks: 0 });
  });
});

describe("delete_line", () => {
  test("deletes the author's words after the meeting, also guests'", async () => {
    const { place, host, ana, bob } = await scene();
    const line = await say(ana, { text: "a secret" });
    const message = await post(db, ana, ana.call);
    await callIsOver(ana.call);
    await end(host, place);
    expect(await rejectionCode(wipe(bob, line.id))).toBe("line/not-found");
    for (const { id } of [line, message])
      expect(await wipe(ana, id)).toMatchObject({ id, deleted: true, text: "", original: null });
    expect(await wipe(ana, line.id)).toMatchObject({ deleted: true });
  });

  test("deletes the words of a removed author, and ends corrections", async () => {
    const { place, host, ana, bob } = await scene();
    const line = await say(bob);
    await correct(ana, line.id, "words in another's mouth");
    await remove(host, place, bob);
    expect(await wipe(bob, line.id)).toMatchObject({ deleted: true, text: "", corrected_by: null });
    expect(await rejectionCode(correct(ana, line.id, "again", { upon: 3 }))).toBe("line/not-found");
    expect((await changesOf(ana, place)).lines.find(({ id }) => id === line.id)?.text).toBe("");
  });
});
