import { expect, it } from "vitest";
import { settle } from "../../tests/fakes/clock.ts";
import type { fakeTrack } from "../../tests/fakes/media.ts";
import { CALL_ID, connectedPeerLinks, peerLinkWorld, signals } from "../../tests/fakes/twoPeerLinks.ts";
import { CONNECT_TIMEOUT_MS, CONNECT_WARNING_MS, LATE_CANDIDATE_DELAY_MS } from "./peerLink.ts";
import { READY_RESEND_MS } from "./signalling.ts";
import { NO_TRACKS } from "./transport.ts";

const originOf = (payload: unknown) => /^o=.*$/mu.exec((payload as { sdp: string }).sdp)?.[0];

it("two who come at the same moment connect, by the offer of the later one alone", async () => {
  const { network, hub } = await connectedPeerLinks();
  expect(network.connections.map((one) => one.offers())).toEqual([0, 1]);
  expect(signals(hub, "description")).toHaveLength(2);
  expect(signals(hub, "description", "late:early")).toHaveLength(1);
});

it("what the later one offered to nobody is offered again as soon as the other listens", async () => {
  const { clock, hub, early, late, network } = peerLinkWorld();
  const lateTab = late();
  await clock.advance(5.5 * READY_RESEND_MS);
  expect(signals(hub, "description", "late:early")).toHaveLength(1);
  const earlyTab = early();
  // Long before anything is repeated.
  await clock.advance(READY_RESEND_MS / 4);
  expect([earlyTab.connection(), lateTab.connection()]).toEqual(["connected", "connected"]);
  expect(network.connections[0]?.offers()).toBe(1);
});

it("an offer that was just too early leaves again at once", async () => {
  const { clock, hub, early, late } = peerLinkWorld();
  late();
  await clock.advance(0);
  expect(signals(hub, "description", "late:early")).toHaveLength(1);
  early();
  await clock.advance(0);
  expect(signals(hub, "description", "late:early")).toHaveLength(2);
  expect(signals(hub, "description", "early:late")).toHaveLength(1);
});

it("an offer that comes twice is answered by the same answer", async () => {
  const { clock, hub } = await connectedPeerLinks();
  const [offer] = signals(hub, "description", "late:early");
  hub.broadcast(`signal:${CALL_ID}:late:early`, "signal", offer?.payload);
  await clock.advance(0);
  const answers = signals(hub, "description", "early:late").map(({ payload }) => originOf(payload));
  expect(answers).toEqual([expect.stringMatching(/^o=/u), answers[0]]);
});

it("the offer waits for no word of the other side", async () => {
  const given = peerLinkWorld();
  given.hub.lose((_topic, _event, payload) => (payload as { type: string }).type === "ready");
  await connectedPeerLinks(given);
});

it("both send their tracks and hear each other's state; ready is no longer said", async () => {
  const { network, earlyTab, lateTab, hub, clock } = await connectedPeerLinks();
  expect(network.connections[0]?.sent.get("video")).toBe(earlyTab.tracks.video);
  expect(network.connections[1]?.sent.get("audio")).toBe(lateTab.tracks.audio);
  const seen = earlyTab.link.getSnapshot();
  expect(seen).toMatchObject({ microphone: true, camera: false, screen: null });
  expect(seen.stream?.getTracks().map((track) => track.kind)).toEqual(["audio", "video"]);
  const before = signals(hub, "ready").length;
  await clock.advance(10 * READY_RESEND_MS);
  expect(signals(hub, "ready")).toHaveLength(before);
});

it("a track comes and goes without negotiation", async () => {
  const { network, lateTab, hub, clock } = await connectedPeerLinks();
  const before = signals(hub, "description").length;
  lateTab.link.setTracks({ ...NO_TRACKS, audio: lateTab.tracks.audio });
  expect(network.connections[1]?.sent.get("video")).toBeNull();
  lateTab.link.setTracks(lateTab.tracks);
  await clock.advance(10_000);
  expect(network.connections[1]?.sent.get("video")).toBe(lateTab.tracks.video);
  expect(signals(hub, "description")).toHaveLength(before);
});

