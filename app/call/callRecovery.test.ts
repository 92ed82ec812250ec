/** A call to which something is lost: news, the network, its peer, a race at its beginning. */
import { expect, it } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { twoBeforeJoin, twoInCall } from "../../tests/fakes/twoInCall.ts";

it("learns from the heartbeat that it was taken over when the news got lost", async () => {
  const { clock, anaTab, ana, tab, hub } = await twoInCall();
  hub.lose((topic) => topic.startsWith("meeting:"));
  tab(ana).call.join();
  await clock.advance(1_000);
  expect(anaTab.state()).toBe("connected");
  await clock.advance(LIMITS.heartbeatIntervalMs);
  expect(anaTab.state()).toBe("taken-over");
});

it("never shows a person twice, and finds out soon when only the news of its own end got lost", async () => {
  const { clock, anaTab, ana, tab, hub } = await twoInCall();
  hub.lose((_topic, event) => event === "peer_left");
  tab(ana).call.join();
  await clock.advance(0);
  expect(anaTab.people()).toEqual(["Ana", "Ben"]);
  await clock.advance(1_000);
  expect(anaTab.state()).toBe("taken-over");
});

it("shows nobody else twice either, whose end as another peer got lost: the newest is them", async () => {
  const { clock, benTab, ana, tab, hub } = await twoInCall();
  hub.lose((_topic, event) => event === "peer_left");
  tab(ana).call.join();
  await clock.advance(0);
  expect(benTab.people()).toEqual(["Ben", "Ana"]);
});

it("shows somebody whose name got lost on the way", async () => {
  const { clock, anaTab, backend, hub, tab } = await twoInCall();
  hub.lose((_topic, event) => event === "participant_changed");
  tab(backend.person("Cy", "fr", "fr")).call.join();
  await clock.advance(1_000);
  expect(anaTab.people()).toEqual(["Ana", "Ben", "Cy"]);
});

it("news that got lost is filled in by changes", async () => {
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

it("news that comes twice, or late, changes nothing", async () => {
  const { clock, anaTab, hub, benTab } = await twoInCall();
  await benTab.call.leave();
  await clock.advance(1_000);
  const before = anaTab.call.getSnapshot();
  for (const { topic, event, payload } of hub.log.filter((one) => one.topic.startsWith("meeting:")))
    hub.broadcast(topic, event, payload);
  await clock.advance(1_000);
  expect(anaTab.people()).toEqual(["Ana"]);
  expect(anaTab.call.getSnapshot()).toBe(before);
});

it("is reconnecting while the network is away, and whole again after", async () => {
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

it("a heartbeat that fails is tried again soon, and says so meanwhile", async () => {
  const { clock, anaTab, ana } = await twoInCall();
  ana.failNext("heartbeat", "network/timeout");
  await clock.advance(LIMITS.heartbeatIntervalMs);
  expect(anaTab.call.getSnapshot().state).toEqual({ name: "reconnecting", reason: "network/timeout" });
  await clock.advance(5_000);
  expect(anaTab.state()).toBe("connected");
});

it.each([
  { name: "heartbeat", code: "bug/unexpected", reason: "network/timeout" },
  { name: "heartbeat", code: "request/rate-limited", reason: "request/rate-limited" },
  // Between two versions of the database a function is not known for a moment.
  { name: "heartbeat", code: "request/not-found", reason: "network/timeout" },
  { name: "changes_since", code: "bug/unexpected", reason: null },
  { name: "changes_since", code: "request/rate-limited", reason: null },
] as const)("$name that fails with $code ends no call: it is asked again", async ({ name, code, reason }) => {
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

it.each(["heartbeat", "changes_since"] as const)(
  "%s that is refused ends the call, and the others hear of it",
  async (name) => {
    const { clock, anaTab, benTab, ana } = await twoInCall();
    ana.failNext(name, "meeting/members-only");
    if (name === "changes_since") anaTab.call.catchUp();
    await clock.advance(LIMITS.heartbeatIntervalMs);
    expect(anaTab.call.getSnapshot().state).toEqual({ name: "failed", error: { code: "meeting/members-only" } });
    expect(benTab.people()).toEqual(["Ben"]);
  },
);

it("a goodbye that does not get through is said again, and holds up no return", async () => {
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

it("a stay that was cut goes on trying to enter, whatever fails; a first try gives up", async () => {
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

it("enters again when the server gave it up, as a new peer, and misses nothing", async () => {
  const { clock, anaTab, benTab, ana, backend } = await twoInCall();
  const [before] = backend.peers();
  await anaTab.offline();
  await clock.advance(LIMITS.peerGone);
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

it("enters the new call when the old one ended meanwhile", async () => {
  const { clock, anaTab, backend } = await twoInCall();
  backend.endCall();
  await clock.advance(LIMITS.heartbeatIntervalMs + 1_000);
  expect(anaTab.state()).toBe("connected");
  expect(anaTab.call.getSnapshot().callId).toBe(backend.callId());
});

it("moves with the meeting to its next topic, told by the heartbeat", async () => {
  const { clock, anaTab, benTab, backend } = await twoInCall();
  backend.nextEpoch();
  await clock.advance(LIMITS.heartbeatIntervalMs);
  benTab.timeline.post("on the new topic", "en");
  await clock.advance(0);
  expect(anaTab.realtime.joinedTopics().filter((name) => name.startsWith("meeting:"))).toEqual([
    expect.stringMatching(/:2$/u),
  ]);
  expect(anaTab.sees()).toEqual(["es: on the new topic"]);
});

it("what is written between entering and hearing is not missed", async () => {
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
