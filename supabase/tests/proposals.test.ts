/** Proposals for the text of a chat message, which its author accepts or dismisses. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { line as lineShape } from "#contracts/lines.ts";
import { QUOTAS } from "#contracts/quotas.ts";
import { proposals as proposalsShape } from "#contracts/recap.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { captionActions } from "./support/captions.ts";
import { ageRateLimits, join, person, post } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { moderation } from "./support/moderation.ts";
import { type DatabaseCaller, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { say, correct, historyOf, scene, callIsOver } = captionActions(db);
const { remove, end } = moderation(db);
const { broadcastsAfter, changesOf, claim, edit, store, wipe } = lineActions(db);

const propose = (who: DatabaseCaller, line: string, text: string | null) =>
  db.rpc(who, "propose_correction", { p_line_id: line, p_text: text }, lineShape);
/** Answers the proposal that there is now, or the given text. */
async function answer(
  who: DatabaseCaller,
  line: string,
  { id }: { id: string },
  accepted: boolean | null,
  seen?: string | null,
) {
  const [row] = await db.admin<{ text: string }[]>`
    select text from public.line_proposals where line_id = ${line} and proposer = ${id}`;
  const text = seen === undefined ? (row?.text ?? "none") : seen;
  return await db.rpc(
    who,
    "answer_proposal",
    { p_line_id: line, p_proposer_id: id, p_text: text, p_accepted: accepted },
    lineShape,
  );
}
const proposalsOf = (who: DatabaseCaller, line: string) =>
  db.rpc(who, "proposals", { p_line_id: line }, proposalsShape);

describe("propose_correction denies", () => {
  test("strangers, later visitors and removed guests", async () => {
    const { place, host, ana, bob } = await scene();
    const line = await post(db, ana, ana.call);
    await db.admin`update public.call_peers set left_at = now(), left_reason = 'left' where call_id = ${ana.call}`;
    await db.admin`update public.calls set ended_at = now() where id = ${ana.call}`;
    const later = await join(db, place, { name: "Later" });
    await remove(host, place, bob);
    for (const who of [await person(db), later, bob]) {
      expect(await rejectionCode(propose(who, line.id, "x"))).toBe("line/not-found");
      expect(await rejectionCode(proposalsOf(who, line.id))).toBe("line/not-found");
      expect(await rejectionCode(answer(who, line.id, bob, true))).toBe("line/not-found");
    }
    expect(await rejectionCode(propose(ana, randomUUID(), "x"))).toBe("line/not-found");
  });

  test("the author, and captions", async () => {
    const { ana, bob } = await scene();
    const line = await post(db, ana, ana.call);
    expect(await rejectionCode(propose(ana, line.id, "x"))).toBe("request/not-allowed");
    expect(await rejectionCode(propose(bob, (await say(ana)).id, "x"))).toBe("request/not-allowed");
  });

  test.each([
    ["", "line/empty"],
    [null, "line/empty"],
    ["x".repeat(LIMITS.message.max + 1), "line/too-long"],
    [" ".repeat(LIMITS.message.max * 16 + 1), "line/too-long"],
  ])("a text of the wrong size", async (text, code) => {
    const { ana, bob } = await scene();
    const line = await post(db, ana, ana.call);
    expect(await rejectionCode(propose(bob, line.id, text))).toBe(code);
  });

  test("too many requests and too many proposals", async () => {
    const { ana, bob } = await scene();
    const line = await post(db, ana, ana.call);
    for (let count = 0; count < SERVER_LIMITS.correctionsPerTenSeconds; count++) await propose(bob, line.id, "x");
    expect(await rejectionCode(propose(bob, line.id, "x"))).toBe("request/rate-limited");
    await ageRateLimits(db, bob, 10);
    for (let count = 1; count < SERVER_LIMITS.proposalsPerLine; count++) {
      const { id } = await person(db);
      await db.admin`insert into public.line_proposals (line_id, proposer, text) values (${line.id}, ${id}, 'y')`;
    }
    expect((await propose(bob, line.id, "z")).proposals).toBe(SERVER_LIMITS.proposalsPerLine);
    const { id } = await person(db);
    await db.admin`insert into public.line_proposals (line_id, proposer, text) values (${line.id}, ${id}, 'y')`;
    await propose(bob, line.id, line.text);
    expect(await rejectionCode(propose(bob, line.id, "z"))).toBe("request/rate-limited");
  });

  test("more characters than the proposer has left", async () => {
    const { ana, bob } = await scene();
    const line = await post(db, ana, ana.call);
    await propose(bob, line.id, "four");
    await db.admin`
      update public.usage set amount = ${QUOTAS.line.user - 40} where kind = 'line' and subject = ${bob.id} and amount = 40`;
    await propose(bob, line.id, "more");
    expect(await rejectionCode(propose(bob, line.id, "x"))).toBe("line/quota");
    expect(await proposalsOf(bob, line.id)).toMatchObject([{ text: "more" }]);
  });
});

