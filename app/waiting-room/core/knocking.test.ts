/** Actions of a waiting visitor: knocking again, changing values, leaving. */
import { expect, it } from "vitest";
import { SERVER_LIMITS } from "../../../supabase/functions/_shared/contracts/serverLimits.ts";
import { MEETING_ID } from "../../../tests/fakes/backend.ts";
import { settle } from "../../../tests/fakes/clock.ts";
import { setupWaitingRoom, TOM_INPUT } from "../../../tests/fakes/waitingRoom.ts";
import { MAX_AUTO_KNOCKS, POLL_INTERVAL_MS } from "./waitingRoomSession.ts";

/** The visitor in two tabs of the same browser. */
async function twoTabs() {
  const waitingRoom = await setupWaitingRoom();
  const [first, second] = [await waitingRoom.waits(), await waitingRoom.waits((rpc) => rpc, waitingRoom.hub.client())];
  const knocks = () => waitingRoom.backend.calls.filter(({ name }) => name === "knock").length;
  return { ...waitingRoom, first, second, knocks };
}

it("knocks again after the knock expired", async () => {
  const { waits, clock, admit, waitingParticipants } = await setupWaitingRoom();
  const { waiting, state } = await waits();
  await clock.advance(SERVER_LIMITS.knockTtlMs);
  expect(state()).toBe("lapsed");
  expect(await waitingParticipants()).toEqual([]);
  expect(await waiting.knockAgain()).toBe(true);
  expect(state()).toBe("waiting");
  expect(await waitingParticipants()).toMatchObject([{ display_name: "Tom" }]);
  await admit();
  await settle();
  expect(state()).toBe("admitted");
});

it("changes name and languages of the same knock", async () => {
  const { waits, admit, clock, waitingParticipants } = await setupWaitingRoom();
  const { waiting } = await waits();
  const before = waiting.getSnapshot().state;
  await clock.advance(60_000);
  expect(await waiting.knockAgain({ display_name: "Thomas", speaks: "de", reads: "fr" })).toBe(true);
  expect(waiting.getSnapshot().state).toEqual(before);
  expect(await waitingParticipants()).toMatchObject([{ display_name: "Thomas", speaks: "de", reads: "fr" }]);
  expect(waiting.getSnapshot().input).toEqual({ display_name: "Thomas", speaks: "de", reads: "fr" });
  await admit();
  await settle();
  expect(waiting.getSnapshot().state).toMatchObject({ participant: { display_name: "Thomas", reads: "fr" } });
});

it("keeps waiting when a change is rejected", async () => {
  const { waits, tom, admit } = await setupWaitingRoom();
  const { waiting, state } = await waits();
  for (const code of ["network/offline", "request/rate-limited", "meeting/locked"] as const) {
    tom.failNext("knock", code);
    expect(await waiting.knockAgain({ ...TOM_INPUT, display_name: "Thomas" })).toBe(false);
    expect(waiting.getSnapshot()).toMatchObject({
      state: { name: "waiting" },
      input: TOM_INPUT,
      error: code,
      knocking: false,
    });
  }
  await admit();
  await settle();
  expect(state()).toBe("admitted");
});

it("ends with the reason when entry is closed", async () => {
  for (const code of ["meeting/locked", "meeting/members-only", "meeting/removed", "meeting/not-found"] as const) {
    const { waits, tom, clock } = await setupWaitingRoom();
    const { waiting } = await waits();
    await clock.advance(SERVER_LIMITS.knockTtlMs);
    tom.failNext("knock", code);
    await waiting.knockAgain();
    expect(waiting.getSnapshot().state).toEqual({ name: "over", error: { code } });
  }
});

it("retries when the waiting room is full", async () => {
  const { waits, tom, clock } = await setupWaitingRoom();
  const { waiting, state } = await waits();
  await clock.advance(SERVER_LIMITS.knockTtlMs);
  tom.failNext("knock", "meeting/lobby-full");
  expect(await waiting.knockAgain()).toBe(false);
  expect(waiting.getSnapshot()).toMatchObject({ state: { name: "lapsed" }, error: "meeting/lobby-full" });
  expect(await waiting.knockAgain()).toBe(true);
  expect(state()).toBe("waiting");
});

it("leaving withdraws the knock", async () => {
  const { waits, waitingParticipants, clock, realtime } = await setupWaitingRoom();
  const { waiting, state } = await waits();
  await waiting.leave();
  expect(state()).toBe("left");
  expect(await waitingParticipants()).toEqual([]);
  expect(realtime.joinedTopics()).toEqual([]);
  expect(clock.pending()).toBe(0);
});

