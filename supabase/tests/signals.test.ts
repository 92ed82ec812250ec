/** Signals between peers: `send_signal`, its checks and its limit. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { LIMITS } from "#contracts/limits.ts";
import { receivedSignal, type Signal, topics } from "#contracts/realtime.ts";
import { ageRateLimits, type CallMember, enterCall, join, room } from "./support/fixtures.ts";
import { emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

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
    return receivedSignal.parse(row.payload);
  });
}

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
    const sdp = "x".repeat(LIMITS.signalBytes.max - 100);
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
      values (${ana.id}, 'signalsPerMinute', array_fill(now(), array[${LIMITS.signalsPerMinute - 1}::int]))`;
    expect(await send(ana, bob)).toBe(false);
    expect(await rejectionCode(send(ana, bob))).toBe("request/rate-limited");
    await ageRateLimits(db, ana, 60);
    expect(await send(ana, bob)).toBe(false);
  });
});
