/** Posting a line and reading the timeline. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { history } from "#contracts/lines.ts";
import { changes } from "#contracts/meetings.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import {
  account,
  agePeers,
  ageRateLimits,
  enterCall,
  events,
  join,
  knock,
  person,
  post,
  room,
} from "./support/fixtures.ts";
import { anon, type DatabaseCaller, emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const changesOf = (who: DatabaseCaller, meeting: string, after = 0) =>
  db.rpc(who, "changes_since", { p_meeting_id: meeting, p_after_seq: after }, changes);
const historyOf = (who: DatabaseCaller, call: string, before: number | null = null) =>
  db.rpc(who, "history", { p_call_id: call, p_before_seq: before }, history);

describe("post_line", () => {
  test("stores and broadcasts once with its seq", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    const line = await post(db, ana, ana.call, { text: "  hola\r\n¿qué tal?  " });
    expect(line).toMatchObject({ seq: 3, kind: "chat", author: ana.id, text: "hola\n¿qué tal?", translations: [] });
    expect((await events(db, meeting.id)).at(-1)).toMatchObject({ name: "line_posted", body: { seq: 3, line } });
  });

  test("a repeat returns the same line, even after the call", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    const words = { id: randomUUID(), text: "hola" };
    const [first, second] = await Promise.all([post(db, ana, ana.call, words), post(db, ana, ana.call, words)]);
    expect(second).toEqual(first);
    await db.rpc(ana, "leave_call", { p_call_id: ana.call, p_peer_id: ana.peer }, emptyResult);
    await agePeers(db, ana.call, 3600);
    const next = await enterCall(db, ana, meeting.id, ana.peer);
    expect(next.call.id).not.toBe(ana.call);
    expect(await post(db, ana, next.call.id, { ...words, text: " hola " })).toEqual(first);
    expect((await events(db, meeting.id)).filter(({ name }) => name === "line_posted")).toHaveLength(1);
  });

  test("reusing an id is a conflict", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    const bob = await join(db, meeting);
    const { id } = await post(db, ana, ana.call, { text: "hola" });
    expect(await rejectionCode(post(db, ana, ana.call, { id, text: "adiós" }))).toBe("line/conflict");
    expect(await rejectionCode(post(db, bob, bob.call, { id, text: "hola" }))).toBe("line/conflict");
    const elsewhere = await join(db, await room(db));
    expect(await rejectionCode(post(db, elsewhere, elsewhere.call, { id, text: "hola" }))).toBe("line/conflict");
  });

  test("a foreign id is a conflict and reveals nothing", async () => {
    const former = await room(db);
    const ana = await join(db, former);
    const { id } = await post(db, ana, ana.call, { text: "hola" });
    await db.admin`
      update public.participants set admission = 'removed' where meeting_id = ${former.id} and user_id = ${ana.id}`;
    const present = await join(db, await room(db), {}, ana);
    expect(await rejectionCode(post(db, ana, present.call, { id, text: "hola" }))).toBe("line/conflict");
  });

  test.each([
    ["", "line/empty"],
    [" \n\t ", "line/empty"],
    ["\u0007", "line/empty"],
    ["x".repeat(4001), "line/too-long"],
    ["x".repeat(10_000), "line/too-long"],
  ])("rejects %j", async (text, code) => {
    const ana = await join(db, await room(db));
    expect(await rejectionCode(post(db, ana, ana.call, { text }))).toBe(code);
  });

  test("keeps HTML as text, strips controls, counts characters", async () => {
    const ana = await join(db, await room(db));
    const text = "<img src=x onerror=alert(1)> \u202Eabc\u202C";
    expect((await post(db, ana, ana.call, { text: `${text}\u0007` })).text).toBe(text);
    const emoji = "😀".repeat(LIMITS.message.max);
    expect((await post(db, ana, ana.call, { text: emoji })).text).toBe(emoji);
  });

  test("rejects an unknown language", async () => {
    const ana = await join(db, await room(db));
    expect(await rejectionCode(post(db, ana, ana.call, { language: "tlh" }))).toBe("language/unknown");
  });

  test("rejects people outside the call", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    const stranger = await person(db);
    expect(await rejectionCode(post(db, stranger, ana.call))).toBe("meeting/not-entered");
    expect(await rejectionCode(post(db, stranger, randomUUID()))).toBe("meeting/not-entered");
    await knock(db, stranger, meeting.code);
    expect(await rejectionCode(post(db, stranger, ana.call))).toBe("meeting/not-entered");
    expect(await rejectionCode(post(db, anon, ana.call))).toMatch(/^42501/u);
    await db.admin`update public.participants set admission = 'removed' where user_id = ${ana.id}`;
    expect(await rejectionCode(post(db, ana, ana.call))).toBe("meeting/removed");
    expect((await events(db, meeting.id)).filter(({ name }) => name === "line_posted")).toEqual([]);
  });

  test("workspace members write only after joining", async () => {
    const owner = await account(db);
    const meeting = await room(db, null, owner);
    const ana = await join(db, meeting);
    await knock(db, owner, meeting.code);
    expect((await historyOf(owner, ana.call)).lines).toEqual([]);
    expect(await rejectionCode(post(db, owner, ana.call))).toBe("meeting/not-entered");
    await enterCall(db, owner, meeting.id, randomUUID());
    await post(db, owner, ana.call);
  });

  test("rejects an ended call", async () => {
    const ana = await join(db, await room(db));
    await db.admin`update public.calls set ended_at = now() where id = ${ana.call}`;
    expect(await rejectionCode(post(db, ana, ana.call))).toBe("meeting/not-entered");
  });

  test("rejects lines of a full call", async () => {
    const ana = await join(db, await room(db));
    await db.admin`update public.calls set line_count = ${(SERVER_LIMITS.linesPerCall * 3) / 4 - 1} where id = ${ana.call}`;
    await post(db, ana, ana.call);
    expect(await rejectionCode(post(db, ana, ana.call))).toBe("line/call-full");
  });

  test("rejects more than a quarter from one person", async () => {
    const meeting = await room(db);
    const [ana, bob] = [await join(db, meeting), await join(db, meeting)];
    await db.admin`
      update public.attendance set line_count = ${SERVER_LIMITS.linesPerCall / 4 - 1} where call_id = ${ana.call} and user_id = ${ana.id}`;
    await post(db, ana, ana.call);
    expect(await rejectionCode(post(db, ana, ana.call))).toBe("line/quota");
    await post(db, bob, ana.call);
  });

  test("counts a long line as several", async () => {
    const ana = await join(db, await room(db));
    const text = "x".repeat(LIMITS.message.max);
    const counted = 1 + Math.floor(LIMITS.message.max / 1000);
    for (let count = 0; count < Math.floor(SERVER_LIMITS.linesPerTenSeconds / counted); count++)
      await post(db, ana, ana.call, { text });
    expect(await rejectionCode(post(db, ana, ana.call, { text }))).toBe("request/rate-limited");
  });

  test("rate-limits without counting repeats", async () => {
    const ana = await join(db, await room(db));
    const id = randomUUID();
    for (let count = 1; count < SERVER_LIMITS.linesPerTenSeconds; count++) await post(db, ana, ana.call);
    await post(db, ana, ana.call, { id });
    expect(await rejectionCode(post(db, ana, ana.call))).toBe("request/rate-limited");
    await post(db, ana, ana.call, { id });
    await ageRateLimits(db, ana, 10);
    await post(db, ana, ana.call);
  });
});

describe("changes_since", () => {
  test("returns later changes once", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    const line = await post(db, ana, ana.call);
    const all = await changesOf(ana, meeting.id);
    expect(all).toMatchObject({ seq: 3, epoch: 1, more: false, lines: [line], peers: [{ peer_id: ana.peer }] });
    expect(all.participants).toHaveLength(1);
    expect(await changesOf(ana, meeting.id, 3)).toMatchObject({ seq: 3, lines: [], participants: [] });
    await knock(db, ana, meeting.code, { name: "Anna" });
    expect(await changesOf(ana, meeting.id, 3)).toMatchObject({ seq: 4, participants: [{ display_name: "Anna" }] });
  });

  test("pages without loss or repeats", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    const many = SERVER_LIMITS.changesPerPage + 5;
    await db.admin`
      insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
      select gen_random_uuid(), ${meeting.id}, ${ana.call}, number, number, ${ana.id}, 'es', 'n' || number
      from generate_series(101, ${100 + many}) as number`;
    await db.admin`update public.meetings set seq = ${100 + many} where id = ${meeting.id}`;
    await knock(db, ana, meeting.code, { name: "Anna" });

    const first = await changesOf(ana, meeting.id, 3);
    expect(first).toMatchObject({ more: true, seq: 100 + SERVER_LIMITS.changesPerPage, participants: [] });
    expect(first.lines).toHaveLength(SERVER_LIMITS.changesPerPage);
    const second = await changesOf(ana, meeting.id, first.seq);
    expect(second).toMatchObject({ more: false, seq: 101 + many, participants: [{ display_name: "Anna" }] });
    const texts = [...first.lines, ...second.lines].map(({ text }) => text);
    expect(texts).toEqual(Array.from({ length: many }, (_, index) => `n${101 + index}`));
  });

  test("returns lines of attended calls only", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    await post(db, ana, ana.call, { text: "before" });
    await db.rpc(ana, "leave_call", { p_call_id: ana.call, p_peer_id: ana.peer }, emptyResult);
    await agePeers(db, ana.call, 3600);
    const bob = await join(db, meeting);
    await post(db, bob, bob.call, { text: "after" });
    expect((await changesOf(bob, meeting.id)).lines.map(({ text }) => text)).toEqual(["after"]);
    expect((await changesOf(ana, meeting.id)).lines.map(({ text }) => text)).toEqual(["before"]);
  });

  test("denies strangers and removed participants", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    expect(await rejectionCode(changesOf(await person(db), meeting.id))).toBe("meeting/not-entered");
    expect(await rejectionCode(changesOf(ana, randomUUID()))).toBe("meeting/not-entered");
    await db.admin`update public.participants set admission = 'removed' where user_id = ${ana.id}`;
    expect(await rejectionCode(changesOf(ana, meeting.id))).toBe("meeting/removed");
  });
});

describe("history", () => {
  test("pages backwards, oldest first in each", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    const many = SERVER_LIMITS.historyLinesPerPage + 3;
    await db.admin`
      insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
      select gen_random_uuid(), ${meeting.id}, ${ana.call}, number, number, ${ana.id}, 'es', 'n' || number
      from generate_series(1, ${many}) as number`;
    const newest = await historyOf(ana, ana.call);
    expect(newest.more).toBe(true);
    expect(newest.lines.map(({ seq }) => seq)).toEqual(
      Array.from({ length: SERVER_LIMITS.historyLinesPerPage }, (_, i) => i + 4),
    );
    const oldest = await historyOf(ana, ana.call, newest.lines[0]?.seq ?? 0);
    expect(oldest.more).toBe(false);
    expect(oldest.lines.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  test("denies unattended calls", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    await post(db, ana, ana.call);
    const bob = await person(db);
    await knock(db, bob, meeting.code);
    expect(await rejectionCode(historyOf(bob, ana.call))).toBe("meeting/not-entered");
    expect(await rejectionCode(historyOf(ana, randomUUID()))).toBe("meeting/not-entered");
  });
});

test("deleting an account deletes its lines only", async () => {
  const meeting = await room(db);
  const ana = await join(db, meeting, {}, meeting.host);
  const bob = await join(db, meeting);
  await post(db, ana, ana.call, { text: "from Ana" });
  await post(db, bob, bob.call, { text: "from Bob" });
  await db.admin`delete from auth.users where id = ${ana.id}`;
  const left = await changesOf(bob, meeting.id);
  expect(left.lines.map(({ text }) => text)).toEqual(["from Bob"]);
  expect(left.participants.map(({ user_id }) => user_id)).toEqual([bob.id]);
  expect(left.peers.map(({ user_id }) => user_id)).toEqual([bob.id]);
  await post(db, bob, bob.call);
});
