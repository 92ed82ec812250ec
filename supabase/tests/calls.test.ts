/** Joining a call, heartbeats, leaving. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { heartbeat } from "#contracts/meetings.ts";
import { topics } from "#contracts/realtime.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { agePeers, enterCall, events, join, knock, person, room } from "./support/fixtures.ts";
import { type DatabaseCaller, emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const beat = (who: DatabaseCaller, call: string, peer: string) =>
  db.rpc(who, "heartbeat", { p_call_id: call, p_peer_id: peer }, heartbeat);
const leave = (who: DatabaseCaller, call: string, peer: string) =>
  db.rpc(who, "leave_call", { p_call_id: call, p_peer_id: peer }, emptyResult);
const peerEvents = async (meeting: string) =>
  (await events(db, meeting)).filter(({ name }) => name === "peer_joined" || name === "peer_left");

describe("enter_call", () => {
  test("returns the call and broadcasts the peer", async () => {
    const meeting = await room(db, "Sync");
    await knock(db, meeting.host, meeting.code, { name: "Ana" });
    const peer = randomUUID();
    const entered = await enterCall(db, meeting.host, meeting.id, peer);
    const me = { peer_id: peer, user_id: meeting.host.id, join_number: 1 };
    expect(entered).toMatchObject({
      meeting: { id: meeting.id, code: meeting.code, title: "Sync", seq: 2, epoch: 1 },
      me,
      participants: [{ user_id: meeting.host.id, role: "host" }],
      peers: [me],
    });
    const [broadcast] = await peerEvents(meeting.id);
    expect(broadcast).toEqual({
      topic: topics.meeting(meeting.id, 1, entered.call.id),
      private: true,
      name: "peer_joined",
      body: { seq: 2, peer: me, epoch: 1 },
    });
  });

  test("a repeat returns the same without a broadcast", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    const again = await enterCall(db, ana, meeting.id, ana.peer);
    expect(again.me.join_number).toBe(1);
    expect(again.call.id).toBe(ana.call);
    expect(await peerEvents(meeting.id)).toHaveLength(1);
  });

  test("concurrent joins meet in one ordered call", async () => {
    const meeting = await room(db);
    const people = await Promise.all([person(db), person(db)]);
    for (const who of people) await knock(db, who, meeting.code);
    const entered = await Promise.all(people.map((who) => enterCall(db, who, meeting.id, randomUUID())));
    expect(new Set(entered.map(({ call }) => call.id)).size).toBe(1);
    expect(entered.map(({ me }) => me.join_number).sort()).toEqual([1, 2]);
  });

  test("a second tab takes over and can be reversed", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    const tab = randomUUID();
    const second = await enterCall(db, ana, meeting.id, tab);
    expect(second.me.join_number).toBe(2);
    expect(second.peers.map(({ peer_id }) => peer_id)).toEqual([tab]);
    expect((await beat(ana, ana.call, ana.peer)).standing).toBe("taken-over");

    const back = await enterCall(db, ana, meeting.id, ana.peer);
    expect(back.me).toMatchObject({ peer_id: ana.peer, join_number: 3 });
    expect((await beat(ana, ana.call, tab)).standing).toBe("taken-over");
    expect((await peerEvents(meeting.id)).map(({ name, body }) => ("reason" in body ? body.reason : name))).toEqual([
      "peer_joined",
      "taken-over",
      "peer_joined",
      "taken-over",
      "peer_joined",
    ]);
  });

  test("rejects the fifth person without a trace", async () => {
    const meeting = await room(db);
    const inside = [];
    for (let count = 0; count < SERVER_LIMITS.meshParticipants; count++) inside.push(await join(db, meeting));
    const before = await peerEvents(meeting.id);
    expect(await rejectionCode(join(db, meeting))).toBe("meeting/full");
    expect(await peerEvents(meeting.id)).toEqual(before);
    const [first] = inside;
    if (first === undefined) throw new Error("nobody inside");
    await enterCall(db, first, meeting.id, randomUUID());
    await leave(first, first.call, randomUUID());
    const [, second] = inside;
    if (second === undefined) throw new Error("nobody inside");
    await leave(second, second.call, second.peer);
    await join(db, meeting);
  });

  test("a timed-out peer frees its place", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    for (let count = 1; count < SERVER_LIMITS.meshParticipants; count++) await join(db, meeting);
    await db.admin`
      update public.call_peers set last_seen = last_seen - interval '61 seconds' where peer_id = ${ana.peer}`;
    const late = await join(db, meeting);
    expect(late.joined).toBe(SERVER_LIMITS.meshParticipants + 1);
    const broadcasts = (await peerEvents(meeting.id)).map(({ body }) => ("reason" in body ? body : null));
    expect(broadcasts).toContainEqual(expect.objectContaining({ peer_id: ana.peer, user_id: ana.id, reason: "gone" }));
  });

  test("rejects foreign peers, unadmitted and removed participants", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    const bob = await person(db);
    expect(await rejectionCode(enterCall(db, bob, meeting.id, randomUUID()))).toBe("meeting/not-entered");
    await knock(db, bob, meeting.code);
    expect(await rejectionCode(enterCall(db, bob, meeting.id, ana.peer))).toBe("request/not-allowed");
    expect(await rejectionCode(enterCall(db, bob, randomUUID(), randomUUID()))).toBe("meeting/not-found");
    await db.admin`update public.participants set admission = 'removed' where user_id = ${bob.id}`;
    expect(await rejectionCode(enterCall(db, bob, meeting.id, randomUUID()))).toBe("meeting/removed");
  });

  test("peer ids are separate in each meeting", async () => {
    const firstMeeting = await room(db);
    const ana = await join(db, firstMeeting);
    const other = await room(db);
    await knock(db, ana, other.code);
    expect((await enterCall(db, ana, other.id, ana.peer)).me.join_number).toBe(1);
    expect((await beat(ana, ana.call, ana.peer)).standing).toBe("in");
  });
});

describe("the end of a call", () => {
  test("a call ends two minutes after the last left", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    await leave(ana, ana.call, ana.peer);
    await agePeers(db, ana.call, SERVER_LIMITS.emptyCallTtlMs / 1000 - 10);
    expect((await enterCall(db, ana, meeting.id, ana.peer)).call.id).toBe(ana.call);

    await leave(ana, ana.call, ana.peer);
    await agePeers(db, ana.call, SERVER_LIMITS.emptyCallTtlMs / 1000 + 1);
    const next = await enterCall(db, ana, meeting.id, ana.peer);
    expect(next.call.id).not.toBe(ana.call);
    expect(next.me.join_number).toBe(1);
    expect((await beat(ana, ana.call, ana.peer)).standing).toBe("ended");
    const [old] = await db.admin<{ same: boolean }[]>`
      select ended_at = (select max(left_at) from public.call_peers where call_id = id) as same
      from public.calls where id = ${ana.call}`;
    expect(old?.same).toBe(true);
  });

  test("a silent call ends when last seen", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    const bob = await join(db, meeting);
    await agePeers(db, ana.call, 3600);
    const next = await enterCall(db, ana, meeting.id, ana.peer);
    expect(next.call.id).not.toBe(ana.call);
    expect(next.peers).toHaveLength(1);
    expect((await beat(bob, bob.call, bob.peer)).standing).toBe("ended");
  });
});

describe("a call of a day", () => {
  /** Ana and Bob stay, and another person left an hour ago. */
  async function scene() {
    const meeting = await room(db);
    const [ana, bob, gone] = [await join(db, meeting), await join(db, meeting), await join(db, meeting)];
    await agePeers(db, ana.call, SERVER_LIMITS.callMaxMs / 1000 - 5);
    await db.admin`update public.call_peers set last_seen = now() - interval '1 hour' where peer_id = ${gone.peer}`;
    await db.admin`update public.call_peers set last_seen = now() where peer_id <> ${gone.peer}`;
    return { meeting, ana, bob, gone };
  }
  const endOf = async (call: string) => {
    const [row] = await db.admin<{ seconds: number | null }[]>`
      select extract(epoch from now() - ended_at)::float8 as seconds from public.calls where id = ${call}`;
    return row?.seconds;
  };

  test("ends at a heartbeat; its people enter a new call", async () => {
    const { meeting, ana, bob, gone } = await scene();
    expect((await beat(ana, ana.call, ana.peer)).standing).toBe("in");
    await db.admin`update public.calls set started_at = started_at - interval '6 seconds'`;
    expect((await beat(ana, ana.call, ana.peer)).standing).toBe("ended");
    expect(await endOf(ana.call)).toBeLessThan(60);
    const left = (await events(db, meeting.id)).filter(({ name }) => name === "peer_left");
    expect(left.map(({ body }) => body)).toMatchObject(
      [gone, ana, bob].map(({ peer }) => ({ peer_id: peer, reason: "gone" })),
    );
    expect((await beat(bob, bob.call, bob.peer)).standing).toBe("ended");
    const next = await enterCall(db, bob, meeting.id, bob.peer);
    expect(next.call.id).not.toBe(ana.call);
    expect(next.peers).toHaveLength(1);
  });

  test("ends when somebody enters without heartbeats", async () => {
    const { meeting, ana } = await scene();
    await db.admin`update public.calls set started_at = started_at - interval '6 seconds'`;
    expect((await enterCall(db, ana, meeting.id, ana.peer)).call.id).not.toBe(ana.call);
    expect(await endOf(ana.call)).toBeLessThan(60);
  });

  test("that everybody left ended at that time", async () => {
    const { meeting, ana, bob } = await scene();
    await agePeers(db, ana.call, 3600);
    expect((await enterCall(db, bob, meeting.id, bob.peer)).call.id).not.toBe(ana.call);
    expect(await endOf(ana.call)).toBeGreaterThan(3_500);
  });
});

