/** Moderation as every tab of a call sees it. */
import { describe, expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { twoInCall } from "../../tests/fakes/twoInCall.ts";
import { createWorld } from "../../tests/fakes/world.ts";
import { WAITING_REFRESH_MS } from "./waitingParticipants.ts";

async function three() {
  const world = createWorld();
  const ana = world.backend.person("Ana", "es", "es");
  const ben = world.backend.person("Ben", "en", "en");
  const cy = world.backend.person("Cy", "fr", "fr");
  const tabs = { anaTab: world.tab(ana), benTab: world.tab(ben), cyTab: world.tab(cy) };
  for (const tab of Object.values(tabs)) {
    tab.call.join();
    await world.clock.advance(1_000);
  }
  return { ...world, ...tabs, ana, ben, cy };
}
type Tab = Awaited<ReturnType<typeof twoInCall>>["anaTab"];

const byName = (tab: Tab, name: string) =>
  tab.call.getSnapshot().people.find(({ participant }) => participant.display_name === name);
const waitingNames = (tab: Tab) => tab.call.getSnapshot().waitingParticipants.map(({ display_name }) => display_name);

async function knocking() {
  const world = await three();
  await world.anaTab.lead.updateMeeting({ p_access: "knock" });
  const visitors = ["Dee", "Eli"].map((name) => ({ name, visitor: world.backend.visitor("ar") }));
  for (const { name, visitor } of visitors)
    await visitor.rpc("knock", { p_code: "", p_display_name: name, p_speaks: "ar", p_reads: "ar" });
  await world.clock.advance(WAITING_REFRESH_MS);
  return { ...world, visitors: visitors.map(({ visitor }) => visitor) };
}

describe("moderation of a call", () => {
  test("gives the host a rank and guests none", async () => {
    const { anaTab, benTab } = await three();
    expect([anaTab.call.getSnapshot().rank, benTab.call.getSnapshot().rank]).toEqual([2, 0]);
  });

  test("tells guests that somebody waits while no moderator is inside", async () => {
    const { anaTab, benTab, clock } = await knocking();
    const unattended = () => benTab.call.getSnapshot().waitsUnattended;
    await clock.advance(LIMITS.heartbeatIntervalMs);
    expect(unattended()).toBe(false);
    await anaTab.call.leave();
    await clock.advance(LIMITS.heartbeatIntervalMs);
    expect(unattended()).toBe(true);
    expect(waitingNames(benTab)).toEqual([]);
    anaTab.call.join();
    await clock.advance(LIMITS.heartbeatIntervalMs);
    expect(unattended()).toBe(false);
    expect(anaTab.call.getSnapshot().waitsUnattended).toBe(false);
  });

  test("mutes a participant for all, who cannot unmute", async () => {
    const { anaTab, benTab, cyTab, ben, clock } = await three();
    await anaTab.lead.setMuted(ben.userId, true);
    await clock.advance(0);
    for (const tab of [anaTab, benTab, cyTab]) expect(byName(tab, "Ben")?.participant.muted).toBe(true);
    expect(await benTab.lead.setMuted(ben.userId, false)).toEqual({
      ok: false,
      error: { code: "role/moderator-needed" },
    });
  });

  test("keeps a muted microphone off until its user toggles it", async () => {
    const { anaTab, benTab, ben, clock } = await three();
    await benTab.devices.open(["microphone"]);
    const press = async () => {
      benTab.call.toggle("microphone");
      await clock.advance(0);
      return benTab.devices.getSnapshot().microphone.name;
    };
    await anaTab.lead.setMuted(ben.userId, true);
    await clock.advance(0);
    expect([benTab.devices.getSnapshot().microphone.name, await press()]).toEqual(["off", "off"]);
    benTab.call.setMode("text");
    benTab.call.setMode("all");
    await anaTab.lead.setMuted(ben.userId, false);
    await clock.advance(0);
    expect([benTab.devices.getSnapshot().microphone.name, await press()]).toEqual(["off", "live"]);
  });

  test("removes a participant at once and changes the topic", async () => {
    const { anaTab, benTab, cyTab, cy, clock, network } = await three();
    await anaTab.lead.removeParticipant(cy.userId);
    await clock.advance(0);
    expect(cyTab.state()).toBe("removed");
    expect(cyTab.realtime.joinedTopics()).toEqual([]);
    expect(anaTab.people()).toEqual(["Ana", "Ben"]);
    expect(network.connections.filter((connection) => !connection.closed())).toHaveLength(2);
    benTab.timeline.post("without you", "en");
    await clock.advance(1_000);
    expect(anaTab.sees()).toEqual(["es: without you"]);
    expect(cyTab.sees()).toEqual([]);
    // Lines of the removed participant keep their name.
    expect(anaTab.call.getSnapshot().participants.get(cy.userId)).toMatchObject({
      display_name: "Cy",
      admission: "removed",
    });
    cyTab.call.join();
    await clock.advance(1_000);
    expect(cyTab.state()).toBe("removed");
  });

  test("detects a missed removal by the heartbeat", async () => {
    const { anaTab, benTab, cyTab, cy, clock, hub } = await three();
    hub.lose(
      (_topic, event) => event === "participant_removed" || event === "peer_left" || event === "meeting_changed",
    );
    await anaTab.lead.removeParticipant(cy.userId);
    await clock.advance(0);
    expect([cyTab.state(), benTab.people().length]).toEqual(["connected", 3]);
    hub.lose(() => false);
    await clock.advance(LIMITS.heartbeatIntervalMs + 1_000);
    expect(cyTab.state()).toBe("removed");
    expect(benTab.people()).toEqual(["Ana", "Ben"]);
    benTab.timeline.post("on the new topic", "en");
    await clock.advance(1_000);
    expect(anaTab.sees()).toEqual(["es: on the new topic"]);
  });

  test("ends the meeting for all, despite a lost broadcast", async () => {
    const { anaTab, benTab, cyTab, clock, hub } = await three();
    hub.lose((topic, event) => topic.startsWith("meeting:") && event === "meeting_ended");
    await anaTab.lead.endMeeting();
    hub.lose(() => false);
    await clock.advance(LIMITS.heartbeatIntervalMs + 1_000);
    expect([anaTab.state(), benTab.state(), cyTab.state()]).toEqual(["ended", "ended", "ended"]);
    benTab.call.join();
    await clock.advance(1_000);
    expect(benTab.state()).toBe("ended");
  });

  test("applies a meeting change and ignores older updates", async () => {
    const { anaTab, benTab, clock, hub } = await three();
    await anaTab.lead.setLocked(true);
    await anaTab.lead.updateMeeting({ p_title: "Trip" });
    await clock.advance(0);
    expect(benTab.call.getSnapshot().meeting).toMatchObject({ locked: true, title: "Trip" });
    for (const { topic, event, payload } of hub.log.filter(({ event }) => event === "meeting_changed"))
      hub.broadcast(topic, event, payload);
    await clock.advance(1_000);
    expect(benTab.call.getSnapshot().meeting).toMatchObject({ locked: true, title: "Trip" });
  });

  test("shows the waiting room to moderators only", async () => {
    const { anaTab, benTab, ben, backend } = await knocking();
    expect(anaTab.call.getSnapshot().waitingParticipants).toMatchObject([
      { display_name: "Dee", speaks: "ar", reads: "ar" },
      { display_name: "Eli" },
    ]);
    expect(waitingNames(benTab)).toEqual([]);
    expect(benTab.realtime.joinedTopics().some((name) => name.startsWith("moderators:"))).toBe(false);
    expect(backend.calls.some(({ name, user }) => name === "waiting_participants" && user === ben.userId)).toBe(false);
  });

  test("shows the waiting room as long as a co-host moderates", async () => {
    const { anaTab, benTab, ben, clock } = await knocking();
    await anaTab.lead.setRole(ben.userId, "co-host");
    await clock.advance(0);
    expect(waitingNames(benTab)).toEqual(["Dee", "Eli"]);
    await anaTab.lead.setRole(ben.userId, "guest");
    await clock.advance(0);
    expect(waitingNames(benTab)).toEqual([]);
    expect(benTab.realtime.joinedTopics().some((name) => name.startsWith("moderators:"))).toBe(false);
  });

  test("removes admitted, denied and withdrawn visitors", async () => {
    const { anaTab, benTab, ben, visitors, clock } = await knocking();
    await anaTab.lead.setRole(ben.userId, "co-host");
    const [dee, eli] = visitors;
    if (dee === undefined || eli === undefined) throw new Error("nobody knocked");
    await benTab.lead.admit(dee.userId);
    await clock.advance(WAITING_REFRESH_MS);
    expect(waitingNames(anaTab)).toEqual(["Eli"]);
    await eli.rpc("withdraw_knock", { p_meeting_id: anaTab.call.getSnapshot().meeting?.id ?? "" });
    await clock.advance(WAITING_REFRESH_MS);
    expect(waitingNames(anaTab)).toEqual([]);
  });

  test("detects a missed knock and its end by heartbeat", async () => {
    const { anaTab, visitors, clock, hub } = await knocking();
    hub.lose((topic) => topic.startsWith("moderators:"));
    await anaTab.lead.deny(visitors[0]?.userId ?? "");
    await clock.advance(1_000);
    expect(waitingNames(anaTab)).toEqual(["Dee", "Eli"]);
    await clock.advance(LIMITS.heartbeatIntervalMs);
    expect(waitingNames(anaTab)).toEqual(["Eli"]);
    await anaTab.lead.admitAll(visitors.map(({ userId }) => userId));
    await clock.advance(LIMITS.heartbeatIntervalMs);
    expect(waitingNames(anaTab)).toEqual([]);
  });

  test("fetches fifty simultaneous knocks once a second", async () => {
    const { anaTab, backend, clock } = await knocking();
    const requestCount = () => backend.calls.filter(({ name }) => name === "waiting_participants").length;
    await clock.advance(WAITING_REFRESH_MS);
    const before = requestCount();
    for (let number = 3; number <= SERVER_LIMITS.waitingParticipants; number += 1)
      await backend
        .visitor("ar")
        .rpc("knock", { p_code: "", p_display_name: `Guest ${number}`, p_speaks: "ar", p_reads: "ar" });
    await clock.advance(0);
    expect(requestCount() - before).toBe(1);
    await clock.advance(WAITING_REFRESH_MS);
    expect(waitingNames(anaTab)).toHaveLength(SERVER_LIMITS.waitingParticipants);
    await clock.advance(10 * WAITING_REFRESH_MS);
    expect(requestCount() - before).toBe(2);
  });

  test("retries a failed fetch of the waiting room by heartbeat", async () => {
    const { anaTab, ana, visitors, clock } = await knocking();
    await clock.advance(WAITING_REFRESH_MS);
    ana.failNext("waiting_participants", "network/timeout");
    await visitors[0]?.rpc("knock", { p_code: "", p_display_name: "Dora", p_speaks: "ar", p_reads: "ar" });
    await clock.advance(WAITING_REFRESH_MS);
    expect(waitingNames(anaTab)).toEqual(["Dee", "Eli"]);
    await clock.advance(LIMITS.heartbeatIntervalMs);
    expect(waitingNames(anaTab)).toEqual(["Dora", "Eli"]);
  });

  test("admits only the visitors that were shown", async () => {
    const { anaTab, backend, visitors, clock } = await knocking();
    const seen = anaTab.call.getSnapshot().waitingParticipants.map(({ user_id }) => user_id);
    await backend.visitor("en").rpc("knock", { p_code: "", p_display_name: "Fay", p_speaks: "en", p_reads: "en" });
    await anaTab.lead.admitAll(seen);
    await clock.advance(2 * WAITING_REFRESH_MS);
    expect(waitingNames(anaTab)).toEqual(["Fay"]);
    expect(visitors.map(({ userId }) => anaTab.call.getSnapshot().participants.get(userId)?.admission)).toEqual([
      "admitted",
      "admitted",
    ]);
  });

  test("gives a returning host the rank again", async () => {
    const { anaTab, clock } = await three();
    await anaTab.call.leave();
    anaTab.call.join();
    await clock.advance(1_000);
    expect(anaTab.call.getSnapshot().rank).toBe(2);
  });

  test("orders raised hands, and lowers them", async () => {
    const { anaTab, benTab, cyTab, ben, clock } = await three();
    await cyTab.lead.raiseHand();
    await benTab.lead.raiseHand();
    await clock.advance(0);
    const hands = () =>
      [...anaTab.call.getSnapshot().participants.values()]
        .filter(({ hand }) => hand !== null)
        .sort((a, b) => (a.hand ?? 0) - (b.hand ?? 0))
        .map(({ display_name }) => display_name);
    expect(hands()).toEqual(["Cy", "Ben"]);
    await anaTab.lead.lowerHand(ben.userId);
    await clock.advance(0);
    expect(hands()).toEqual(["Cy"]);
    await cyTab.call.leave();
    await clock.advance(0);
    expect(hands()).toEqual([]);
  });

  test("ends as replaced when a host takes the place", async () => {
    const { clock, benTab, ben, anaTab, backend } = await twoInCall();
    backend.replacePeers(ben.userId);
    await clock.advance(0);
    expect(benTab.state()).toBe("replaced");
    expect(anaTab.people()).toEqual(["Ana"]);
  });

  test("learns of its replacement by heartbeat", async () => {
    const { clock, benTab, ben, backend, hub } = await twoInCall();
    hub.lose((_topic, event) => event === "peer_left");
    backend.replacePeers(ben.userId);
    await clock.advance(LIMITS.heartbeatIntervalMs);
    expect(benTab.state()).toBe("replaced");
  });
});
