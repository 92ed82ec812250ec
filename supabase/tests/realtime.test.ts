/** The policies on realtime.messages: read and write access to each topic, checked as Realtime checks it. */
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { describe, expect, test } from "vitest";
import { topics } from "#contracts/realtime.ts";
import { account, addMember, agePeers, enterCall, join, knock, person, room, workspaceOf } from "./support/fixtures.ts";
import { anon, type DatabaseCaller, emptyResult, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
type Extension = "broadcast" | "presence";

/** Returns whether the caller can read a message of the topic. */
async function hears(who: DatabaseCaller, topic: string, extension: Extension = "broadcast"): Promise<boolean> {
  await db.admin`insert into realtime.messages (topic, extension, payload, event, private)
    values (${topic}, ${extension}, '{}', 'probe', true)`;
  return db.as(who, async (sql) => {
    await sql`select set_config('realtime.topic', ${topic}, true)`;
    return (await sql`select from realtime.messages where topic = ${topic} and extension = ${extension}`).count > 0;
  });
}

/** Returns whether the caller can insert a message of the topic. */
async function writes(who: DatabaseCaller, topic: string, extension: Extension = "broadcast"): Promise<boolean> {
  try {
    await db.as(who, async (sql) => {
      await sql`select set_config('realtime.topic', ${topic}, true)`;
      await sql`insert into realtime.messages (topic, extension, payload, event, private)
        values (${topic}, ${extension}, '{}', 'probe', true)`;
    });
    return true;
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === "42501") return false;
    throw error;
  }
}

describe("meeting:<id>:<epoch>:<call>", () => {
  test("is readable in the call only", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    const removed = await join(db, meeting);
    await db.admin`update public.participants set admission = 'removed' where user_id = ${removed.id}`;
    const topic = topics.meeting(meeting.id, 1, ana.call);
    expect(await hears(ana, topic)).toBe(true);
    expect(await hears(removed, topic)).toBe(false);
    expect(await hears(await person(db), topic)).toBe(false);
    expect(await hears(meeting.host, topic)).toBe(false);
    expect(await hears(anon, topic)).toBe(false);
    const unseen = await person(db);
    await knock(db, unseen, meeting.code);
    expect(await hears(unseen, topic)).toBe(false);
    await enterCall(db, unseen, meeting.id, randomUUID());
    expect(await hears(unseen, topic)).toBe(true);
  });

  test("access ends with leaving and returns with rejoining", async () => {
    const meeting = await room(db);
    const [before, silent] = [await join(db, meeting), await join(db, meeting)];
    const topic = topics.meeting(meeting.id, 1, before.call);
    await db.rpc(before, "leave_call", { p_call_id: before.call, p_peer_id: before.peer }, emptyResult);
    // The call moved on to the next topic.
    const next = topics.meeting(meeting.id, 2, before.call);
    for (const who of [before, silent]) expect(await hears(who, topic)).toBe(false);
    expect([await hears(before, next), await hears(silent, next)]).toEqual([false, true]);
    // A week later the next call starts and disconnects the silent tab.
    await agePeers(db, before.call, 7 * 86_400);
    const ana = await join(db, meeting);
    expect(ana.call).not.toBe(before.call);
    const { epoch } = (await enterCall(db, ana, meeting.id, ana.peer)).meeting;
    const current = topics.meeting(meeting.id, epoch, ana.call);
    for (const who of [before, silent])
      for (const old of [topic, next, current, topics.meeting(meeting.id, epoch, before.call)])
        expect(await hears(who, old)).toBe(false);
    expect(await hears(ana, current)).toBe(true);
    // People in the next call do not receive on a topic of the earlier one.
    expect(await hears(ana, topics.meeting(meeting.id, epoch, before.call))).toBe(false);
    const back = randomUUID();
    await enterCall(db, silent, meeting.id, back);
    expect(await hears(silent, current)).toBe(true);
    // A tab after a takeover announces that it leaves.
    await db.rpc(silent, "leave_call", { p_call_id: ana.call, p_peer_id: silent.peer }, emptyResult);
    expect(await hears(silent, current)).toBe(true);
    await db.admin`update public.calls set ended_at = now() where id = ${ana.call}`;
    for (const who of [silent, ana]) expect(await hears(who, current)).toBe(false);
  });

  test("workspace members need admission", async () => {
    const owner = await account(db);
    const meeting = await room(db, null, owner);
    const member = await account(db);
    await addMember(db, await workspaceOf(db, owner), member, "admin");
    const { call } = await join(db, meeting);
    const topic = topics.meeting(meeting.id, 1, call);
    expect(await hears(owner, topic)).toBe(false);
    expect(await hears(member, topic)).toBe(false);
    const tab = await join(db, meeting, {}, member);
    const signals = topics.signals(tab.call, tab.peer);
    expect([await hears(member, topic), await hears(member, signals)]).toEqual([true, true]);
    // Removed from the meeting, still a member of the workspace.
    await db.admin`update public.participants set admission = 'removed' where user_id = ${member.id}`;
    expect([await hears(member, topic), await hears(member, signals)]).toEqual([false, false]);
  });

  test("is closed for older epochs", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    expect(await hears(ana, topics.meeting(meeting.id, 2, ana.call))).toBe(false);
    await db.admin`update public.meetings set epoch = 2 where id = ${meeting.id}`;
    expect(await hears(ana, topics.meeting(meeting.id, 1, ana.call))).toBe(false);
    expect(await hears(ana, topics.meeting(meeting.id, 2, ana.call))).toBe(true);
  });

  test("allows no writes and no presence", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    const topic = topics.meeting(meeting.id, 1, ana.call);
    expect(await writes(ana, topic)).toBe(false);
    expect(await writes(anon, topic)).toBe(false);
    expect(await writes(ana, topic, "presence")).toBe(false);
    expect(await hears(ana, topic, "presence")).toBe(false);
  });
});

