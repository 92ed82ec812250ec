/** Responses to a waiting visitor, also when a broadcast is lost. */
import { expect, it } from "vitest";
import { SERVER_LIMITS } from "../../../supabase/functions/_shared/contracts/serverLimits.ts";
import { type FakePerson, MEETING_ID } from "../../../tests/fakes/backend.ts";
import { createCaptivePortal, PORTAL_STATUSES } from "../../../tests/fakes/captivePortal.ts";
import { settle } from "../../../tests/fakes/clock.ts";
import { setupWaitingRoom } from "../../../tests/fakes/waitingRoom.ts";
import { POLL_INTERVAL_MS, POLL_RETRY_INTERVAL_MS } from "./waitingRoomSession.ts";

const enterCall = (person: FakePerson) =>
  person.rpc("enter_call", { p_meeting_id: MEETING_ID, p_peer_id: "e0000000-0000-4000-8000-000000000001" });

it("admission delivers the current participant at once", async () => {
  const { admit, waits, clock, realtime } = await setupWaitingRoom();
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

it("polling finds a lost admission", async () => {
  const { admit, waits, clock, hub } = await setupWaitingRoom();
  const { state } = await waits();
  hub.lose((topic) => topic.startsWith("knock:"));
  await admit();
  await settle();
  expect(state()).toBe("waiting");
  await clock.advance(POLL_INTERVAL_MS);
  expect(state()).toBe("admitted");
});

it("finds an admission after being offline", async () => {
  const { admit, waits, tom, realtime } = await setupWaitingRoom();
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

it("a failed poll shows its error and retries sooner", async () => {
  const { admit, waits, clock, tom } = await setupWaitingRoom();
  const { waiting, state } = await waits();
  tom.failNext("knock_status", "network/timeout");
  await admit();
  await settle();
  expect(waiting.getSnapshot()).toMatchObject({ state: { name: "waiting" }, error: "network/timeout" });
  await clock.advance(POLL_RETRY_INTERVAL_MS);
  expect(state()).toBe("admitted");
});

it.each(PORTAL_STATUSES)("waits behind a sign-in page that responds with %i", async (status) => {
  const { admit, waits, clock } = await setupWaitingRoom();
  const portal = createCaptivePortal(clock, status);
  const { waiting, state } = await waits(portal.through);
  await clock.advance(20_000);
  expect(waiting.getSnapshot()).toMatchObject({ state: { name: "waiting" }, error: "network/not-reached" });
  portal.open();
  await admit();
  await clock.advance(POLL_RETRY_INTERVAL_MS);
  expect(state()).toBe("admitted");
});

it("shows whether somebody inside can admit", async () => {
  const { waits, clock, ines, backend } = await setupWaitingRoom();
  const { waiting } = await waits();
  expect(waiting.getSnapshot().state).toMatchObject({ name: "waiting", moderated: false });
  await enterCall(ines);
  await clock.advance(POLL_INTERVAL_MS);
  expect(waiting.getSnapshot().state).toMatchObject({ name: "waiting", moderated: true });
  backend.expirePeers(ines.userId);
  await clock.advance(POLL_INTERVAL_MS);
  expect(waiting.getSnapshot().state).toMatchObject({ name: "waiting", moderated: false });
});

it("ignores a response older than a broadcast", async () => {
  const { deny, waits } = await setupWaitingRoom();
  const gate = Promise.withResolvers<void>();
  let first = true;
  const { waiting, state } = await waits((rpc) => async (name, args) => {
    const result = await rpc(name, args);
    if (name !== "knock_status" || !first) return result;
    first = false;
    await gate.promise;
    return result;
  });
  await deny();
  await settle();
  expect(state()).toBe("denied");
  gate.resolve();
  await settle();
  expect(state()).toBe("denied");
  expect(waiting.getSnapshot().error).toBeNull();
});

it("allows a new knock only after the pause", async () => {
  const { deny, waits, clock, tom, waitingParticipants } = await setupWaitingRoom();
  const { waiting } = await waits();
  await deny();
  await settle();
  // Offline from here on: only the clock advances.
  tom.setOffline(true);
  const retryAt = clock.now() + SERVER_LIMITS.deniedKnockDelayMs;
  expect(waiting.getSnapshot().state).toEqual({ name: "denied", retryAt, canRetry: false });
  await clock.advance(SERVER_LIMITS.deniedKnockDelayMs - 1);
  expect(waiting.getSnapshot().state).toMatchObject({ name: "denied", canRetry: false });
  await clock.advance(1);
  expect(waiting.getSnapshot().state).toMatchObject({ name: "denied", canRetry: true });
  expect(await waitingParticipants()).toEqual([]);
});

it("an admission replaces an earlier denial", async () => {
  const { deny, admit, waits } = await setupWaitingRoom();
  const { state } = await waits();
  await deny();
  await settle();
  await admit();
  await settle();
  expect(state()).toBe("admitted");
});

it("a wrong device clock shifts no wait", async () => {
  for (const clockAhead of [3_600_000, -3_600_000]) {
    const { deny, waits } = await setupWaitingRoom({ clockAhead });
    const { waiting, now } = await waits();
    expect(waiting.getSnapshot().state).toMatchObject({ name: "waiting", until: now() + SERVER_LIMITS.knockTtlMs });
    await deny();
    await settle();
    expect(waiting.getSnapshot().state).toEqual({
      name: "denied",
      retryAt: now() + SERVER_LIMITS.deniedKnockDelayMs,
      canRetry: false,
    });
    waiting.close();
  }
});

it("finds the end of the meeting, broadcast or not", async () => {
  for (const lost of [false, true]) {
    const { waits, hub, ines, clock } = await setupWaitingRoom();
    const { waiting } = await waits();
    if (lost) hub.lose(() => true);
    await ines.rpc("end_meeting", { p_meeting_id: MEETING_ID });
    await settle();
    if (lost) await clock.advance(POLL_INTERVAL_MS);
    expect(waiting.getSnapshot().state).toMatchObject({ name: "over", error: { code: "meeting/ended" } });
    expect(clock.pending()).toBe(0);
  }
});

it("ends when the meeting becomes members-only", async () => {
  for (const lost of [false, true]) {
    const { waits, hub, ines, clock, waitingParticipants } = await setupWaitingRoom();
    const { waiting } = await waits();
    if (lost) hub.lose(() => true);
    await ines.rpc("update_meeting", { p_meeting_id: MEETING_ID, p_access: "members" });
    await settle();
    if (lost) await clock.advance(POLL_INTERVAL_MS);
    expect(waiting.getSnapshot().state).toEqual({ name: "over", error: { code: "meeting/members-only" } });
    expect(await waitingParticipants()).toEqual([]);
    expect(clock.pending()).toBe(0);
  }
});

it("finds the end when the topic is rejected", async () => {
  const { waits, hub, ines, realtime } = await setupWaitingRoom();
  realtime.cut();
  const { waiting, state } = await waits();
  await settle();
  expect(state()).toBe("waiting");
  await ines.rpc("end_meeting", { p_meeting_id: MEETING_ID });
  hub.rejectJoins((topic) => topic.startsWith("knock:"));
  realtime.heal();
  await settle();
  expect(waiting.getSnapshot().state).toMatchObject({ name: "over", error: { code: "meeting/ended" } });
});

it("shows whether somebody is in the call", async () => {
  const { waits, ines, clock } = await setupWaitingRoom();
  const { waiting } = await waits();
  expect(waiting.getSnapshot().callActive).toBe(false);
  await enterCall(ines);
  await clock.advance(POLL_INTERVAL_MS);
  expect(waiting.getSnapshot().callActive).toBe(true);
});

it("a replaced code keeps the knock", async () => {
  const { waits, tom, admit } = await setupWaitingRoom();
  // One poll at once, and one when the topic is joined.
  for (let look = 0; look < 2; look += 1) tom.failNext("find_meeting", "meeting/not-found");
  const { waiting, state } = await waits();
  expect(waiting.getSnapshot()).toMatchObject({ state: { name: "waiting" }, callActive: null });
  await admit();
  await settle();
  expect(state()).toBe("admitted");
});

it("ignores broadcasts for other visitors", async () => {
  const { waits, hub } = await setupWaitingRoom();
  const { state } = await waits();
  hub.broadcast(`knock:${MEETING_ID}:b0000000-0000-4000-8000-000000000099`, "ended", { meeting_id: MEETING_ID });
  hub.broadcast("knock", "ended", { meeting_id: MEETING_ID });
  await settle();
  expect(state()).toBe("waiting");
});