it("page unload withdraws the knock; it can be repeated", async () => {
  const { waits, backend, waitingParticipants } = await setupWaitingRoom();
  const { waiting, state } = await waits();
  waiting.leaveOnUnload();
  await settle();
  expect(await waitingParticipants()).toEqual([]);
  waiting.wake();
  await settle();
  expect(state()).toBe("lapsed");
  await waiting.knockAgain();
  expect(state()).toBe("waiting");
  expect(backend.calls.filter(({ name }) => name === "withdraw_knock")).toHaveLength(1);
});

it("leaving after admission withdraws nothing", async () => {
  const { waits, admit, backend } = await setupWaitingRoom();
  const { waiting } = await waits();
  await admit();
  await settle();
  waiting.leaveOnUnload();
  await waiting.leave();
  expect(waiting.getSnapshot().state.name).toBe("admitted");
  expect(backend.calls.filter(({ name }) => name === "withdraw_knock")).toEqual([]);
});

it("page unload keeps a denial", async () => {
  const { waits, deny, backend } = await setupWaitingRoom();
  const { waiting, state } = await waits();
  await deny();
  await settle();
  waiting.leaveOnUnload();
  expect(state()).toBe("denied");
  expect(backend.calls.filter(({ name }) => name === "withdraw_knock")).toEqual([]);
});

it("another tab knocks again after one tab leaves", async () => {
  for (const goes of ["leave", "leaveOnUnload"] as const) {
    const { first, second, waitingParticipants, admit } = await twoTabs();
    await first.waiting[goes]();
    await settle();
    expect(second.state()).toBe("waiting");
    expect(await waitingParticipants()).toMatchObject([{ display_name: "Tom" }]);
    await admit();
    await settle();
    expect(second.state()).toBe("admitted");
    expect(first.state()).not.toBe("waiting");
  }
});

it("polling finds a lost withdrawal and keeps the latest name", async () => {
  const { first, second, hub, clock, waitingParticipants } = await twoTabs();
  await second.waiting.knockAgain({ ...TOM_INPUT, display_name: "Thomas" });
  hub.lose((topic) => topic.startsWith("knock:"));
  await first.waiting.leave();
  await settle();
  expect(await waitingParticipants()).toEqual([]);
  await clock.advance(POLL_INTERVAL_MS);
  expect(second.state()).toBe("waiting");
  expect(await waitingParticipants()).toMatchObject([{ display_name: "Thomas" }]);
});

it("stops knocking again automatically after a few withdrawals", async () => {
  const { waits, tom, backend, waitingParticipants } = await setupWaitingRoom();
  const { waiting, state } = await waits();
  for (let time = 0; time <= MAX_AUTO_KNOCKS; time += 1) {
    expect(state()).toBe("waiting");
    await tom.rpc("withdraw_knock", { p_meeting_id: MEETING_ID });
    await settle();
  }
  expect(state()).toBe("lapsed");
  expect(backend.calls.filter(({ name }) => name === "knock")).toHaveLength(1 + MAX_AUTO_KNOCKS);
  expect(await waiting.knockAgain()).toBe(true);
  await tom.rpc("withdraw_knock", { p_meeting_id: MEETING_ID });
  await settle();
  expect(state()).toBe("waiting");
  expect(await waitingParticipants()).toHaveLength(1);
});

it("shows why it cannot knock again", async () => {
  const cases = [
    ["meeting/locked", { name: "over", error: { code: "meeting/locked" } }],
    ["network/offline", { name: "lapsed" }],
    ["meeting/lobby-full", { name: "lapsed" }],
  ] as const;
  for (const [code, state] of cases) {
    const { waits, tom } = await setupWaitingRoom();
    const { waiting } = await waits();
    tom.failNext("knock", code);
    await tom.rpc("withdraw_knock", { p_meeting_id: MEETING_ID });
    await settle();
    expect(waiting.getSnapshot()).toMatchObject({ state, knocking: false });
  }
});

it("an expired or answered knock is not repeated", async () => {
  const { first, second, clock, deny, knocks } = await twoTabs();
  const before = knocks();
  await clock.advance(SERVER_LIMITS.knockTtlMs);
  await first.waiting.leave();
  await settle();
  expect(second.state()).toBe("lapsed");
  await second.waiting.knockAgain();
  await deny();
  await settle();
  expect(second.state()).toBe("denied");
  expect(knocks()).toBe(before + 1);
});
