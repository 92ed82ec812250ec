/** What who waits at the door does: knocks again, says something else, goes. */
import { expect, it } from "vitest";
import { atTheDoor, TOM } from "../../../tests/fakes/atTheDoor.ts";
import { MEETING } from "../../../tests/fakes/backend.ts";
import { settle } from "../../../tests/fakes/clock.ts";

it("a knock that ran out can be made again, and those who lead see it", async () => {
  const { waits, tom, admit, lobby: asked } = await atTheDoor();
  const { waiting, state } = await waits();
  await tom.rpc("withdraw_knock", { meeting_id: MEETING });
  waiting.wake();
  await settle();
  expect(state()).toBe("lapsed");
  expect(await waiting.ask()).toBe(true);
  expect(state()).toBe("waiting");
  expect(await asked()).toMatchObject([{ display_name: "Tom" }]);
  await admit();
  await settle();
  expect(state()).toBe("admitted");
});

it("another name and other languages are what those who lead see; the knock stays the same one", async () => {
  const { waits, admit, clock, lobby: asked } = await atTheDoor();
  const { waiting } = await waits();
  const before = waiting.getSnapshot().state;
  await clock.advance(60_000);
  expect(await waiting.ask({ display_name: "Thomas", speaks: "de", reads: "fr" })).toBe(true);
  expect(waiting.getSnapshot().state).toEqual(before);
  expect(await asked()).toMatchObject([{ display_name: "Thomas", speaks: "de", reads: "fr" }]);
  expect(waiting.getSnapshot().said).toEqual({ display_name: "Thomas", speaks: "de", reads: "fr" });
  await admit();
  await settle();
  expect(waiting.getSnapshot().state).toMatchObject({ participant: { display_name: "Thomas", reads: "fr" } });
});

it("a change that is refused changes nothing, and one waits on", async () => {
  const { waits, tom, admit } = await atTheDoor();
  const { waiting, state } = await waits();
  for (const code of ["network/offline", "request/rate-limited", "meeting/locked"] as const) {
    tom.failNext("knock", code);
    expect(await waiting.ask({ ...TOM, display_name: "Thomas" })).toBe(false);
    expect(waiting.getSnapshot()).toMatchObject({
      state: { name: "waiting" },
      said: TOM,
      trouble: code,
      asking: false,
    });
  }
  await admit();
  await settle();
  expect(state()).toBe("admitted");
});

it("knocking again where nobody comes in any more ends the waiting with the reason", async () => {
  for (const code of ["meeting/locked", "meeting/members-only", "meeting/removed", "meeting/not-found"] as const) {
    const { waits, tom } = await atTheDoor();
    const { waiting } = await waits();
    await tom.rpc("withdraw_knock", { meeting_id: MEETING });
    waiting.wake();
    await settle();
    tom.failNext("knock", code);
    await waiting.ask();
    expect(waiting.getSnapshot().state).toEqual({ name: "over", error: { code } });
  }
});

it("a lobby that is full is tried again", async () => {
  const { waits, tom } = await atTheDoor();
  const { waiting, state } = await waits();
  await tom.rpc("withdraw_knock", { meeting_id: MEETING });
  waiting.wake();
  await settle();
  tom.failNext("knock", "meeting/lobby-full");
  expect(await waiting.ask()).toBe(false);
  expect(waiting.getSnapshot()).toMatchObject({ state: { name: "lapsed" }, trouble: "meeting/lobby-full" });
  expect(await waiting.ask()).toBe(true);
  expect(state()).toBe("waiting");
});

it("who goes is waited for by nobody", async () => {
  const { waits, lobby: asked, clock, realtime } = await atTheDoor();
  const { waiting, state } = await waits();
  await waiting.leave();
  expect(state()).toBe("left");
  expect(await asked()).toEqual([]);
  expect(realtime.joinedTopics()).toEqual([]);
  expect(clock.pending()).toBe(0);
});

it("a page that goes away takes its knock along; back again, one may knock again", async () => {
  const { waits, backend, lobby: asked } = await atTheDoor();
  const { waiting, state } = await waits();
  waiting.leaveNow();
  await settle();
  expect(await asked()).toEqual([]);
  waiting.wake();
  await settle();
  expect(state()).toBe("lapsed");
  await waiting.ask();
  expect(state()).toBe("waiting");
  expect(backend.calls.filter(({ name }) => name === "withdraw_knock")).toHaveLength(1);
});

it("who is in already takes nothing back by going", async () => {
  const { waits, admit, backend } = await atTheDoor();
  const { waiting } = await waits();
  await admit();
  await settle();
  waiting.leaveNow();
  await waiting.leave();
  expect(waiting.getSnapshot().state.name).toBe("admitted");
  expect(backend.calls.filter(({ name }) => name === "withdraw_knock")).toEqual([]);
});

it("a page that goes away leaves a denial as it is", async () => {
  const { waits, deny, backend } = await atTheDoor();
  const { waiting, state } = await waits();
  await deny();
  await settle();
  waiting.leaveNow();
  expect(state()).toBe("denied");
  expect(backend.calls.filter(({ name }) => name === "withdraw_knock")).toEqual([]);
});
