import { describe, expect, test } from "vitest";
import type { Signal } from "#contracts/realtime.ts";
import { settle } from "../../tests/fakes/clock.ts";
import type { fakeTrack } from "../../tests/fakes/media.ts";
import {
  broadcastSignal,
  connectedPeerLinks,
  inboxOf,
  peerLinkWorld,
  signalOf,
  signals,
} from "../../tests/fakes/twoPeerLinks.ts";
import { CONNECT_TIMEOUT_MS, CONNECT_WARNING_MS } from "./connectTimers.ts";
import { LATE_CANDIDATE_DELAY_MS } from "./peerLink.ts";
import { READY_RESEND_MS } from "./signalling.ts";
import { NO_TRACKS } from "./transport.ts";

const originOf = (signal: Signal) => (signal.type === "description" ? /^o=.*$/mu.exec(signal.sdp)?.[0] : undefined);

function isKind(payload: unknown, kind: "offer" | "answer"): boolean {
  const signal = signalOf(payload);
  return signal.type === "description" && signal.kind === kind;
}

describe("peer link", () => {
  test("connects by the offer of the later peer alone", async () => {
    const { network, hub } = await connectedPeerLinks();
    expect(network.connections.map((connection) => connection.offers())).toEqual([0, 1]);
    expect(signals(hub, "description")).toHaveLength(2);
    expect(signals(hub, "description", "late:early")).toHaveLength(1);
    expect(signals(hub, "ready", "late:early")).not.toContainEqual(expect.objectContaining({ reply: false }));
  });

  test("repeats a missed offer when the remote peer is ready", async () => {
    const { clock, hub, early, late, network } = peerLinkWorld();
    const lateTab = late();
    await clock.advance(5.5 * READY_RESEND_MS);
    expect(signals(hub, "description", "late:early")).toHaveLength(1);
    const earlyTab = early();
    // Well before any resend interval.
    await clock.advance(READY_RESEND_MS / 4);
    expect([earlyTab.connection(), lateTab.connection()]).toEqual(["connected", "connected"]);
    expect(network.connections[0]?.offers()).toBe(1);
  });

  test("repeats an offer that was sent too early", async () => {
    const { clock, hub, early, late } = peerLinkWorld();
    late();
    await clock.advance(0);
    expect(signals(hub, "description", "late:early")).toHaveLength(1);
    early();
    await clock.advance(0);
    expect(signals(hub, "description", "late:early")).toHaveLength(2);
    expect(signals(hub, "description", "early:late")).toHaveLength(1);
  });

  test("sends the offer while its own inbox opens", async () => {
    const { clock, hub, network, early, late } = peerLinkWorld();
    hub.rejectJoins((topic) => topic === inboxOf("late"));
    const earlyTab = early();
    const lateTab = late();
    await clock.advance(READY_RESEND_MS / 4);
    expect(signals(hub, "description", "early:late")).toHaveLength(1);
    expect(lateTab.connection()).toBe("connecting");
    // The answer was lost. The first `ready` gets it again, without a second offer.
    hub.rejectJoins(() => false);
    lateTab.realtime.heal();
    await clock.advance(READY_RESEND_MS / 4);
    expect([earlyTab.connection(), lateTab.connection()]).toEqual(["connected", "connected"]);
    expect(signals(hub, "description", "late:early")).toHaveLength(1);
    expect(network.connections[0]?.offers()).toBe(0);
  });

  test("answers a repeated offer with the same answer", async () => {
    const { clock, hub } = await connectedPeerLinks();
    const [offer] = signals(hub, "description", "late:early");
    if (offer === undefined) throw new Error("no offer was sent");
    broadcastSignal(hub, "late:early", offer);
    await clock.advance(0);
    const answers = signals(hub, "description", "early:late").map(originOf);
    expect(answers).toEqual([expect.stringMatching(/^o=/u), answers[0]]);
  });

  test("sends the offer without waiting for the remote peer", async () => {
    const given = peerLinkWorld();
    given.hub.lose((_topic, _event, payload) => signalOf(payload).type === "ready");
    await connectedPeerLinks(given);
  });

  test("exchanges tracks and status, and stops sending ready", async () => {
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

  test("adds and removes a track without negotiation", async () => {
    const { network, lateTab, hub, clock } = await connectedPeerLinks();
    const before = signals(hub, "description").length;
    lateTab.link.setTracks({ ...NO_TRACKS, audio: lateTab.tracks.audio });
    expect(network.connections[1]?.sent.get("video")).toBeNull();
    lateTab.link.setTracks(lateTab.tracks);
    await clock.advance(10_000);
    expect(network.connections[1]?.sent.get("video")).toBe(lateTab.tracks.video);
    expect(signals(hub, "description")).toHaveLength(before);
  });

  test("buffers candidates that overtake their description", async () => {
    const given = peerLinkWorld();
    const held: Signal[] = [];
    given.hub.lose((_topic, _event, payload) => {
      const signal = signalOf(payload);
      if (signal.type !== "description" || signal.kind !== "offer" || held.length > 0) return false;
      held.push(signal);
      return true;
    });
    const early = given.early();
    const late = given.late();
    await given.clock.advance(1_000);
    expect(signals(given.hub, "candidates", "late:early")).toHaveLength(1);
    expect(early.connection()).toBe("connecting");
    for (const signal of held) broadcastSignal(given.hub, "late:early", signal);
    await given.clock.advance(200);
    expect([early.connection(), late.connection()]).toEqual(["connected", "connected"]);
  });

  test("delays late candidates of a connected link", async () => {
    const { network, hub, clock } = await connectedPeerLinks();
    const [, late] = network.connections;
    const [buffered = ""] = late?.remoteCandidates ?? [];
    const candidate = `${buffered} another`;
    broadcastSignal(hub, "early:late", {
      type: "candidates",
      candidates: [{ candidate, sdpMid: "0", sdpMLineIndex: 0 }],
    });
    await clock.advance(LATE_CANDIDATE_DELAY_MS - 1);
    expect(late?.remoteCandidates).not.toContain(candidate);
    await clock.advance(1);
    expect(late?.remoteCandidates).toContain(candidate);
  });

  test("repeats a lost offer", async () => {
    const given = peerLinkWorld();
    let lost = 0;
    given.hub.lose((_topic, _event, payload) => isKind(payload, "offer") && lost++ === 0);
    const early = given.early();
    given.late();
    await given.clock.advance(READY_RESEND_MS + 200);
    expect(lost).toBe(2);
    expect(early.connection()).toBe("connected");
  });

  test("repeats a lost answer", async () => {
    const given = peerLinkWorld();
    let lost = 0;
    given.hub.lose((_topic, _event, payload) => isKind(payload, "answer") && lost++ === 0);
    const early = given.early();
    const late = given.late();
    await given.clock.advance(READY_RESEND_MS + 200);
    expect([early.connection(), late.connection()]).toEqual(["connected", "connected"]);
  });

  test("recovers from a short outage without a restart", async () => {
    const { network, clock, earlyTab, lateTab } = await connectedPeerLinks();
    network.cut();
    await clock.advance(16_000);
    expect([earlyTab.connection(), lateTab.connection()]).toEqual(["reconnecting", "reconnecting"]);
    network.heal();
    await clock.advance(100);
    expect([earlyTab.connection(), lateTab.connection()]).toEqual(["connected", "connected"]);
    expect(network.connections.map((connection) => connection.restarts())).toEqual([0, 0]);
  });

  test("restarts ICE from the later peer alone", async () => {
    const { network, clock, earlyTab, lateTab } = await connectedPeerLinks();
    network.cut();
    await clock.advance(25_000);
    network.fail();
    network.heal();
    await clock.advance(1_000);
    expect(network.connections.map((connection) => connection.restarts())).toEqual([0, 1]);
    expect([earlyTab.connection(), lateTab.connection()]).toEqual(["connected", "connected"]);
    expect(network.connections).toHaveLength(2);
  });

  test.each([
    { whose: "the later one's", name: "lateTab", away: 10_000, within: 1_000 },
    // Sooner than a received offer is repeated.
    { whose: "the other's", name: "earlyTab", away: 500, within: 200 },
  ] as const)("delivers the restart after $whose signalling returns", async ({ name, away, within }) => {
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
  });

  test("rebuilds both sides after failed restarts", async () => {
    const { network, clock, earlyTab, lateTab } = await connectedPeerLinks();
    network.cut();
    await clock.advance(25_000);
    network.fail();
    expect(lateTab.link.getSnapshot().problem).toBe("network/media-failed");
    await clock.advance(3 * CONNECT_TIMEOUT_MS);
    expect(network.connections.map((connection) => connection.closed())).toEqual([true, true, false, false]);
    network.heal();
    await clock.advance(CONNECT_TIMEOUT_MS);
    expect([earlyTab.connection(), lateTab.connection()]).toEqual(["connected", "connected"]);
    expect(lateTab.link.getSnapshot().problem).toBeNull();
  });

  test.each(["setRemoteDescription", "setLocalDescription", "addIceCandidate"] as const)(
    "is not blocked by a %s that never settles",
    async (method) => {
      const { network, clock, earlyTab, lateTab } = await connectedPeerLinks();
      const stuck = network.connections[1];
      if (stuck === undefined) throw new Error("the later one has no connection");
      // Browsers leave such a promise pending when the connection closes.
      stuck[method] = () => new Promise(() => {});
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

  test("drops operations of a replaced connection", async () => {
    const { network, clock, hub, earlyTab, lateTab } = await connectedPeerLinks();
    const first = network.connections[1];
    if (first === undefined) throw new Error("the later one has no connection");
    const answers: (() => void)[] = [];
    first.setRemoteDescription = () => new Promise((resolve) => answers.push(resolve));
    network.cut();
    await clock.advance(25_000);
    network.fail();
    // The last connection is built while an operation on the first one is still pending.
    await clock.advance(2 * CONNECT_TIMEOUT_MS);
    network.heal();
    await clock.advance(1_000);
    const [, , second] = network.connections;
    expect([earlyTab.connection(), lateTab.connection(), second?.offers()]).toEqual(["connected", "connected", 1]);
    const descriptionCount = signals(hub, "description").length;
    for (const give of answers) give();
    await clock.advance(0);
    expect(signals(hub, "description")).toHaveLength(descriptionCount);
    expect([earlyTab.connection(), lateTab.connection()]).toEqual(["connected", "connected"]);
    expect(network.connections).toHaveLength(4);
  });

  test("reports lost signalling as the problem", async () => {
    const { clock, late } = peerLinkWorld();
    const tab = late();
    tab.realtime.cut();
    await clock.advance(CONNECT_WARNING_MS);
    expect(tab.link.getSnapshot()).toMatchObject({ connection: "connecting", problem: "network/signalling-lost" });
  });

  test("drops invalid messages", async () => {
    const { network, earlyTab, clock } = await connectedPeerLinks();
    const before = earlyTab.link.getSnapshot();
    for (const data of ["{", '{"type":"media"}', '{"type":"other"}', new ArrayBuffer(4), null])
      network.connections[0]?.events.onData(data);
    await clock.advance(0);
    expect(earlyTab.link.getSnapshot()).toBe(before);
  });

  test("shows video before the peer reports its camera", async () => {
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

  test("leaves nothing running after closing", async () => {
    const { network, clock, earlyTab, lateTab } = await connectedPeerLinks();
    earlyTab.link.close();
    lateTab.link.close();
    for (const { inbox } of [earlyTab, lateTab]) inbox.close();
    await clock.advance(0);
    expect(network.connections.every((connection) => connection.closed())).toBe(true);
    expect(clock.pending()).toBe(0);
    expect([...earlyTab.realtime.joinedTopics(), ...lateTab.realtime.joinedTopics()]).toEqual([]);
  });
});