describe("signal:<call>:<peer>", () => {
  async function pair() {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    const bob = await join(db, meeting);
    return { meeting, ana, bob, topic: topics.signals(bob.call, bob.peer) };
  }

  test("only the named peer reads; nobody writes", async () => {
    const { meeting, ana, bob, topic } = await pair();
    expect(await hears(bob, topic)).toBe(true);
    for (const who of [ana, await join(db, meeting), await person(db), anon])
      expect([await hears(who, topic), await writes(who, topic)]).toEqual([false, false]);
    expect(await writes(bob, topic)).toBe(false);
    expect([await writes(bob, topic, "presence"), await hears(bob, topic, "presence")]).toEqual([false, false]);
  });

  test("naming peers grants nothing", async () => {
    const { ana } = await pair();
    const eve = await join(db, await room(db));
    expect(await hears(eve, topics.signals(ana.call, eve.peer))).toBe(false);
    expect(await hears(eve, topics.signals(eve.call, ana.peer))).toBe(false);
  });

  test("ends with the peer", async () => {
    const { meeting, bob, topic } = await pair();
    await enterCall(db, bob, meeting.id, randomUUID());
    expect(await hears(bob, topic)).toBe(false);
  });

  test("ends with the call and with admission", async () => {
    const { bob, topic } = await pair();
    await db.admin`update public.participants set admission = 'removed' where user_id = ${bob.id}`;
    expect(await hears(bob, topic)).toBe(false);
    const two = await pair();
    await db.admin`update public.calls set ended_at = now() where id = ${two.ana.call}`;
    expect(await hears(two.bob, two.topic)).toBe(false);
  });
});

test("no client may insert a broadcast or presence", async () => {
  const policies = await db.admin`
    select policyname from pg_policies where schemaname = 'realtime' and tablename = 'messages' and cmd <> 'SELECT'`;
  expect([...policies]).toEqual([]);
});

test("malformed topics are denied without errors", async () => {
  const meeting = await room(db);
  const ana = await join(db, meeting);
  await knock(db, meeting.host, meeting.code);
  const id = meeting.id;
  const odd = [
    "",
    "meeting",
    "meeting:",
    `meeting:${id}`,
    `meeting:${id}:`,
    `meeting:${id}:01`,
    `meeting:${id}:1`,
    `meeting:${id}:1:2`,
    `meeting:${id}:1:${ana.call}:1`,
    `meeting:${id}:-1:${ana.call}`,
    `meeting:${id}:01:${ana.call}`,
    `meeting:${id}:99999999999999999999:${ana.call}`,
    `meeting:${id.toUpperCase()}:1:${ana.call}`,
    `meeting:${id}:1:${ana.call.toUpperCase()}`,
    `meeting:{${id}}:1:${ana.call}`,
    `meeting:not-a-uuid:1:${ana.call}`,
    `meeting:${id}\n:1:${ana.call}`,
    `signal:${ana.call}`,
    `signal:${ana.call}:${ana.peer}:`,
    `signal:${ana.call}:x`,
    `signal:${ana.call}:${ana.peer}:${ana.peer}`,
    `signal::::`,
    `moderators:${id}`,
    "'; drop table public.lines; --",
    "x".repeat(10_000),
  ];
  for (const topic of odd) {
    expect({ topic, hears: await hears(ana, topic), writes: await writes(ana, topic) }).toEqual({
      topic,
      hears: false,
      writes: false,
    });
  }
});