describe("heartbeat", () => {
  test("returns the peer's status and the meeting's seq", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    expect(await beat(ana, ana.call, ana.peer)).toMatchObject({ standing: "in", seq: 2, epoch: 1 });
    expect((await beat(ana, ana.call, randomUUID())).standing).toBe("gone");
  });

  test("revives an unnoticed timeout but no noticed one", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    const bob = await join(db, meeting);
    await agePeers(db, ana.call, 61);
    expect((await beat(ana, ana.call, ana.peer)).standing).toBe("in");
    // Ana's heartbeat disconnected Bob's expired peer.
    expect((await beat(bob, bob.call, bob.peer)).standing).toBe("gone");
    const broadcast = (await peerEvents(meeting.id)).at(-1);
    expect(broadcast?.body).toMatchObject({ peer_id: bob.peer, reason: "gone" });
    expect((await enterCall(db, bob, meeting.id, bob.peer)).me.join_number).toBe(3);
    expect((await beat(bob, bob.call, bob.peer)).standing).toBe("in");
  });

  test("rejects foreign peers and calls", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    const bob = await join(db, meeting);
    expect(await rejectionCode(beat(bob, ana.call, ana.peer))).toBe("request/not-allowed");
    expect(await rejectionCode(beat(await person(db), ana.call, ana.peer))).toBe("meeting/not-entered");
    expect(await rejectionCode(beat(ana, randomUUID(), ana.peer))).toBe("meeting/not-entered");
  });
});

