/** The media and messages of a connected link, and its ICE servers. */
import { describe, expect, test } from "vitest";
import { fakeTrack } from "../../tests/fakes/media.ts";
import { connectedPeerLinks, peerLinkWorld, signals } from "../../tests/fakes/twoPeerLinks.ts";
import { CONNECT_WARNING_MS } from "./connectTimers.ts";
import { STATS_INTERVAL_MS } from "./stats.ts";
import { REACTION_DURATION_MS } from "./transport.ts";

describe("media of a peer link", () => {
  test("shows a shared screen without negotiation", async () => {
    const { network, earlyTab, lateTab, hub } = await connectedPeerLinks();
    const before = signals(hub, "description").length;
    const say = (screen: boolean) =>
      network.connections[0]?.events.onData(JSON.stringify({ type: "media", microphone: true, camera: true, screen }));
    const screen = fakeTrack("video");
    const screenAudio = fakeTrack("audio");
    lateTab.link.setTracks({ ...lateTab.tracks, screen, screenAudio });
    expect(network.connections[1]?.sent.get("screen")).toBe(screen);
    expect(network.connections[1]?.sent.get("screenAudio")).toBe(screenAudio);
    expect(earlyTab.link.getSnapshot().screen).toBeNull();
    say(true);
    const shown = earlyTab.link.getSnapshot();
    expect(shown.screen?.getTracks().map(({ kind }) => kind)).toEqual(["video", "audio"]);
    expect(shown.screen).not.toBe(shown.stream);
    say(false);
    expect(earlyTab.link.getSnapshot().screen).toBeNull();
    expect(signals(hub, "description")).toHaveLength(before);
  });

  test("plays no sound of a microphone shown as off", async () => {
    const { network, earlyTab } = await connectedPeerLinks();
    const [voice] = earlyTab.link.getSnapshot().stream?.getAudioTracks() ?? [];
    const state = (microphone: boolean) =>
      network.connections[0]?.events.onData(JSON.stringify({ type: "media", microphone, camera: true, screen: false }));
    expect(voice?.enabled).toBe(true);
    state(false);
    expect(voice?.enabled).toBe(false);
    state(true);
    expect(voice?.enabled).toBe(true);
  });

  test("creates the remote stream before negotiation", async () => {
    const given = peerLinkWorld();
    const late = given.late();
    await given.clock.advance(0);
    const { stream, connection, microphone, camera } = late.link.getSnapshot();
    expect(stream?.getTracks().map(({ kind }) => kind)).toEqual(["audio", "video"]);
    expect({ connection, microphone, camera }).toEqual({ connection: "connecting", microphone: null, camera: null });
    given.early();
    await given.clock.advance(1_000);
    expect(late.link.getSnapshot()).toMatchObject({ connection: "connected", microphone: true, camera: false });
    expect(late.link.getSnapshot().stream).toBe(stream);
  });

  test("sends no media that the remote peer declines", async () => {
    const { network, lateTab } = await connectedPeerLinks();
    const ownConnection = network.connections[1];
    const wants = (sound: boolean, picture: boolean) =>
      ownConnection?.events.onData(JSON.stringify({ type: "wants", sound, picture }));
    wants(true, false);
    lateTab.link.setTracks({ ...lateTab.tracks, screen: fakeTrack("video") });
    expect([...(ownConnection?.sent ?? [])].filter(([, track]) => track !== null).map(([name]) => name)).toEqual([
      "audio",
    ]);
    wants(false, false);
    expect([...(ownConnection?.sent ?? [])].filter(([, track]) => track !== null)).toEqual([]);
    wants(true, true);
    expect(ownConnection?.sent.get("video")).toBe(lateTab.tracks.video);
  });

  test("clears a reaction and ignores invalid messages", async () => {
    const { clock, network, earlyTab } = await connectedPeerLinks();
    const hear = (data: unknown) => network.connections[0]?.events.onData(data);
    const before = earlyTab.link.getSnapshot();
    for (const rubbish of ["", "{", "null", '{"type":"reaction","emoji":"<b>"}', '{"type":"wants"}', new Uint8Array(3)])
      hear(rubbish);
    expect(earlyTab.link.getSnapshot()).toBe(before);
    hear(JSON.stringify({ type: "reaction", emoji: "👏" }));
    expect(earlyTab.link.getSnapshot().reaction).toBe("👏");
    await clock.advance(REACTION_DURATION_MS);
    expect(earlyTab.link.getSnapshot().reaction).toBeNull();
  });

  test("reports the quality only while connected", async () => {
    const { clock, network, earlyTab } = await connectedPeerLinks();
    const [ownConnection] = network.connections;
    if (ownConnection === undefined) throw new Error("no connection");
    await clock.advance(2 * STATS_INTERVAL_MS);
    expect(earlyTab.link.getSnapshot().quality).toBe("good");
    ownConnection.stats = { ...ownConnection.stats, packetsReceived: 80, packetsLost: 20 };
    await clock.advance(STATS_INTERVAL_MS);
    expect(earlyTab.link.getSnapshot().quality).toBe("poor");
    network.cut();
    await clock.advance(0);
    expect(earlyTab.link.getSnapshot().quality).toBeNull();
  });

  test("probes a degraded video until it is healthy", async () => {
    const { clock, network, earlyTab } = await connectedPeerLinks();
    const [ownConnection] = network.connections;
    if (ownConnection === undefined) throw new Error("no connection");
    ownConnection.stats = { ...ownConnection.stats, videoTargetBitrateBps: 30_000 };
    await clock.advance(STATS_INTERVAL_MS);
    expect(ownConnection.maxBitrate).toBe(60_000);
    ownConnection.stats = { ...ownConnection.stats, videoTargetBitrateBps: 600_000 };
    await clock.advance(STATS_INTERVAL_MS);
    expect(ownConnection.maxBitrate).toBeNull();
    expect(earlyTab.connection()).toBe("connected");
  });

  test("gathers candidates only with the ICE servers", async () => {
    const given = peerLinkWorld();
    const ready = Promise.withResolvers<void>();
    const relay = [{ urls: "turn:relay.example", username: "u", credential: "c" }];
    const late = given.late(ready.promise);
    const early = given.early();
    await given.clock.advance(1_000);
    expect(given.network.connections.map((connection) => connection.offers())).toEqual([0, 0]);
    late.ice.set(relay);
    ready.resolve();
    await given.clock.advance(1_000);
    expect([early.connection(), late.connection()]).toEqual(["connected", "connected"]);
    expect(given.network.connections[0]?.iceServers()).toEqual(relay);
    late.ice.set([]);
    expect(given.network.connections[0]?.iceServers()).toEqual([]);
    expect(given.network.connections[0]?.restarts()).toBe(0);
  });

  test.each([
    [true, 1],
    [false, 0],
  ])("with new credentials, relayed is %s: restarts ICE %i times", async (relayed, restarts) => {
    const { clock, network, earlyTab, lateTab } = await connectedPeerLinks();
    for (const connection of network.connections) connection.stats = { ...connection.stats, relayed };
    await clock.advance(STATS_INTERVAL_MS);
    for (const tab of [earlyTab, lateTab])
      tab.ice.set([{ urls: "turn:relay.example", username: "v", credential: "d" }]);
    await clock.advance(1_000);
    expect(network.connections.map((connection) => connection.restarts()).sort()).toEqual([0, restarts]);
    expect([earlyTab.connection(), lateTab.connection()]).toEqual(["connected", "connected"]);
  });

  test("makes no empty offer when servers arrive early", async () => {
    const { clock, early, late } = peerLinkWorld();
    const lateTab = late();
    lateTab.ice.set([{ urls: "turn:relay.example", username: "u", credential: "c" }]);
    await clock.advance(1_000);
    const earlyTab = early();
    await clock.advance(1_000);
    expect([earlyTab.connection(), lateTab.connection()]).toEqual(["connected", "connected"]);
  });

  test("restarts a failed connection with new servers", async () => {
    const { clock, network, lateTab } = await connectedPeerLinks();
    network.cut();
    await clock.advance(CONNECT_WARNING_MS);
    const before = network.connections[1]?.restarts() ?? 0;
    lateTab.ice.set([{ urls: "turn:relay.example", username: "u", credential: "c" }]);
    expect(network.connections[1]?.restarts()).toBe(before + 1);
  });
});
