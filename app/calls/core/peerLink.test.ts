import { expect, it } from "vitest";
import { createFakeClock, settle } from "../../../tests/fakes/clock.ts";
import { fakeIce } from "../../../tests/fakes/ice.ts";
import { fakeStream, fakeTrack } from "../../../tests/fakes/media.ts";
import { createNetwork } from "../../../tests/fakes/peerConnection.ts";
import { createHub } from "../../../tests/fakes/realtime.ts";
import { createPeerLink, PROBLEM_AFTER, WATCH } from "./peerLink.ts";
import { LOOK_EVERY } from "./quality.ts";
import { createSignalling, READY_AGAIN } from "./signalling.ts";
import { NO_TRACKS, REACTION_SHOWN } from "./transport.ts";

const CALL = "c0000000-0000-4000-8000-000000000000";

function world() {
  const clock = createFakeClock();
  const hub = createHub();
  const network = createNetwork();

  function tab(me: string, other: string, offers: boolean, ready?: Promise<void>) {
    const realtime = hub.client();
    const ice = fakeIce(ready);
    const tracks = { ...NO_TRACKS, audio: fakeTrack("audio"), video: fakeTrack("video") };
    const link = createPeerLink({
      makeConnection: network.make,
      makeStream: () => fakeStream(),
      ice,
      clock,
      offers,
      tracks,
      live: () => [{ type: "media", microphone: true, camera: false, screen: false }],
      openSignalling: (events) => createSignalling({ realtime, clock, callId: CALL, me, other, events }),
    });
    return { realtime, link, tracks, ice, connection: () => link.getSnapshot().connection };
  }

  return {
    clock,
    hub,
    network,
    early: () => tab("early", "late", false),
    late: (ready?: Promise<void>) => tab("late", "early", true, ready),
  };
}

const signals = (hub: ReturnType<typeof createHub>, type: string, from?: string) =>
  hub.log.filter(
    ({ topic, payload }) =>
      (payload as { type: string }).type === type && (from === undefined || topic.endsWith(`:${from}`)),
  );

async function connected(given = world()) {
  const early = given.early();
  const late = given.late();
  await given.clock.advance(1_000);
  expect([early.connection(), late.connection()]).toEqual(["connected", "connected"]);
  return { ...given, earlyTab: early, lateTab: late };
}

it("two who come at the same moment connect, by the offer of the later one alone", async () => {
  const { network, hub } = await connected();
  expect(network.connections.map((one) => one.offers())).toEqual([0, 1]);
  expect(signals(hub, "description")).toHaveLength(2);
  expect(signals(hub, "description", "late:early")).toHaveLength(1);
});

it("the later one offers nothing before the other listens", async () => {
  const { clock, hub, early, late, network } = world();
  const lateTab = late();
  await clock.advance(5 * READY_AGAIN);
  expect(network.connections[0]?.offers()).toBe(0);
  expect(signals(hub, "ready").length).toBeGreaterThan(3);
  const earlyTab = early();
  await clock.advance(1_000);
  expect([earlyTab.connection(), lateTab.connection()]).toEqual(["connected", "connected"]);
});

it("both send their tracks and hear each other's state; ready is no longer said", async () => {
  const { network, earlyTab, lateTab, hub, clock } = await connected();
  expect(network.connections[0]?.sent.get("video")).toBe(earlyTab.tracks.video);
  expect(network.connections[1]?.sent.get("audio")).toBe(lateTab.tracks.audio);
  const seen = earlyTab.link.getSnapshot();
  expect(seen).toMatchObject({ microphone: true, camera: false, screen: null });
  expect(seen.stream?.getTracks().map((track) => track.kind)).toEqual(["audio", "video"]);
  const before = signals(hub, "ready").length;
  await clock.advance(10 * READY_AGAIN);
  expect(signals(hub, "ready")).toHaveLength(before);
});

it("a track comes and goes without negotiation", async () => {
  const { network, lateTab, hub, clock } = await connected();
  const before = signals(hub, "description").length;
  lateTab.link.setTracks({ ...NO_TRACKS, audio: lateTab.tracks.audio });
  expect(network.connections[1]?.sent.get("video")).toBeNull();
  lateTab.link.setTracks(lateTab.tracks);
  await clock.advance(10_000);
  expect(network.connections[1]?.sent.get("video")).toBe(lateTab.tracks.video);
  expect(signals(hub, "description")).toHaveLength(before);
});

it("candidates that overtake their description are kept for it", async () => {
  const given = world();
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
  given.hub.broadcast(`signal:${CALL}:late:early`, "signal", held[0]);
  await given.clock.advance(200);
  expect([early.connection(), late.connection()]).toEqual(["connected", "connected"]);
});

it("an offer that got lost is sent again", async () => {
  const given = world();
  let lost = 0;
  given.hub.lose((_topic, _event, payload) => (payload as { kind?: string }).kind === "offer" && lost++ === 0);
  const early = given.early();
  given.late();
  await given.clock.advance(READY_AGAIN + 200);
  expect(lost).toBe(2);
  expect(early.connection()).toBe("connected");
});