describe("leave_call", () => {
  test("broadcasts once, however often it is called", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    await join(db, meeting);
    await leave(ana, ana.call, ana.peer);
    await leave(ana, ana.call, ana.peer);
    const left = (await peerEvents(meeting.id)).filter(({ name }) => name === "peer_left");
    expect(left).toHaveLength(1);
    expect(left[0]?.body).toMatchObject({ peer_id: ana.peer, reason: "left" });
    expect((await beat(ana, ana.call, ana.peer)).standing).toBe("gone");
  });

  test("rejects leaving for somebody else", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    const bob = await join(db, meeting);
    expect(await rejectionCode(leave(bob, ana.call, ana.peer))).toBe("request/not-allowed");
    expect(await rejectionCode(leave(await person(db), ana.call, ana.peer))).toBe("meeting/not-entered");
    expect((await beat(ana, ana.call, ana.peer)).standing).toBe("in");
  });

  test("attendance stores first join and last leave", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting);
    await leave(ana, ana.call, ana.peer);
    const read = async () => {
      const [row] = await db.admin<{ joined_at: Date; left_at: Date | null }[]>`
        select joined_at, left_at from public.attendance where call_id = ${ana.call}`;
      return row;
    };
    const left = await read();
    expect(left?.left_at).not.toBeNull();
    await enterCall(db, ana, meeting.id, randomUUID());
    expect(await read()).toEqual({ joined_at: left?.joined_at, left_at: null });
  });
});

test("event numbers have no gaps under concurrency", async () => {
  const meeting = await room(db);
  const people = await Promise.all(Array.from({ length: 3 }, () => person(db)));
  const first = await join(db, meeting);
  const guests = [first, ...(await Promise.all(people.map((who) => join(db, meeting, {}, who))))];
  await Promise.all(guests.map((guest) => leave(guest, guest.call, guest.peer)));
  const seqs = (await events(db, meeting.id)).map(({ body }) => body.seq);
  // The first knock came before the call was open, and nobody could receive it.
  expect(seqs).toEqual(Array.from({ length: 11 }, (_, index) => index + 2));
});
