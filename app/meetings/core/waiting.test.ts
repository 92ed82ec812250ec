import { expect, it } from "vitest";
import { LIMITS } from "../../../supabase/functions/_shared/contracts/limits.ts";
import { createBackend, type FakePerson, MEETING } from "../../../tests/fakes/backend.ts";
import { createFakeClock, settle } from "../../../tests/fakes/clock.ts";
import { createHub } from "../../../tests/fakes/realtime.ts";
import type { Rpc } from "../../platform/rpc.ts";
import { createWaiting, LOOK, LOOK_AGAIN, type Said } from "./waiting.ts";

const TOM: Said = { display_name: "Tom", speaks: "en", reads: "en" };

/** A meeting where one is let in, its host, and Tom at the door. */
async function lobby(options: { clockAhead?: number } = {}) {
  const clock = createFakeClock();
  const hub = createHub();
  const backend = createBackend({ hub, clock });
  const ines = backend.person("Inés", "es", "es");
  await ines.rpc("update_meeting", { meeting_id: MEETING, access: "knock" });
  const tom = backend.visitor("en");
  const realtime = hub.client();
  const code = backend.meeting().code;

  /** `through`: what stands between Tom and the database. */
  async function waits(through: (rpc: Rpc) => Rpc = (rpc) => rpc) {
    const knocked = await tom.rpc("knock", { code, ...TOM });
    if (!knocked.ok || knocked.value.admission === "admitted") throw new Error("nobody waits");
    // The device's clock goes wrong; the server's is the fake one.
    const ahead = options.clockAhead ?? 0;
    const device = { ...clock, now: () => clock.now() + ahead };
    const waiting = createWaiting({
      ...{ meetingId: MEETING, userId: tom.userId, code, said: TOM, knocked: knocked.value, serverNow: clock.now() },
      ...{ rpc: through(tom.rpc), realtime, clock: device },
    });
    const state = () => waiting.getSnapshot().state.name;
    await settle();
    return { waiting, state, now: () => device.now() };
  }
  const host = { meeting_id: MEETING, user_id: tom.userId };
  return {
    ...{ clock, hub, backend, ines, tom, realtime, waits },
    admit: () => ines.rpc("admit", host),
    deny: () => ines.rpc("deny", host),
    lobby: async () => {
      const answer = await ines.rpc("lobby", { meeting_id: MEETING });
      return answer.ok ? answer.value.waiting : [];
    },
  };
}

const enterCall = (person: FakePerson) =>
  person.rpc("enter_call", { meeting_id: MEETING, peer_id: "e0000000-0000-4000-8000-000000000001" });

it("who is let in is in at once, as the participant that they are now", async () => {
  const { admit, waits, clock, realtime } = await lobby();
  const { waiting, state } = await waits();
  expect(state()).toBe("waiting");
  await admit();
  await settle();
  expect(waiting.getSnapshot().state).toMatchObject({
    name: "admitted",
    participant: { display_name: "Tom", number: 2, admission: "admitted" },
  });
  expect(realtime.joinedTopics()).toEqual([]);
  expect(clock.pending()).toBe(0);
});

it("a lost word of it is found out by looking", async () => {
  const { admit, waits, clock, hub } = await lobby();
  const { state } = await waits();
  hub.lose((topic) => topic.startsWith("door:"));
  await admit();
  await settle();
  expect(state()).toBe("waiting");
  await clock.advance(LOOK);
  expect(state()).toBe("admitted");
});

it("let in while the page had no network, one is in when it is back", async () => {
  const { admit, waits, tom, realtime } = await lobby();
  const { state } = await waits();
  tom.setOffline(true);
  realtime.cut();
  await admit();
  await settle();
  expect(state()).toBe("waiting");
  tom.setOffline(false);
  realtime.heal();
  await settle();
  expect(state()).toBe("admitted");
});

it("a look that does not succeed is said, and repeated sooner", async () => {
  const { admit, waits, clock, tom } = await lobby();
  const { waiting, state } = await waits();
  tom.failNext("knock_standing", "network/timeout");
  await admit();
  await settle();
  expect(waiting.getSnapshot()).toMatchObject({ state: { name: "waiting" }, trouble: "network/timeout" });
  await clock.advance(LOOK_AGAIN);
  expect(state()).toBe("admitted");
});

it("an answer that was on its way when more was told does not undo it", async () => {
  const { deny, waits } = await lobby();
  const gate = Promise.withResolvers<void>();
  let first = true;
  const { waiting, state } = await waits((rpc) => async (name, args) => {
    const answer = await rpc(name, args);
    if (name !== "knock_standing" || !first) return answer;
    first = false;
    await gate.promise;
    return answer;
  });
  await deny();
  await settle();
  expect(state()).toBe("denied");
  gate.resolve();
  await settle();
  expect(state()).toBe("denied");
  expect(waiting.getSnapshot().trouble).toBeNull();
});