it("an answer that got lost is given again", async () => {
  const given = world();
  let lost = 0;
  given.hub.lose((_topic, _event, payload) => (payload as { kind?: string }).kind === "answer" && lost++ === 0);
  const early = given.early();
  const late = given.late();
  await given.clock.advance(READY_AGAIN + 200);
  expect([early.connection(), late.connection()]).toEqual(["connected", "connected"]);
});

it("a short cut heals without a restart", async () => {
  const { network, clock, earlyTab, lateTab } = await connected();
  network.cut();
  await clock.advance(16_000);
  expect([earlyTab.connection(), lateTab.connection()]).toEqual(["reconnecting", "reconnecting"]);
  network.heal();
  await clock.advance(100);
  expect([earlyTab.connection(), lateTab.connection()]).toEqual(["connected", "connected"]);
  expect(network.connections.map((one) => one.restarts())).toEqual([0, 0]);
});

it("when it failed, the later one alone restarts ICE", async () => {
  const { network, clock, earlyTab, lateTab } = await connected();
  network.cut();
  await clock.advance(25_000);
  network.fail();
  network.heal();
  await clock.advance(1_000);
  expect(network.connections.map((one) => one.restarts())).toEqual([0, 1]);
  expect([earlyTab.connection(), lateTab.connection()]).toEqual(["connected", "connected"]);
  expect(network.connections).toHaveLength(2);
});

it("when signalling was away too, the restart arrives once it is back", async () => {
  const { network, clock, earlyTab, lateTab } = await connected();
  network.cut();
  lateTab.realtime.cut();
  await clock.advance(25_000);
  network.fail();
  network.heal();
  await clock.advance(10_000);
  expect(lateTab.connection()).toBe("reconnecting");
  lateTab.realtime.heal();
  await clock.advance(1_000);
  expect([earlyTab.connection(), lateTab.connection()]).toEqual(["connected", "connected"]);
});

it("after restarts in vain it is built anew on both sides, and says so meanwhile", async () => {
  const { network, clock, earlyTab, lateTab } = await connected();
  network.cut();
  await clock.advance(25_000);
  network.fail();
  expect(lateTab.link.getSnapshot().problem).toBe("network/media-failed");
  await clock.advance(3 * WATCH);
  expect(network.connections.map((one) => one.closed())).toEqual([true, true, false, false]);
  network.heal();
  await clock.advance(WATCH);
  expect([earlyTab.connection(), lateTab.connection()]).toEqual(["connected", "connected"]);
  expect(lateTab.link.getSnapshot().problem).toBeNull();
});

it("says that signalling is lost when that is why it does not connect", async () => {
  const { clock, late } = world();
  const tab = late();
  tab.realtime.cut();
  await clock.advance(PROBLEM_AFTER);
  expect(tab.link.getSnapshot()).toMatchObject({ connection: "connecting", problem: "network/signalling-lost" });
});

it("drops what is no message, whatever it is", async () => {
  const { network, earlyTab, clock } = await connected();
  const before = earlyTab.link.getSnapshot();
  for (const data of ["{", '{"type":"media"}', '{"type":"other"}', new ArrayBuffer(4), null])
    network.connections[0]?.events.live(data);
  await clock.advance(0);
  expect(earlyTab.link.getSnapshot()).toBe(before);
});

it("shows pictures before the channel has told of the camera, and believes the channel after", async () => {
  const { network, early, late, clock } = world();
  const earlyTab = early();
  late();
  await settle();
  const video = earlyTab.link.getSnapshot().stream?.getVideoTracks()[0];
  expect(earlyTab.link.getSnapshot().camera).toBe(false);
  (video as ReturnType<typeof fakeTrack>).setMuted(false);
  expect(earlyTab.link.getSnapshot().camera).toBe(true);
  await clock.advance(1_000);
  expect(earlyTab.link.getSnapshot().camera).toBe(false);
  (video as ReturnType<typeof fakeTrack>).setMuted(true);
  (video as ReturnType<typeof fakeTrack>).setMuted(false);
  expect(earlyTab.link.getSnapshot().camera).toBe(false);
  network.connections[0]?.events.live(JSON.stringify({ type: "media", microphone: true, camera: true, screen: false }));
  expect(earlyTab.link.getSnapshot().camera).toBe(true);
});

it("closed, it leaves nothing behind", async () => {
  const { network, clock, earlyTab, lateTab } = await connected();
  earlyTab.link.close();
  lateTab.link.close();
  await clock.advance(0);
  expect(network.connections.every((one) => one.closed())).toBe(true);
  expect(clock.pending()).toBe(0);
  expect([...earlyTab.realtime.joinedTopics(), ...lateTab.realtime.joinedTopics()]).toEqual([]);
});

