/** What who waits at the door does: knocks again, says something else, goes. */
import { expect, it } from "vitest";
import { LIMITS } from "../../../supabase/functions/_shared/contracts/limits.ts";
import { MEETING_ID } from "../../../tests/fakes/backend.ts";
import { settle } from "../../../tests/fakes/clock.ts";
import { setupWaitingRoom, TOM_INPUT } from "../../../tests/fakes/waitingRoom.ts";
import { MAX_AUTO_KNOCKS, POLL_INTERVAL_MS } from "./waitingRoomSession.ts";

/** In another tab of the same browser. */
async function twoTabs() {
  const door = await setupWaitingRoom();
  const [first, second] = [await door.waits(), await door.waits((rpc) => rpc, door.hub.client())];
  const knocks = () => door.backend.calls.filter(({ name }) => name === "knock").length;
  return { ...door, first, second, knocks };
}

it("a knock that ran out can be made again, and those who lead see it", async () => {
  const { waits, clock, admit, lobby: asked } = await setupWaitingRoom();
  const { waiting, state } = await waits();
  await clock.advance(LIMITS.knockLife);
  expect(state()).toBe("lapsed");
  expect(await asked()).toEqual([]);
  expect(await waiting.knockAgain()).toBe(true);
  expect(state()).toBe("waiting");
  expect(await asked()).toMatchObject([{ display_name: "Tom" }]);
  await admit();
  await settle();
  expect(state()).toBe("admitted");
});

it("another name and other languages are what those who lead see; the knock stays the same one", async () => {
  const { waits, admit, clock, lobby: asked } = await setupWaitingRoom();
  const { waiting } = await waits();
  const before = waiting.getSnapshot().state;
  await clock.advance(60_000);
  expect(await waiting.knockAgain({ display_name: "Thomas", speaks: "de", reads: "fr" })).toBe(true);
  expect(waiting.getSnapshot().state).toEqual(before);
  expect(await asked()).toMatchObject([{ display_name: "Thomas", speaks: "de", reads: "fr" }]);
  expect(waiting.getSnapshot().input).toEqual({ display_name: "Thomas", speaks: "de", reads: "fr" });
  await admit();
  await settle();
  expect(waiting.getSnapshot().state).toMatchObject({ participant: { display_name: "Thomas", reads: "fr" } });
});

it("a change that is refused changes nothing, and one waits on", async () => {
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

it("knocking again where nobody comes in any more ends the waiting with the reason", async () => {
  for (const code of ["meeting/locked", "meeting/members-only", "meeting/removed", "meeting/not-found"] as const) {
    const { waits, tom, clock } = await setupWaitingRoom();
    const { waiting } = await waits();
    await clock.advance(LIMITS.knockLife);
    tom.failNext("knock", code);
    await waiting.knockAgain();
    expect(waiting.getSnapshot().state).toEqual({ name: "over", error: { code } });
  }
});

it("a lobby that is full is tried again", async () => {
  const { waits, tom, clock } = await setupWaitingRoom();
  const { waiting, state } = await waits();
  await clock.advance(LIMITS.knockLife);
  tom.failNext("knock", "meeting/lobby-full");
  expect(await waiting.knockAgain()).toBe(false);
  expect(waiting.getSnapshot()).toMatchObject({ state: { name: "lapsed" }, error: "meeting/lobby-full" });
  expect(await waiting.knockAgain()).toBe(true);
  expect(state()).toBe("waiting");
});

it("who goes is waited for by nobody", async () => {
  const { waits, lobby: asked, clock, realtime } = await setupWaitingRoom();
  const { waiting, state } = await waits();
  await waiting.leave();
  expect(state()).toBe("left");
  expect(await asked()).toEqual([]);
  expect(realtime.joinedTopics()).toEqual([]);
  expect(clock.pending()).toBe(0);
});

it("a page that goes away takes its knock along; back again, one may knock again", async () => {
  const { waits, backend, lobby: asked } = await setupWaitingRoom();
  const { waiting, state } = await waits();
  waiting.leaveOnUnload();
  await settle();
  expect(await asked()).toEqual([]);
  waiting.wake();
  await settle();
  expect(state()).toBe("lapsed");
  await waiting.knockAgain();
  expect(state()).toBe("waiting");
  expect(backend.calls.filter(({ name }) => name === "withdraw_knock")).toHaveLength(1);
});

it("who is in already takes nothing back by going", async () => {
  const { waits, admit, backend } = await setupWaitingRoom();
  const { waiting } = await waits();
  await admit();
  await settle();
  waiting.leaveOnUnload();
  await waiting.leave();
  expect(waiting.getSnapshot().state.name).toBe("admitted");
  expect(backend.calls.filter(({ name }) => name === "withdraw_knock")).toEqual([]);
});

it("a page that goes away leaves a denial as it is", async () => {
  const { waits, deny, backend } = await setupWaitingRoom();
  const { waiting, state } = await waits();
  await deny();
  await settle();
  waiting.leaveOnUnload();
  expect(state()).toBe("denied");
  expect(backend.calls.filter(({ name }) => name === "withdraw_knock")).toEqual([]);
});

it("the knock is the person's: a tab that goes takes it along, and the one that waits on makes it again", async () => {
  for (const goes of ["leave", "leaveOnUnload"] as const) {
    const { first, second, lobby: asked, admit } = await twoTabs();
    await first.waiting[goes]();
    await settle();
    expect(second.state()).toBe("waiting");
    expect(await asked()).toMatchObject([{ display_name: "Tom" }]);
    await admit();
    await settle();
    expect(second.state()).toBe("admitted");
    expect(first.state()).not.toBe("waiting");
  }
});

it("a lost word of that is found out by looking, and the name is the one that this tab said last", async () => {
  const { first, second, hub, clock, lobby: asked } = await twoTabs();
  await second.waiting.knockAgain({ ...TOM_INPUT, display_name: "Thomas" });
  hub.lose((topic) => topic.startsWith("door:"));
  await first.waiting.leave();
  await settle();
  expect(await asked()).toEqual([]);
  await clock.advance(POLL_INTERVAL_MS);
  expect(second.state()).toBe("waiting");
  expect(await asked()).toMatchObject([{ display_name: "Thomas" }]);
});

it("a knock that is withdrawn again and again is made again a few times, then by a press", async () => {
  const { waits, tom, backend, lobby: asked } = await setupWaitingRoom();
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
  expect(await asked()).toHaveLength(1);
});

it("a knock that cannot be made again says why, or waits for a press", async () => {
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

it("a knock that ran out or was answered is not made again, whatever another tab does", async () => {
  const { first, second, clock, deny, knocks } = await twoTabs();
  const before = knocks();
  await clock.advance(LIMITS.knockLife);
  await first.waiting.leave();
  await settle();
  expect(second.state()).toBe("lapsed");
  await second.waiting.knockAgain();
  await deny();
  await settle();
  expect(second.state()).toBe("denied");
  expect(knocks()).toBe(before + 1);
});