it("candidates that overtake their description are kept for it", async () => {
  const given = peerLinkWorld();
  const held: unknown[] = [];
  given.hub.lose((topic, _event, payload) => {
    const description = topic.includes(":late:early") && (payload as { type: string }).type === "description";
    if (description && held.length === 0) held.push(payload);
    return description && held.length === 1 && held[0] === payload;
  });
  const early = given.early();
  const late = given.late();
  await given.clock.advance(1_000);
  expect(signals(given.hub, "candidates", "late:early")).toHaveLength(1);
  expect(early.connection()).toBe("connecting");
  given.hub.broadcast(`signal:${CALL_ID}:late:early`, "signal", held[0]);
  await given.clock.advance(200);
  expect([early.connection(), late.connection()]).toEqual(["connected", "connected"]);
});

it("what else leads to the other side is told to a connection that stands when its first picture is through", async () => {
  const { network, hub, clock } = await connectedPeerLinks();
  const [, late] = network.connections;
  const [known = ""] = late?.remoteCandidates ?? [];
  const candidate = `${known} another`;
  hub.broadcast(`signal:${CALL_ID}:early:late`, "signal", {
    type: "candidates",
    candidates: [{ candidate, sdpMid: "0", sdpMLineIndex: 0 }],
  });
  await clock.advance(LATE_CANDIDATE_DELAY_MS - 1);
  expect(late?.remoteCandidates).not.toContain(candidate);
  await clock.advance(1);
  expect(late?.remoteCandidates).toContain(candidate);
});

it("an offer that got lost is sent again", async () => {
  const given = peerLinkWorld();
  let lost = 0;
  given.hub.lose((_topic, _event, payload) => (payload as { kind?: string }).kind === "offer" && lost++ === 0);
  const early = given.early();
  given.late();
  await given.clock.advance(READY_RESEND_MS + 200);
  expect(lost).toBe(2);
  expect(early.connection()).toBe("connected");
});

it("an answer that got lost is given again", async () => {
  const given = peerLinkWorld();
  let lost = 0;
  given.hub.lose((_topic, _event, payload) => (payload as { kind?: string }).kind === "answer" && lost++ === 0);
  const early = given.early();
  const late = given.late();
  await given.clock.advance(READY_RESEND_MS + 200);
  expect([early.connection(), late.connection()]).toEqual(["connected", "connected"]);
});

it("a short cut heals without a restart", async () => {
  const { network, clock, earlyTab, lateTab } = await connectedPeerLinks();
  network.cut();
  await clock.advance(16_000);
  expect([earlyTab.connection(), lateTab.connection()]).toEqual(["reconnecting", "reconnecting"]);
  network.heal();
  await clock.advance(100);
  expect([earlyTab.connection(), lateTab.connection()]).toEqual(["connected", "connected"]);
  expect(network.connections.map((one) => one.restarts())).toEqual([0, 0]);
});

it("when it failed, the later one alone restarts ICE", async () => {
  const { network, clock, earlyTab, lateTab } = await connectedPeerLinks();
  network.cut();
  await clock.advance(25_000);
  network.fail();
  network.heal();
  await clock.advance(1_000);
  expect(network.connections.map((one) => one.restarts())).toEqual([0, 1]);
  expect([earlyTab.connection(), lateTab.connection()]).toEqual(["connected", "connected"]);
  expect(network.connections).toHaveLength(2);
});

it.each([
  { whose: "the later one's", name: "lateTab", away: 10_000, within: 1_000 },
  // Sooner than an offer that was heard is repeated.
  { whose: "the other's", name: "earlyTab", away: 500, within: 200 },
] as const)(
  "when $whose signalling was away too, the restart arrives once it is back",
  async ({ name, away, within }) => {
    const { network, clock, ...tabs } = await connectedPeerLinks();
    const { earlyTab, lateTab } = tabs;
    network.cut();
    tabs[name].realtime.cut();
    await clock.advance(25_000);
    network.fail();
    network.heal();
    await clock.advance(away);
    expect(lateTab.connection()).toBe("reconnecting");
    tabs[name].realtime.heal();
    await clock.advance(within);
    expect([earlyTab.connection(), lateTab.connection()]).toEqual(["connected", "connected"]);
  },
);

it("after restarts in vain it is built anew on both sides, and says so meanwhile", async () => {
  const { network, clock, earlyTab, lateTab } = await connectedPeerLinks();
  network.cut();
  await clock.advance(25_000);
  network.fail();
  expect(lateTab.link.getSnapshot().problem).toBe("network/media-failed");
  await clock.advance(3 * CONNECT_TIMEOUT_MS);
  expect(network.connections.map((one) => one.closed())).toEqual([true, true, false, false]);
  network.heal();
  await clock.advance(CONNECT_TIMEOUT_MS);
  expect([earlyTab.connection(), lateTab.connection()]).toEqual(["connected", "connected"]);
  expect(lateTab.link.getSnapshot().problem).toBeNull();
});