describe("propose_correction", () => {
  test("leaves the text and shows markup as text", async () => {
    const { place, ana, bob } = await scene();
    const line = await post(db, ana, ana.call);
    const { seq } = await changesOf(ana, place);
    const proposed = await propose(bob, line.id, " <b>I agree</b> ");
    expect(proposed).toMatchObject({ text: line.text, revision: 1, edited: false, corrected_by: null, proposals: 1 });
    expect(await broadcastsAfter(place, seq)).toMatchObject([{ name: "line_changed", body: { line: proposed } }]);
    expect(JSON.stringify(await broadcastsAfter(place, seq))).not.toContain("I agree");
    expect(await proposalsOf(ana, line.id)).toMatchObject([{ by: bob.id, text: "<b>I agree</b>" }]);
  });

  test("replaces the proposer's own, and withdraws it", async () => {
    const { place, ana, bob } = await scene();
    const line = await post(db, ana, ana.call);
    await propose(bob, line.id, "one");
    expect((await propose(bob, line.id, "two")).proposals).toBe(1);
    const { seq } = await changesOf(ana, place);
    await propose(bob, line.id, "two");
    expect(await broadcastsAfter(place, seq)).toEqual([]);
    expect((await propose(bob, line.id, line.text)).proposals).toBe(0);
    expect(await proposalsOf(ana, line.id)).toEqual([]);
  });

  test("shows others' proposals to the author alone", async () => {
    const { place, host, ana, bob } = await scene();
    const line = await post(db, ana, ana.call);
    const cleo = await join(db, place, { name: "Cleo" });
    const hostInside = await join(db, place, { name: "Host" }, host);
    await propose(bob, line.id, "one");
    await propose(cleo, line.id, "two");
    expect((await proposalsOf(ana, line.id)).map(({ text }) => text)).toEqual(["one", "two"]);
    expect((await proposalsOf(bob, line.id)).map(({ text }) => text)).toEqual(["one"]);
    expect(await proposalsOf(hostInside, line.id)).toEqual([]);
  });

  test("works after the call", async () => {
    const { ana, bob } = await scene();
    const line = await post(db, ana, ana.call);
    await callIsOver(ana.call);
    await propose(bob, line.id, "x");
    expect(await answer(ana, line.id, bob, true)).toMatchObject({ text: "x", corrected_by: ana.id, proposals: 0 });
  });
});

describe("answer_proposal", () => {
  test("denies the proposer, moderators and others", async () => {
    const { place, host, ana, bob } = await scene();
    const line = await post(db, ana, ana.call);
    const hostInside = await join(db, place, { name: "Host" }, host);
    await propose(bob, line.id, "x");
    for (const who of [bob, hostInside])
      expect(await rejectionCode(answer(who, line.id, bob, true))).toBe("request/not-allowed");
    expect(await rejectionCode(answer(ana, line.id, hostInside, true))).toBe("request/not-found");
    expect(await rejectionCode(answer(ana, line.id, bob, null))).toBe("request/invalid");
    expect(await rejectionCode(answer(ana, line.id, bob, true, null))).toBe("request/invalid");
    expect((await proposalsOf(ana, line.id)).length).toBe(1);
  });

  test("makes an accepted text the author's own", async () => {
    const { place, ana, bob } = await scene();
    const line = await post(db, ana, ana.call);
    await claim(line.id, ana);
    await store(line.id, "ready", "hello");
    const cleo = await join(db, place, { name: "Cleo" });
    await propose(bob, line.id, "bien");
    await propose(cleo, line.id, "mal");
    expect(await answer(ana, line.id, bob, true)).toMatchObject({
      ...{ text: "bien", language: line.language, revision: 2, corrected_by: ana.id, translations: [], proposals: 0 },
      original: { text: line.text, language: line.language },
    });
    expect(await historyOf(bob, line.id)).toMatchObject([
      { text: line.text, by: ana.id },
      { text: "bien", by: ana.id },
    ]);
    expect(await rejectionCode(answer(ana, line.id, cleo, true))).toBe("request/not-found");
  });

  test("answers only the text that the author saw", async () => {
    const { ana, bob } = await scene();
    const line = await post(db, ana, ana.call);
    await propose(bob, line.id, "harmless");
    const [seen] = await proposalsOf(ana, line.id);
    await propose(bob, line.id, "malicious");
    for (const accepted of [true, false])
      expect(await rejectionCode(answer(ana, line.id, bob, accepted, seen?.text))).toBe("request/not-found");
    const [now] = await proposalsOf(ana, line.id);
    expect(now).toMatchObject({ text: "malicious" });
    expect(await answer(ana, line.id, bob, false, now?.text)).toMatchObject({ text: line.text, proposals: 0 });
  });

  test("keeps the text when it dismisses", async () => {
    const { ana, bob } = await scene();
    const line = await post(db, ana, ana.call);
    await propose(bob, line.id, "x");
    expect(await answer(ana, line.id, bob, false)).toMatchObject({ text: line.text, revision: 1, proposals: 0 });
  });

  test.each(["edit", "correct", "delete", "end"] as const)("finds no proposal after %s", async (change) => {
    const { place, host, ana, bob } = await scene();
    const line = await post(db, ana, ana.call);
    await propose(bob, line.id, "x");
    if (change === "edit") await edit(ana, line.id, "y");
    else if (change === "correct") await correct(ana, line.id, "y");
    else if (change === "delete") await wipe(ana, line.id);
    else await end(host, place);
    const code = change === "delete" || change === "end" ? "line/not-found" : "request/not-found";
    expect(await rejectionCode(answer(ana, line.id, bob, true))).toBe(code);
  });
});