it("who is told no may knock again after a while, and not before", async () => {
  const { deny, waits, clock, tom, lobby: asked } = await lobby();
  const { waiting } = await waits();
  await deny();
  await settle();
  // Nothing is heard from now on: the time alone tells it.
  tom.setOffline(true);
  const againAt = clock.now() + LIMITS.deniedWait;
  expect(waiting.getSnapshot().state).toEqual({ name: "denied", againAt, mayAsk: false });
  await clock.advance(LIMITS.deniedWait - 1);
  expect(waiting.getSnapshot().state).toMatchObject({ name: "denied", mayAsk: false });
  await clock.advance(1);
  expect(waiting.getSnapshot().state).toMatchObject({ name: "denied", mayAsk: true });
  expect(await asked()).toEqual([]);
});

it("a denial that was a mistake: let in after it, one is in", async () => {
  const { deny, admit, waits } = await lobby();
  const { state } = await waits();
  await deny();
  await settle();
  await admit();
  await settle();
  expect(state()).toBe("admitted");
});

it("a clock that is an hour wrong shifts no wait", async () => {
  for (const clockAhead of [3_600_000, -3_600_000]) {
    const { deny, waits } = await lobby({ clockAhead });
    const { waiting, now } = await waits();
    expect(waiting.getSnapshot().state).toEqual({ name: "waiting", until: now() + LIMITS.knockLife });
    await deny();
    await settle();
    expect(waiting.getSnapshot().state).toEqual({
      name: "denied",
      againAt: now() + LIMITS.deniedWait,
      mayAsk: false,
    });
    waiting.close();
  }
});

it("a knock that ran out can be made again, and those who lead see it", async () => {
  const { waits, tom, admit, lobby: asked } = await lobby();
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
  const { waits, admit, clock, lobby: asked } = await lobby();
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
  const { waits, tom, admit } = await lobby();
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
    const { waits, tom } = await lobby();
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
  const { waits, tom } = await lobby();
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

it("the end of the meeting is told, and found out when the word of it was lost", async () => {
  for (const lost of [false, true]) {
    const { waits, hub, ines, clock } = await lobby();
    const { waiting } = await waits();
    if (lost) hub.lose(() => true);
    await ines.rpc("end_meeting", { meeting_id: MEETING });
    await settle();
    if (lost) await clock.advance(LOOK);
    expect(waiting.getSnapshot().state).toMatchObject({ name: "over", error: { code: "meeting/ended" } });
    expect(clock.pending()).toBe(0);
  }
});

it("tells whether anybody is inside to answer", async () => {
  const { waits, ines, clock } = await lobby();
  const { waiting } = await waits();
  expect(waiting.getSnapshot().inside).toBe(false);
  await enterCall(ines);
  await clock.advance(LOOK);
  expect(waiting.getSnapshot().inside).toBe(true);
});

it("a code that is no longer good does not end a knock that stands", async () => {
  const { waits, tom, admit } = await lobby();
  tom.failNext("find_meeting", "meeting/not-found");
  const { waiting, state } = await waits();
  expect(waiting.getSnapshot()).toMatchObject({ state: { name: "waiting" }, inside: null });
  await admit();
  await settle();
  expect(state()).toBe("admitted");
});

it("who goes is waited for by nobody", async () => {
  const { waits, lobby: asked, clock, realtime } = await lobby();
  const { waiting, state } = await waits();
  await waiting.leave();
  expect(state()).toBe("left");
  expect(await asked()).toEqual([]);
  expect(realtime.joinedTopics()).toEqual([]);
  expect(clock.pending()).toBe(0);
});

it("a page that goes away takes its knock along; back again, one may knock again", async () => {
  const { waits, backend, lobby: asked } = await lobby();
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
  const { waits, admit, backend } = await lobby();
  const { waiting } = await waits();
  await admit();
  await settle();
  waiting.leaveNow();
  await waiting.leave();
  expect(waiting.getSnapshot().state.name).toBe("admitted");
  expect(backend.calls.filter(({ name }) => name === "withdraw_knock")).toEqual([]);
});

it("a page that goes away leaves a denial as it is", async () => {
  const { waits, deny, backend } = await lobby();
  const { waiting, state } = await waits();
  await deny();
  await settle();
  waiting.leaveNow();
  expect(state()).toBe("denied");
  expect(backend.calls.filter(({ name }) => name === "withdraw_knock")).toEqual([]);
});

it("another person's door says nothing here", async () => {
  const { waits, hub } = await lobby();
  const { state } = await waits();
  hub.broadcast(`door:${MEETING}:b0000000-0000-4000-8000-000000000099`, "ended", { meeting_id: MEETING });
  hub.broadcast("door", "ended", { meeting_id: MEETING });
  await settle();
  expect(state()).toBe("waiting");
});