it.each(["setRemoteDescription", "setLocalDescription", "addIceCandidate"] as const)(
  "a connection whose %s never answers holds up nothing of the one after it",
  async (asked) => {
    const { network, clock, earlyTab, lateTab } = await connectedPeerLinks();
    const stuck = network.connections[1];
    if (stuck === undefined) throw new Error("the later one has no connection");
    // So a browser leaves it when the connection is closed meanwhile.
    stuck[asked] = () => new Promise(() => {});
    network.cut();
    await clock.advance(25_000);
    network.fail();
    network.heal();
    await clock.advance(3 * CONNECT_TIMEOUT_MS);
    expect(stuck.closed()).toBe(true);
    await clock.advance(1_000);
    expect([earlyTab.connection(), lateTab.connection()]).toEqual(["connected", "connected"]);
  },
);

it("what was asked of a connection that is gone does nothing to the one after it", async () => {
  const { network, clock, hub, earlyTab, lateTab } = await connectedPeerLinks();
  const first = network.connections[1];
  if (first === undefined) throw new Error("the later one has no connection");
  const answers: (() => void)[] = [];
  first.setRemoteDescription = () => new Promise((resolve) => answers.push(resolve));
  network.cut();
  await clock.advance(25_000);
  network.fail();
  // Its last connection is built while the first one still waits for an answer.
  await clock.advance(2 * CONNECT_TIMEOUT_MS);
  network.heal();
  await clock.advance(1_000);
  const [, , second] = network.connections;
  expect([earlyTab.connection(), lateTab.connection(), second?.offers()]).toEqual(["connected", "connected", 1]);
  const said = signals(hub, "description").length;
  for (const give of answers) give();
  await clock.advance(0);
  expect(signals(hub, "description")).toHaveLength(said);
  expect([earlyTab.connection(), lateTab.connection()]).toEqual(["connected", "connected"]);
  expect(network.connections).toHaveLength(4);
});

it("says that signalling is lost when that is why it does not connect", async () => {
  const { clock, late } = peerLinkWorld();
  const tab = late();
  tab.realtime.cut();
  await clock.advance(CONNECT_WARNING_MS);
  expect(tab.link.getSnapshot()).toMatchObject({ connection: "connecting", problem: "network/signalling-lost" });
});

it("drops what is no message, whatever it is", async () => {
  const { network, earlyTab, clock } = await connectedPeerLinks();
  const before = earlyTab.link.getSnapshot();
  for (const data of ["{", '{"type":"media"}', '{"type":"other"}', new ArrayBuffer(4), null])
    network.connections[0]?.events.onData(data);
  await clock.advance(0);
  expect(earlyTab.link.getSnapshot()).toBe(before);
});

it("shows pictures before the channel has told of the camera, and believes the channel after", async () => {
  const { network, early, late, clock } = peerLinkWorld();
  const earlyTab = early();
  late();
  await settle();
  const video = earlyTab.link.getSnapshot().stream?.getVideoTracks()[0];
  expect(earlyTab.link.getSnapshot().camera).toBeNull();
  (video as ReturnType<typeof fakeTrack>).setMuted(false);
  expect(earlyTab.link.getSnapshot().camera).toBe(true);
  await clock.advance(1_000);
  expect(earlyTab.link.getSnapshot().camera).toBe(false);
  (video as ReturnType<typeof fakeTrack>).setMuted(true);
  (video as ReturnType<typeof fakeTrack>).setMuted(false);
  expect(earlyTab.link.getSnapshot().camera).toBe(false);
  network.connections[0]?.events.onData(
    JSON.stringify({ type: "media", microphone: true, camera: true, screen: false }),
  );
  expect(earlyTab.link.getSnapshot().camera).toBe(true);
});

it("closed, it leaves nothing behind", async () => {
  const { network, clock, earlyTab, lateTab } = await connectedPeerLinks();
  earlyTab.link.close();
  lateTab.link.close();
  await clock.advance(0);
  expect(network.connections.every((one) => one.closed())).toBe(true);
  expect(clock.pending()).toBe(0);
  expect([...earlyTab.realtime.joinedTopics(), ...lateTab.realtime.joinedTopics()]).toEqual([]);
});