it("a screen comes beside the camera, is shown while it is said to be shared, and goes without negotiation", async () => {
  const { network, earlyTab, lateTab, hub } = await connected();
  const before = signals(hub, "description").length;
  const say = (screen: boolean) =>
    network.connections[0]?.events.live(JSON.stringify({ type: "media", microphone: true, camera: true, screen }));
  const screen = fakeTrack("video");
  const screenSound = fakeTrack("audio");
  lateTab.link.setTracks({ ...lateTab.tracks, screen, screenSound });
  expect(network.connections[1]?.sent.get("screen")).toBe(screen);
  expect(network.connections[1]?.sent.get("screenSound")).toBe(screenSound);
  expect(earlyTab.link.getSnapshot().screen).toBeNull();
  say(true);
  const shown = earlyTab.link.getSnapshot();
  expect(shown.screen?.getTracks().map(({ kind }) => kind)).toEqual(["video", "audio"]);
  expect(shown.screen).not.toBe(shown.stream);
  say(false);
  expect(earlyTab.link.getSnapshot().screen).toBeNull();
  expect(signals(hub, "description")).toHaveLength(before);
});

it("what the other does not want is not sent, until they want it again", async () => {
  const { network, lateTab } = await connected();
  const mine = network.connections[1];
  const wants = (sound: boolean, picture: boolean) =>
    mine?.events.live(JSON.stringify({ type: "wants", sound, picture }));
  wants(true, false);
  lateTab.link.setTracks({ ...lateTab.tracks, screen: fakeTrack("video") });
  expect([...(mine?.sent ?? [])].filter(([, track]) => track !== null).map(([name]) => name)).toEqual(["audio"]);
  wants(false, false);
  expect([...(mine?.sent ?? [])].filter(([, track]) => track !== null)).toEqual([]);
  wants(true, true);
  expect(mine?.sent.get("video")).toBe(lateTab.tracks.video);
});

it("a reaction passes by itself; rubbish on the channel changes nothing", async () => {
  const { clock, network, earlyTab } = await connected();
  const hear = (data: unknown) => network.connections[0]?.events.live(data);
  const before = earlyTab.link.getSnapshot();
  for (const rubbish of ["", "{", "null", '{"type":"reaction","emoji":"<b>"}', '{"type":"wants"}', new Uint8Array(3)])
    hear(rubbish);
  expect(earlyTab.link.getSnapshot()).toBe(before);
  hear(JSON.stringify({ type: "reaction", emoji: "👏" }));
  expect(earlyTab.link.getSnapshot().reaction).toBe("👏");
  await clock.advance(REACTION_SHOWN);
  expect(earlyTab.link.getSnapshot().reaction).toBeNull();
});

it("says how good the line is, and nothing of a line that is cut", async () => {
  const { clock, network, earlyTab } = await connected();
  const [mine] = network.connections;
  if (mine === undefined) throw new Error("no connection");
  await clock.advance(2 * LOOK_EVERY);
  expect(earlyTab.link.getSnapshot().quality).toBe("good");
  mine.counted = { ...mine.counted, received: 80, lost: 20 };
  await clock.advance(LOOK_EVERY);
  expect(earlyTab.link.getSnapshot().quality).toBe("poor");
  network.cut();
  await clock.advance(0);
  expect(earlyTab.link.getSnapshot().quality).toBeNull();
});

it("no candidate is gathered before the servers are known, and later ones reach a connection that stands", async () => {
  const given = world();
  const known = Promise.withResolvers<void>();
  const relay = [{ urls: "turn:relay.example", username: "u", credential: "c" }];
  const late = given.late(known.promise);
  const early = given.early();
  await given.clock.advance(1_000);
  expect(given.network.connections.map((one) => one.offers())).toEqual([0, 0]);
  late.ice.set(relay);
  known.resolve();
  await given.clock.advance(1_000);
  expect([early.connection(), late.connection()]).toEqual(["connected", "connected"]);
  expect(given.network.connections[0]?.iceServers()).toEqual(relay);
  late.ice.set([]);
  expect(given.network.connections[0]?.iceServers()).toEqual([]);
  expect(given.network.connections[0]?.restarts()).toBe(0);
});

it("servers that come while nobody is there yet make no offer of nothing", async () => {
  const { clock, early, late } = world();
  const lateTab = late();
  lateTab.ice.set([{ urls: "turn:relay.example", username: "u", credential: "c" }]);
  await clock.advance(1_000);
  const earlyTab = early();
  await clock.advance(1_000);
  expect([earlyTab.connection(), lateTab.connection()]).toEqual(["connected", "connected"]);
});

it("new servers are tried at once where nothing came up with the old", async () => {
  const { clock, network, lateTab } = await connected();
  network.cut();
  await clock.advance(PROBLEM_AFTER);
  const before = network.connections[1]?.restarts() ?? 0;
  lateTab.ice.set([{ urls: "turn:relay.example", username: "u", credential: "c" }]);
  expect(network.connections[1]?.restarts()).toBe(before + 1);
});
