/** Signals between peers: `send_signal` and `missed_signals`, their checks and limits. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { type ReceivedSignal, receivedSignal, type Signal, topics } from "#contracts/realtime.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { ageRateLimits, type CallMember, enterCall, join, room } from "./support/fixtures.ts";
import { type DatabaseCaller, emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const READY: Signal = { type: "ready", reply: false, missed: true };

const send = (who: CallMember, to: { call: string; peer: string }, signal: object = READY, from = who.peer) =>
  db.rpc(
    who,
    "send_signal",
    { p_call_id: to.call, p_from: from, p_to: to.peer, p_signal: { json: signal } },
    z.boolean(),
  );

async function receivedBy({ call, peer }: CallMember) {
  const rows = await db.admin<{ payload: unknown; private: boolean; event: string }[]>`
    select payload, private, event from realtime.messages where topic = ${topics.signals(call, peer)}`;
  return rows.map((row) => {
    if (!row.private || row.event !== "signal") throw new Error("A signal is private.");
    return withoutId(receivedSignal.parse(row.payload));
  });
}

const withoutId = ({ from, signal }: ReceivedSignal) => ({ from, signal });

const readMissed = (who: DatabaseCaller, { call, peer }: { call: string; peer: string }) =>
  db.rpc(who, "missed_signals", { p_call_id: call, p_peer_id: peer }, z.array(receivedSignal));

const descriptionOf = (sdp: string): Signal => ({ type: "description", kind: "offer", sdp });
const candidatesOf = (text: string, bytes = 0): Signal => ({
  type: "candidates",
  candidates: Array.from({ length: 1 + Math.floor(bytes / 1_000) }, () => ({
    ...{ candidate: text.padEnd(Math.min(bytes, 900), "x"), sdpMid: "0", sdpMLineIndex: 0, usernameFragment: null },
  })),
});

async function pair() {
  const meeting = await room(db);
  return { meeting, ana: await join(db, meeting), bob: await join(db, meeting) };
}

describe("send_signal", () => {
  test("reaches the other peer with the sender's id", async () => {
    const { ana, bob } = await pair();
    expect(await send(ana, bob)).toBe(true);
    expect(await receivedBy(bob)).toEqual([{ from: ana.peer, signal: READY }]);
    expect(await receivedBy(ana)).toEqual([]);
  });

  test("sends as nobody else and to no other call", async () => {
    const { meeting, ana, bob } = await pair();
    const carol = await join(db, meeting);
    expect(await send(carol, bob, READY, ana.peer)).toBe(false);
    const { ana: eve } = await pair();
    expect(await rejectionCode(send(eve, bob))).toBe("meeting/not-entered");
    expect(await send(eve, { call: eve.call, peer: bob.peer })).toBe(false);
    expect(await receivedBy(bob)).toEqual([]);
  });

  test("ends with either peer, the call and admission", async () => {
    const { meeting, ana, bob } = await pair();
    await db.rpc(bob, "leave_call", { p_call_id: bob.call, p_peer_id: bob.peer }, emptyResult);
    expect([await send(ana, bob), await send(bob, ana)]).toEqual([false, false]);
    await enterCall(db, bob, meeting.id, bob.peer);
    expect(await send(ana, bob)).toBe(true);
    await enterCall(db, ana, meeting.id, randomUUID());
    expect(await send(ana, bob)).toBe(false);
    await db.admin`update public.participants set admission = 'removed' where user_id = ${bob.id}`;
    expect(await rejectionCode(send(bob, ana))).toBe("meeting/removed");
    const { ana: carol, bob: dan } = await pair();
    await db.admin`update public.calls set ended_at = now() where id = ${dan.call}`;
    expect(await send(carol, dan)).toBe(false);
  });

  test("bounds the payload", async () => {
    const { ana, bob } = await pair();
    const sdp = "x".repeat(SERVER_LIMITS.signalBytes.max - 100);
    expect(await send(ana, bob, { type: "description", kind: "offer", sdp })).toBe(true);
    const tooLong = { type: "description", kind: "offer", sdp: `${sdp}${"x".repeat(100)}` };
    expect(await rejectionCode(send(ana, bob, tooLong))).toBe("request/invalid");
    // Small values are few bytes as text and many in the database, which takes long to look at each.
    const small = { type: "candidates", candidates: Array.from({ length: 9_000 }, () => []) };
    expect(await rejectionCode(send(ana, bob, small))).toBe("request/invalid");
  });

  test("counts signals to nobody too", async () => {
    const { ana, bob } = await pair();
    await db.rpc(bob, "leave_call", { p_call_id: bob.call, p_peer_id: bob.peer }, emptyResult);
    await db.admin`
      insert into private.rate_limits (user_id, action, times)
      values (${ana.id}, 'signalsPerMinute', array_fill(now(), array[${SERVER_LIMITS.signalsPerMinute - 1}::int]))`;
    expect(await send(ana, bob)).toBe(false);
    expect(await rejectionCode(send(ana, bob))).toBe("request/rate-limited");
    await ageRateLimits(db, ana, 60);
    expect(await send(ana, bob)).toBe(false);
  });
});

describe("missed_signals", () => {
  test("returns the newest signals of each sender in order", async () => {
    const { meeting, ana, bob } = await pair();
    // Its lines are stored nowhere.
    await db.admin`update public.meetings set keep = 'nothing' where id = ${meeting.id}`;
    const carol = await join(db, meeting);
    for (const signal of [descriptionOf("first"), READY, descriptionOf("second"), candidatesOf("a"), READY])
      expect(await send(ana, bob, signal)).toBe(true);
    for (const signal of [candidatesOf("b"), candidatesOf("c")]) expect(await send(carol, bob, signal)).toBe(true);
    const missed = await readMissed(bob, bob);
    expect(missed.map(withoutId)).toEqual([
      { from: ana.peer, signal: descriptionOf("second") },
      { from: ana.peer, signal: candidatesOf("a") },
      { from: ana.peer, signal: READY },
      { from: carol.peer, signal: candidatesOf("b") },
      { from: carol.peer, signal: candidatesOf("c") },
    ]);
    expect(new Set(missed.map(({ id }) => id)).size).toBe(5);
    expect(await readMissed(ana, ana)).toEqual([]);
  });

  test("returns nobody else's signals", async () => {
    const { meeting, ana, bob } = await pair();
    const eve = await join(db, meeting);
    const { ana: stranger } = await pair();
    await send(ana, bob);
    expect(await readMissed(eve, bob)).toEqual([]);
    expect(await readMissed(ana, bob)).toEqual([]);
    expect(await readMissed(stranger, { call: stranger.call, peer: bob.peer })).toEqual([]);
    expect(await rejectionCode(readMissed(stranger, bob))).toBe("meeting/not-entered");
    // Only with a peer that is still in the call.
    await enterCall(db, bob, meeting.id, randomUUID());
    expect(await readMissed(bob, bob)).toEqual([]);
    await db.admin`update public.participants set admission = 'removed' where user_id = ${bob.id}`;
    expect(await rejectionCode(readMissed(bob, bob))).toBe("meeting/removed");
  });

  test("returns no old signals and none of departed peers", async () => {
    const { meeting, ana, bob } = await pair();
    const carol = await join(db, meeting);
    await send(ana, bob);
    await send(carol, bob);
    await db.rpc(carol, "leave_call", { p_call_id: carol.call, p_peer_id: carol.peer }, emptyResult);
    expect((await readMissed(bob, bob)).map(({ from }) => from)).toEqual([ana.peer]);
    await db.admin`
      update realtime.messages set inserted_at = inserted_at - interval '1 minute'
      where topic = ${topics.signals(bob.call, bob.peer)}`;
    expect(await readMissed(bob, bob)).toEqual([]);
  });

  test("bounds what a flood returns, and keeps others' signals", async () => {
    const { meeting, ana, bob } = await pair();
    const eve = await join(db, meeting);
    await send(ana, bob, descriptionOf("of ana"));
    await send(eve, bob, descriptionOf("x".repeat(30_000)));
    for (let sent = 0; sent < 20; sent++) expect(await send(eve, bob, candidatesOf("flood", 20_000))).toBe(true);
    const missed = await readMissed(bob, bob);
    expect(JSON.stringify(missed).length).toBeLessThan(2 * SERVER_LIMITS.signalBytes.max + 1_000);
    expect(missed.map(withoutId)).toContainEqual({ from: ana.peer, signal: descriptionOf("of ana") });
    for (let sent = 0; sent < 40; sent++) expect(await send(eve, bob, candidatesOf("small"))).toBe(true);
    expect((await readMissed(bob, bob)).filter(({ from }) => from === eve.peer).length).toBeLessThanOrEqual(17);
  });

  test("counts reads, also of a foreign peer", async () => {
    const { ana, bob } = await pair();
    await db.admin`
      insert into private.rate_limits (user_id, action, times)
      values (${ana.id}, 'signalReadsPerMinute', array_fill(now(), array[${SERVER_LIMITS.signalReadsPerMinute - 1}::int]))`;
    expect(await readMissed(ana, bob)).toEqual([]);
    expect(await rejectionCode(readMissed(ana, ana))).toBe("request/rate-limited");
    await ageRateLimits(db, ana, 60);
    expect(await readMissed(ana, ana)).toEqual([]);
  });
});
