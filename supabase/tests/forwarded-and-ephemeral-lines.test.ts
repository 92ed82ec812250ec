/** Forwarded lines, lines of a meeting that keeps nothing, and reported translations. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { home } from "#contracts/account.ts";
import { HOME } from "#contracts/homeLimits.ts";
import { QUOTAS } from "#contracts/quotas.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { account, type CallMember, events, join, type MeetingFixture, person, post, room } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const {
  edit,
  wipe,
  react,
  forward,
  report,
  retry,
  postLineWith,
  changesOf,
  historyOf,
  update,
  claim,
  store,
  scene,
  broadcastsAfter,
} = lineActions(db);

describe("forward_line", () => {
  test("copies a line once, marked as forwarded", async () => {
    const { bob, line } = await scene();
    const other = await room(db);
    const there = await join(db, other, {}, { role: "authenticated", id: bob.id });
    const id = randomUUID();
    const copy = await forward(bob, line.id, other, id);
    expect(copy).toMatchObject({
      ...{ id, call_id: there.call, author: bob.id, text: "hola", language: "es", forwarded: true },
      ...{ mentions: [], reply_to: null, revision: 1, translations: [] },
    });
    expect(await forward(bob, line.id, other, id)).toEqual(copy);
    const postedEvents = (await events(db, other.id)).filter(({ name }) => name === "line_posted");
    expect(postedEvents).toMatchObject([{ body: { line: copy } }]);
  });

  test("checks reading at source, participation at target", async () => {
    const { place, ana, bob, line } = await scene();
    const eve = await join(db, await room(db));
    const evesRoom = { id: "", code: "", host: eve };
    const [row] = await db.admin<{ id: string }[]>`select meeting_id as id from public.calls where id = ${eve.call}`;
    evesRoom.id = row?.id ?? "";
    expect(await rejectionCode(forward(eve, line.id, evesRoom))).toBe("line/not-found");
    expect(await rejectionCode(forward(bob, line.id, evesRoom))).toBe("meeting/not-entered");
    await db.admin`update public.participants set admission = 'removed' where user_id = ${bob.id}`;
    expect(await rejectionCode(forward(bob, line.id, place))).toBe("line/not-found");
    await db.rpc(place.host, "end_meeting", { p_meeting_id: place.id }, emptyResult);
    expect(await rejectionCode(forward(ana, line.id, place))).toBe("line/not-found");
  });

  test("reaches the last attended call of an empty meeting", async () => {
    const { place, ana, line } = await scene();
    const other = await room(db);
    const there = await join(db, other, {}, ana);
    await db.admin`update public.calls set ended_at = now() where id = ${there.call}`;
    expect((await forward(ana, line.id, other)).call_id).toBe(there.call);
    const never = await room(db);
    await db.rpc(
      ana,
      "knock",
      { p_code: never.code, p_display_name: "Ana", p_speaks: "es", p_reads: "es" },
      z.unknown(),
    );
    expect(await rejectionCode(forward(ana, line.id, never))).toBe("meeting/not-entered");
    for (let count = 2; count < SERVER_LIMITS.linesPerTenSeconds; count++) await post(db, ana, line.call_id ?? "");
    expect(await rejectionCode(forward(ana, line.id, place))).toBe("request/rate-limited");
  });
});

describe("forward_targets", () => {
  test("lists attended, unended meetings among many newer", async () => {
    const ana = await account(db);
    const there = await room(db, "there");
    await join(db, there, {}, ana);
    const over = await room(db, "over", ana);
    await join(db, over, {}, ana);
    await db.rpc(ana, "end_meeting", { p_meeting_id: over.id }, emptyResult);
    for (let count = 0; count < HOME.homePageMeetings; count++) {
      await room(db, "never met", ana);
      // More in an hour would exceed the limit.
      await db.admin`update public.meetings set created_at = now() - interval '2 hours' where title = 'never met'`;
    }
    await db.admin`update public.calls set started_at = now() - interval '1 day' where meeting_id = ${there.id}`;
    const titles = async (args: { p_writable?: boolean }) =>
      (await db.rpc(ana, "home", args, home)).meetings.map(({ title }) => title);
    expect(await titles({})).not.toContain("there");
    expect(await titles({ p_writable: true })).toEqual(["there"]);
    await db.admin`update public.participants set admission = 'removed' where user_id = ${ana.id}`;
    expect(await titles({ p_writable: true })).toEqual([]);
  });
});

describe("a meeting that keeps nothing", () => {
  const broadcasts = async ({ id }: MeetingFixture) =>
    (await events(db, id)).filter(({ name }) => name === "line_posted").length;
  const leave = (who: CallMember) =>
    db.rpc(who, "leave_call", { p_call_id: who.call, p_peer_id: who.peer }, emptyResult);

  async function fleeting() {
    const place = await room(db);
    const ana = await join(db, place, { name: "Ana" });
    const bob = await join(db, place, { name: "Bob", speaks: "en" });
    const kept = await post(db, ana, ana.call, { text: "kept" });
    await update(place.host, place, { keep: "nothing" });
    return { place, ana, bob, kept };
  }

  test("broadcasts lines without storing them", async () => {
    const { place, ana, bob, kept } = await fleeting();
    const { seq } = await changesOf(bob, place);
    const line = await postLineWith(ana, { text: "secreto", reply_to: kept.id, mentions: [bob.id] });
    expect(line).toMatchObject({ seq: seq + 1, text: "secreto", reply_to: kept.id, mentions: [bob.id] });
    expect(await broadcastsAfter(place, seq)).toMatchObject([{ name: "line_posted", body: { line } }]);
    expect((await historyOf(bob)).lines.map(({ text }) => text)).toEqual(["kept"]);
    const [stored] = await db.admin`select count(*)::int from public.lines where text = 'secreto'`;
    expect(stored?.count).toBe(0);
    expect(await claim(line.id, bob)).toEqual({ claimed: [], others: [] });
    for (const work of [() => edit(ana, line.id, "x"), () => wipe(ana, line.id), () => react(bob, line.id)])
      expect(await rejectionCode(work())).toBe("line/not-found");
  });

  test("returns missed lines only to those present", async () => {
    const { place, ana, bob } = await fleeting();
    const { seq } = await changesOf(bob, place);
    const line = await postLineWith(ana, { text: "secreto" });
    const given = await changesOf(bob, place, seq);
    expect(given).toMatchObject({ seq: seq + 1, lines: [line], meeting: { keep: "nothing" } });
    const eve = await join(db, place, { name: "Eve" });
    expect((await changesOf(eve, place, seq)).lines).toEqual([]);
    const left = await person(db);
    expect(await rejectionCode(changesOf(left, place, seq))).toBe("meeting/not-entered");
    expect((await changesOf(bob, place, given.seq)).lines).toEqual([]);
  });

  test("returns later lines only after rejoining", async () => {
    const { place, ana, bob } = await fleeting();
    const { seq } = await changesOf(bob, place);
    const before = await postLineWith(ana, { text: "before" });
    await leave(bob);
    await postLineWith(ana, { text: "after" });
    expect((await changesOf(bob, place, seq)).lines).toEqual([before]);
    await join(db, place, { name: "Bob", speaks: "en" }, bob);
    expect((await changesOf(bob, place, seq)).lines.map(({ text }) => text)).toEqual(["before", "after"]);
  });

  test("hides a gap if read only while present", async () => {
    const { place, ana, bob } = await fleeting();
    await update(place.host, place, { reading: "present" });
    const { seq } = await changesOf(bob, place);
    const texts = async () => (await changesOf(bob, place, seq)).lines.map(({ text }) => text);
    await postLineWith(ana, { text: "before" });
    await join(db, place, { name: "Bob", speaks: "en" }, bob);
    expect(await texts()).toEqual(["before"]);
    await db.admin`update public.call_peers set left_at = now(), left_reason = 'gone' where user_id = ${bob.id} and left_at is null`;
    await postLineWith(ana, { text: "while gone" });
    const back = await join(db, place, { name: "Bob", speaks: "en" }, bob);
    await postLineWith(ana, { text: "back" });
    expect(await texts()).toEqual(["back"]);
    await leave(back);
    await postLineWith(ana, { text: "about Bob" });
    await join(db, place, { name: "Bob", speaks: "en" }, bob);
    await postLineWith(ana, { text: "welcome back" });
    expect(await texts()).toEqual(["welcome back"]);
  });

  test("a repeat broadcasts again and counts", async () => {
    const { place, ana } = await fleeting();
    const id = randomUUID();
    for (let count = 1; count < SERVER_LIMITS.linesPerTenSeconds; count++) await post(db, ana, ana.call, { id });
    expect(await rejectionCode(post(db, ana, ana.call, { id }))).toBe("request/rate-limited");
    const postedEvents = (await events(db, place.id)).filter(
      ({ name, body }) => name === "line_posted" && "line" in body,
    );
    expect(postedEvents).toHaveLength(SERVER_LIMITS.linesPerTenSeconds);
  });

  test("forwards in without storing, and nothing out", async () => {
    const { place, bob, ana } = await fleeting();
    const other = await room(db);
    const there = await join(db, other, {}, { role: "authenticated", id: bob.id });
    const source = await post(db, there, there.call, { text: "from there" });
    expect(await forward(bob, source.id, place)).toMatchObject({ text: "from there", forwarded: true });
    expect((await historyOf(ana)).lines.map(({ text }) => text)).toEqual(["kept"]);
    const line = await post(db, bob, ana.call, { text: "from here" });
    expect(await rejectionCode(forward(bob, line.id, other))).toBe("line/not-found");
  });

  test("the last leave removes everything", async () => {
    const { place, ana, bob } = await fleeting();
    await leave(bob);
    await postLineWith(ana, { text: "secreto" });
    expect(await broadcasts(place)).toBe(2);
    await leave(ana);
    expect(await broadcasts(place)).toBe(0);
  });

  test("ending removes everything", async () => {
    const { place, ana } = await fleeting();
    await postLineWith(ana, { text: "secreto" });
    await db.rpc(place.host, "end_meeting", { p_meeting_id: place.id }, emptyResult);
    expect(await broadcasts(place)).toBe(0);
  });

  test("a takeover removes nothing", async () => {
    const { place, ana, bob } = await fleeting();
    await leave(bob);
    await postLineWith(ana, { text: "secreto" });
    await join(db, place, { name: "Ana" }, ana);
    expect(await broadcasts(place)).toBe(2);
  });
});

describe("a questioned translation", () => {
  const standing = async (line: string) => {
    const [row] = await db.admin`
      select status, text, attempts, retries, again from public.translations where line_id = ${line}`;
    return row;
  };
  const leaseOver = (line: string) =>
    db.admin`update public.translations set lease_until = now() - interval '1 second' where line_id = ${line}`;

  test("stores one report for each reader", async () => {
    const { bob, line } = await scene();
    await report(bob, line.id);
    await report(bob, line.id);
    const rows = await db.admin`
      select reporter, language, revision, text, engine from public.translation_reports where line_id = ${line.id}`;
    expect([...rows]).toEqual([{ reporter: bob.id, language: "en", revision: 1, text: "hello", engine: "e" }]);
    expect(await rejectionCode(report(bob, line.id, "fr"))).toBe("line/not-found");
    expect(await rejectionCode(report(bob, line.id, "nonsense"))).toBe("line/not-found");
    expect(await rejectionCode(report(await person(db), line.id))).toBe("line/not-found");
  });

  test("retranslation keeps the old text until replaced", async () => {
    const { place, bob, line } = await scene();
    await retry(bob, line.id);
    expect(await standing(line.id)).toMatchObject({ status: "ready", text: "hello", again: true });
    expect((await historyOf(bob)).lines[0]?.translations).toMatchObject([{ status: "ready", text: "hello" }]);
    expect((await claim(line.id, bob)).claimed).toHaveLength(1);
    // Only one lease at a time, here too.
    expect((await claim(line.id, bob)).claimed).toHaveLength(0);
    const { seq } = await changesOf(bob, place);
    await store(line.id, "ready", "good day");
    expect(await broadcastsAfter(place, seq)).toMatchObject([
      { name: "translated", body: { translations: [{ status: "ready", text: "good day" }] } },
    ]);
    expect(await standing(line.id)).toMatchObject({ text: "good day", again: false, retries: 1 });
    expect((await claim(line.id, bob)).claimed).toHaveLength(0);
  });

  test("a failed retranslation keeps the old text", async () => {
    const { bob, line } = await scene();
    await retry(bob, line.id);
    expect((await claim(line.id, bob, false)).others).toMatchObject([{ status: "ready" }]);
    await claim(line.id, bob);
    await store(line.id, "unavailable", null);
    expect(await standing(line.id)).toMatchObject({ status: "ready", text: "hello", again: false });
    await retry(bob, line.id);
    // The engine did not respond three times.
    for (let attempt = 1; attempt <= SERVER_LIMITS.translationAttempts; attempt++) {
      expect((await claim(line.id, bob)).claimed).toHaveLength(1);
      await leaseOver(line.id);
    }
    expect((await claim(line.id, bob)).others).toMatchObject([{ status: "ready" }]);
    expect(await standing(line.id)).toMatchObject({ status: "ready", text: "hello", again: false });
  });

  test("retries a given-up translation within limits", async () => {
    const { bob, line } = await scene();
    await db.admin`update public.translations set status = 'unavailable', text = null, attempts = 3`;
    await retry(bob, line.id);
    expect(await standing(line.id)).toMatchObject({ status: "failed", attempts: 0 });
    await retry(bob, line.id);
    await retry(bob, line.id);
    expect(await rejectionCode(retry(bob, line.id))).toBe("request/rate-limited");
    await db.admin`
      insert into public.usage (day, kind, scope, subject, amount)
      values ((now() at time zone 'utc')::date, 'translate', 'user', ${bob.id}, ${QUOTAS.translate.user})
      on conflict (day, kind, scope, subject, part) do update set amount = excluded.amount`;
    expect((await claim(line.id, bob)).others).toMatchObject([{ status: "failed" }]);
  });
});
