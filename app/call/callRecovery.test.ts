/** Recovery from lost broadcasts, a lost network, a dropped peer, and races while joining. */
import { describe, expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { settle } from "../../tests/fakes/clock.ts";
import { twoBeforeJoin, twoInCall } from "../../tests/fakes/twoInCall.ts";

describe("recovery of a call", () => {
  test("detects a missed takeover by the heartbeat", async () => {
    const { clock, anaTab, ana, tab, hub } = await twoInCall();
    hub.lose((topic) => topic.startsWith("meeting:"));
    tab(ana).call.join();
    await clock.advance(1_000);
    expect(anaTab.state()).toBe("connected");
    await clock.advance(LIMITS.heartbeatIntervalMs);
    expect(anaTab.state()).toBe("taken-over");
  });

  test("shows a participant once when its end was missed", async () => {
    const { clock, anaTab, ana, tab, hub } = await twoInCall();
    hub.lose((_topic, event) => event === "peer_left");
    tab(ana).call.join();
    await clock.advance(0);
    expect(anaTab.people()).toEqual(["Ana", "Ben"]);
    await clock.advance(1_000);
    expect(anaTab.state()).toBe("taken-over");
  });

  test("shows only the newest peer of a remote participant", async () => {
    const { clock, benTab, ana, tab, hub } = await twoInCall();
    hub.lose((_topic, event) => event === "peer_left");
    tab(ana).call.join();
    await clock.advance(0);
    expect(benTab.people()).toEqual(["Ben", "Ana"]);
  });

  test("fetches a participant whose broadcast was lost", async () => {
    const { clock, anaTab, backend, hub, tab } = await twoInCall();
    hub.lose((_topic, event) => event === "participant_changed");
    tab(backend.person("Cy", "fr", "fr")).call.join();
    await clock.advance(1_000);
    expect(anaTab.people()).toEqual(["Ana", "Ben", "Cy"]);
  });

  test("fills lost broadcasts with changes_since", async () => {
    const { clock, anaTab, benTab, backend, hub, tab } = await twoInCall();
    let lost = 0;
    hub.lose((topic, event) => topic.startsWith("meeting:") && event === "line_posted" && lost++ === 0);
    benTab.timeline.post("one", "en");
    await clock.advance(0);
    expect(anaTab.sees()).toEqual([]);
    benTab.timeline.post("two", "en");
    await clock.advance(1_000);
    expect(anaTab.sees()).toEqual(["es: one", "es: two"]);

    hub.lose((topic) => topic.startsWith("meeting:"));
    tab(backend.person("Cy", "fr", "fr")).call.join();
    await clock.advance(LIMITS.heartbeatIntervalMs + 1_000);
    expect(anaTab.people()).toEqual(["Ana", "Ben", "Cy"]);
    expect(anaTab.connections()).toEqual(["connected", "connected"]);
  });

  test("connects while Realtime delivers nothing", async () => {
    const { clock, anaTab, benTab, backend, hub, ben, tab } = twoBeforeJoin();
    const reads = () => backend.calls.filter(({ name }) => name === "missed_signals").length;
    hub.lose(() => true);
    anaTab.call.join();
    await clock.advance(1_000);
    benTab.call.join();
    // The heartbeat of the first one shows the second.
    await clock.advance(LIMITS.heartbeatIntervalMs + 10_000);
    expect([anaTab.connections(), benTab.connections()]).toEqual([["connected"], ["connected"]]);
    const before = reads();
    await clock.advance(60_000);
    expect(reads()).toBe(before);
    const again = tab(ben);
    again.call.join();
    await clock.advance(LIMITS.heartbeatIntervalMs + 10_000);
    expect([anaTab.connections(), again.connections()]).toEqual([["connected"], ["connected"]]);
  });

  test("connects while Realtime rejects every topic", async () => {
    const { clock, anaTab, benTab, hub } = twoBeforeJoin();
    hub.rejectJoins(() => true);
    anaTab.call.join();
    benTab.call.join();
    await clock.advance(LIMITS.heartbeatIntervalMs + 10_000);
    expect([anaTab.connections(), benTab.connections()]).toEqual([["connected"], ["connected"]]);
  });

  test("reads no signals while connections come up by broadcasts", async () => {
    const { clock, anaTab, benTab, backend, network } = twoBeforeJoin();
    network.cut();
    anaTab.call.join();
    benTab.call.join();
    // A slow network.
    await clock.advance(1_900);
    network.heal();
    await clock.advance(60_000);
    expect(anaTab.connections()).toEqual(["connected"]);
    expect(backend.calls.filter(({ name }) => name === "missed_signals")).toEqual([]);
  });

  test("ignores repeated and late broadcasts", async () => {
    const { clock, anaTab, hub, benTab } = await twoInCall();
    await benTab.call.leave();
    await clock.advance(1_000);
    const before = anaTab.call.getSnapshot();
    for (const { topic, event, payload } of hub.log.filter((entry) => entry.topic.startsWith("meeting:")))
      hub.broadcast(topic, event, payload);
    await clock.advance(1_000);
    expect(anaTab.people()).toEqual(["Ana"]);
    expect(anaTab.call.getSnapshot()).toBe(before);
  });

  test("reconnects after an outage and misses nothing", async () => {
    const { clock, anaTab, benTab } = await twoInCall();
    await anaTab.offline();
    expect(anaTab.call.getSnapshot().state).toEqual({ name: "reconnecting", reason: "network/signalling-lost" });
    benTab.timeline.post("while away", "en");
    await clock.advance(10_000);
    expect(anaTab.sees()).toEqual([]);
    await anaTab.online();
    await clock.advance(1_000);
    expect(anaTab.state()).toBe("connected");
    expect(anaTab.sees()).toEqual(["es: while away"]);
  });

  test("retries a failed heartbeat soon and shows it", async () => {
    const { clock, anaTab, ana } = await twoInCall();
    ana.failNext("heartbeat", "network/timeout");
    await clock.advance(LIMITS.heartbeatIntervalMs);
    expect(anaTab.call.getSnapshot().state).toEqual({ name: "reconnecting", reason: "network/timeout" });
    await clock.advance(5_000);
    expect(anaTab.state()).toBe("connected");
  });

  test.each([
    { name: "heartbeat", code: "bug/unexpected", reason: "network/timeout" },
    { name: "heartbeat", code: "request/rate-limited", reason: "request/rate-limited" },
    // During a database upgrade a function may be missing for a moment.
    { name: "heartbeat", code: "request/not-found", reason: "network/timeout" },
    { name: "changes_since", code: "bug/unexpected", reason: null },
    { name: "changes_since", code: "request/rate-limited", reason: null },
  ] as const)("retries $name after $code without ending the call", async ({ name, code, reason }) => {
    const { clock, anaTab, benTab, ana, network, hub } = await twoInCall();
    const [before] = network.connections;
    for (let time = 0; time < 4; time += 1) ana.failNext(name, code);
    if (name === "changes_since") {
      let lost = 0;
      hub.lose((topic, event) => topic.startsWith("meeting:") && event === "line_posted" && lost++ === 0);
      for (const text of ["one", "two"]) benTab.timeline.post(text, "en");
      await clock.advance(1_000);
    } else await clock.advance(LIMITS.heartbeatIntervalMs);
    const during = anaTab.call.getSnapshot().state;
    expect(during).toEqual(reason === null ? { name: "connected" } : { name: "reconnecting", reason });
    expect(anaTab.connections()).toEqual(["connected"]);
    await clock.advance(30_000);
    expect([anaTab.state(), anaTab.connections()]).toEqual(["connected", ["connected"]]);
    expect(before?.closed()).toBe(false);
    if (name === "changes_since") expect(anaTab.sees()).toEqual(["es: one", "es: two"]);
  });

  test.each(["heartbeat", "changes_since"] as const)("ends the call when %s is rejected", async (name) => {
    const { clock, anaTab, benTab, ana } = await twoInCall();
    ana.failNext(name, "meeting/members-only");
    if (name === "changes_since") anaTab.call.catchUp();
    await clock.advance(LIMITS.heartbeatIntervalMs);
    expect(anaTab.call.getSnapshot().state).toEqual({ name: "failed", error: { code: "meeting/members-only" } });
    expect(benTab.people()).toEqual(["Ben"]);
  });

  test("retries a failed leave without delaying a rejoin", async () => {
    const { clock, anaTab, benTab, ana, backend } = await twoInCall();
    for (let time = 0; time < 2; time += 1) ana.failNext("leave_call", "network/timeout");
    await anaTab.call.leave();
    expect([anaTab.state(), benTab.people()]).toEqual(["left", ["Ana", "Ben"]]);
    await clock.advance(5_000);
    expect(benTab.people()).toEqual(["Ben"]);

    anaTab.call.join();
    await clock.advance(1_000);
    for (let time = 0; time < 2; time += 1) ana.failNext("leave_call", "network/timeout");
    await anaTab.call.leave();
    anaTab.call.join();
    await clock.advance(5_000);
    expect([anaTab.state(), benTab.people()]).toEqual(["connected", ["Ben", "Ana"]]);
    expect(backend.peers()).toHaveLength(2);
  });

  test("retries a rejoin forever, but not a first join", async () => {
    const { clock, anaTab, ana, backend, tab } = await twoInCall();
    backend.expirePeers(ana.userId);
    for (let time = 0; time < 6; time += 1) ana.failNext("enter_call", "bug/unexpected");
    await clock.advance(10_000);
    expect(anaTab.state()).toBe("reconnecting");
    await clock.advance(10_000);
    expect(anaTab.state()).toBe("connected");

    const cy = backend.person("Cy", "fr", "fr");
    const cyTab = tab(cy);
    cy.failNext("enter_call", "bug/unexpected");
    cyTab.call.join();
    await clock.advance(2_000);
    expect(cyTab.state()).toBe("connected");
    await cyTab.call.leave();
    for (let time = 0; time < 6; time += 1) cy.failNext("enter_call", "bug/unexpected");
    cyTab.call.join();
    await clock.advance(10_000);
    expect(cyTab.call.getSnapshot().state).toEqual({ name: "failed", error: { code: "bug/unexpected" } });
  });

  test("rejoins as a new peer after being dropped", async () => {
    const { clock, anaTab, benTab, ana, backend } = await twoInCall();
    const [before] = backend.peers();
    await anaTab.offline();
    await clock.advance(SERVER_LIMITS.peerTimeoutMs);
    backend.expirePeers(ana.userId);
    benTab.timeline.post("while gone", "en");
    await clock.advance(1_000);
    expect(benTab.people()).toEqual(["Ben"]);
    await anaTab.online();
    await clock.advance(5_000);
    expect(anaTab.state()).toBe("connected");
    expect(backend.peers().some(({ peer_id }) => peer_id === before?.peer_id)).toBe(false);
    expect(benTab.connections()).toEqual(["connected"]);
    expect(anaTab.sees()).toEqual(["es: while gone"]);
  });

  test("joins the new call after the old one ended", async () => {
    const { clock, anaTab, backend } = await twoInCall();
    backend.endCall();
    await clock.advance(LIMITS.heartbeatIntervalMs + 1_000);
    expect(anaTab.state()).toBe("connected");
    expect(anaTab.call.getSnapshot().callId).toBe(backend.callId());
  });

  test("follows the meeting's new topic by heartbeat", async () => {
    const { clock, anaTab, benTab, backend } = await twoInCall();
    backend.nextEpoch();
    await clock.advance(LIMITS.heartbeatIntervalMs);
    benTab.timeline.post("on the new topic", "en");
    await clock.advance(0);
    expect(anaTab.realtime.joinedTopics().filter((name) => name.startsWith("meeting:"))).toEqual([
      expect.stringMatching(/:2:/u),
    ]);
    expect(anaTab.sees()).toEqual(["es: on the new topic"]);
  });

  const meetingTopics = (tab: { realtime: { joinedTopics(): string[] } }) =>
    tab.realtime.joinedTopics().filter((name) => name.startsWith("meeting:"));

  test("moves to a new topic when somebody leaves", async () => {
    const { clock, anaTab, benTab, backend, tab } = await twoInCall();
    const coraTab = tab(backend.person("Cora", "en", "en"));
    coraTab.call.join();
    await clock.advance(1_000);
    const states = new Set<string>();
    anaTab.call.subscribe(() => states.add(anaTab.state()));
    const live = anaTab.call.liveFromSeq();
    void coraTab.call.leave();
    await settle();
    benTab.timeline.post("after Cora", "en");
    await clock.advance(1_000);
    expect(meetingTopics(anaTab)).toEqual([expect.stringMatching(/:2:/u)]);
    expect(anaTab.sees()).toEqual(["es: after Cora"]);
    expect([...states]).toEqual(["connected"]);
    expect(anaTab.call.liveFromSeq()).toBe(live);
  });

  test("finds the topic when two leave at once", async () => {
    const { clock, anaTab, ben, benTab, backend, hub, tab } = await twoInCall();
    const cora = backend.person("Cora", "en", "en");
    const coraTab = tab(cora);
    coraTab.call.join();
    await clock.advance(1_000);
    for (const gone of [benTab, coraTab]) await gone.offline();
    hub.rejectJoins((topic) => topic.startsWith("meeting:") && !topic.includes(":3:"));
    backend.expirePeers(cora.userId);
    backend.expirePeers(ben.userId);
    await clock.advance(1_000);
    expect(meetingTopics(anaTab)).toEqual([expect.stringMatching(/:3:/u)]);
    expect(anaTab.people()).toEqual(["Ana"]);
    expect(anaTab.state()).toBe("connected");
  });

  test("receives lines written between joining and subscribing", async () => {
    const { clock, anaTab, benTab, hub } = twoBeforeJoin();
    benTab.call.join();
    await clock.advance(0);
    hub.rejectJoins((topic) => topic.startsWith("meeting:"));
    anaTab.call.join();
    await clock.advance(0);
    expect(anaTab.state()).toBe("connecting");
    benTab.timeline.post("too early for you", "en");
    await clock.advance(0);
    hub.rejectJoins(() => false);
    anaTab.realtime.heal();
    await clock.advance(1_000);
    expect(anaTab.state()).toBe("connected");
    expect(anaTab.sees()).toEqual(["es: too early for you"]);
  });
});
