/** A remote peer that sends what no page of Parley sends. */
import { expect, test } from "vitest";
import { broadcastSignal, connectedPeerLinks, peerLinkWorld, signals } from "../../tests/fakes/twoPeerLinks.ts";
import { ABUSE_EVENT } from "../lib/pictureAbuse.ts";
import { STATS_INTERVAL_MS } from "./stats.ts";

test("ends the connection at the first uninvited channel", async () => {
  const { network, hub, clock, earlyTab } = await connectedPeerLinks();
  network.connections[0]?.events.onUninvitedChannel();
  expect(network.connections[0]?.closed()).toBe(true);
  expect(earlyTab.link.getSnapshot()).toMatchObject({ connection: "reconnecting", problem: "network/media-failed" });
  const before = hub.log.length;
  const [offer] = signals(hub, "description", "late:early");
  if (offer === undefined) throw new Error("no offer was sent");
  broadcastSignal(hub, "late:early", offer);
  broadcastSignal(hub, "late:early", { type: "ready", reply: false, missed: true });
  earlyTab.link.setTracks(earlyTab.tracks);
  earlyTab.link.close();
  await clock.advance(60_000);
  expect(signals(hub, "description", "early:late")).toHaveLength(1);
  expect(hub.log.slice(before).filter(({ topic }) => topic.endsWith("0002"))).toEqual([]);
});

test("answers few of many offers", async () => {
  const { hub, clock } = await connectedPeerLinks();
  const [offer] = signals(hub, "description", "late:early");
  if (offer === undefined) throw new Error("no offer was sent");
  for (let count = 0; count < 60; count += 1) {
    broadcastSignal(hub, "late:early", offer);
    await clock.advance(1_000);
  }
  // Six at once, and one in three seconds.
  const answers = signals(hub, "description", "early:late").length;
  expect(answers).toBeLessThanOrEqual(27);
  // A peer that stops is answered again.
  await clock.advance(3_000);
  broadcastSignal(hub, "late:early", offer);
  await clock.advance(1_000);
  expect(signals(hub, "description", "early:late")).toHaveLength(answers + 1);
});

test("ends the connection when a video exceeds any screen", async () => {
  const { network, clock, earlyTab } = await connectedPeerLinks();
  const [connection] = network.connections;
  if (connection === undefined) throw new Error("no connection was made");
  connection.stats = { ...connection.stats, framePixels: 5_120 * 2_880 };
  await clock.advance(STATS_INTERVAL_MS);
  expect(connection.closed()).toBe(false);
  connection.stats = { ...connection.stats, framePixels: 8_192 * 8_192 };
  await clock.advance(STATS_INTERVAL_MS);
  expect(connection.closed()).toBe(true);
  expect(earlyTab.link.getSnapshot().problem).toBe("network/media-failed");
});

test("ends the connection when an element reports its pictures", async () => {
  const { network, earlyTab } = await connectedPeerLinks();
  earlyTab.link.getSnapshot().stream?.dispatchEvent(new Event(ABUSE_EVENT));
  expect(network.connections[0]?.closed()).toBe(true);
  expect(earlyTab.link.getSnapshot().problem).toBe("network/media-failed");
});

test("ends the connection when each frame may have another size", async () => {
  const { network, clock, earlyTab } = await connectedPeerLinks();
  const [connection] = network.connections;
  if (connection === undefined) throw new Error("no connection was made");
  const measure = async (keyFrames: number) => {
    const { stats } = connection;
    connection.stats = { ...stats, keyFrames: stats.keyFrames + keyFrames, atMs: stats.atMs + STATS_INTERVAL_MS };
    await clock.advance(STATS_INTERVAL_MS);
  };
  for (const keyFrames of [1, 40, 60]) await measure(keyFrames);
  expect(connection.closed()).toBe(false);
  await measure(240);
  expect(connection.closed()).toBe(true);
  expect(earlyTab.link.getSnapshot().problem).toBe("network/media-failed");
});

test("offers a rejected section a few times only", async () => {
  const { network, hub, clock } = await connectedPeerLinks();
  const [connection] = network.connections;
  const offers = () => signals(hub, "description", "early:late").length;
  const before = offers();
  for (let answer = 0; answer < 100; answer += 1) {
    connection?.events.onNegotiationNeeded();
    await clock.advance(100);
    const sdp = connection?.remoteDescription()?.sdp ?? "";
    broadcastSignal(hub, "late:early", { type: "description", kind: "answer", sdp });
    await clock.advance(0);
  }
  expect(offers() - before).toBeGreaterThan(0);
  expect(offers() - before).toBeLessThanOrEqual(10);
});

test.each([
  ["the same session", () => "hostile"],
  ["another session each time", (answer: number) => `hostile${answer}`],
] as const)("offers few repairs of a connection that fails with %s", async (_, session) => {
  const { network, hub, clock, earlyTab } = await connectedPeerLinks();
  earlyTab.link.close();
  const offers = () => signals(hub, "description", "late:early").length;
  const before = [offers(), network.connections.length] as const;
  for (let answer = 0; answer < 100; answer += 1) {
    const connection = network.connections.findLast((each) => !each.closed());
    connection?.setState("failed");
    await clock.advance(200);
    const sdp = `o=- ${session(answer)} ${answer}\r\na=ice-ufrag:x\r\n`;
    broadcastSignal(hub, "early:late", { type: "description", kind: "answer", sdp });
    await clock.advance(0);
    connection?.setState("connecting");
    await clock.advance(0);
  }
  expect(offers() - before[0]).toBeGreaterThan(2);
  // Six at once, and one in three seconds.
  expect(offers() - before[0]).toBeLessThanOrEqual(12);
  expect(network.connections.length - before[1]).toBeLessThanOrEqual(12);
  // The timeout repairs the connection once the peer stops.
  const stopped = offers();
  await clock.advance(120_000);
  expect(offers()).toBeGreaterThan(stopped);
});

test.each([
  ["offer", "early:late", "late:early"],
  ["answer", "late:early", "early:late"],
] as const)("repeats an %s a few times only", async (kind, from, to) => {
  const world = peerLinkWorld();
  const { hub, clock } = world;
  const tab = kind === "offer" ? world.late() : world.early();
  await clock.advance(1_000);
  if (kind === "answer")
    broadcastSignal(hub, from, { type: "description", kind: "offer", sdp: "o=- hostile 1\r\na=ice-ufrag:x\r\n" });
  for (let ready = 0; ready < 40; ready += 1) {
    broadcastSignal(hub, from, { type: "ready", reply: false, missed: true });
    await clock.advance(1_500);
  }
  const sent = signals(hub, "description", to).length;
  expect(sent).toBeGreaterThan(6);
  expect(sent).toBeLessThanOrEqual(27);
  tab.link.close();
});

test("adds a bounded number of candidates", async () => {
  const { network, hub, clock } = await connectedPeerLinks();
  const [early] = network.connections;
  const before = early?.remoteCandidates.size ?? 0;
  const [, ufrag = ""] = /a=ice-ufrag:(\S+)/u.exec(early?.remoteDescription()?.sdp ?? "") ?? [];
  for (let signal = 0; signal < 20; signal += 1)
    broadcastSignal(hub, "late:early", {
      type: "candidates",
      candidates: Array.from({ length: 64 }, (_, at) => ({
        ...{ candidate: `${ufrag}-${signal}-${at}`, sdpMid: "0", sdpMLineIndex: 0, usernameFragment: null },
      })),
    });
  await clock.advance(10_000);
  const added = (early?.remoteCandidates.size ?? 0) - before;
  expect(added).toBeGreaterThan(20);
  expect(added).toBeLessThanOrEqual(80);
});

test("ends the connection at a flood of messages", async () => {
  const { network, earlyTab } = await connectedPeerLinks();
  const [connection] = network.connections;
  let changes = 0;
  earlyTab.link.subscribe(() => {
    changes += 1;
  });
  for (let message = 0; message < 2_000; message += 1)
    connection?.events.onData(JSON.stringify({ type: "speaking", speaking: message % 2 === 0 }));
  expect(changes).toBeLessThan(130);
  expect(connection?.closed()).toBe(true);
});

/** Returns lines of this text, each with its number in place of `#`. */
const numberedLines = (count: number, text: string) =>
  Array.from({ length: count }, (_, at) => `${text.replaceAll("#", `${at}`)}\r\n`).join("");

test.each([
  ["more sections than a page has", "m=text 9\r\n".repeat(2)],
  ["more videos than a page has", "m=video 9\r\n"],
  ["messages of one byte", "a=max-message-size:1\r\n"],
  ["feedback for every codec", "a=rtcp-fb:* nack\r\n"],
  ["much feedback for a codec", numberedLines(21, "a=rtcp-fb:96 x#")],
  ["much feedback for a padded codec", numberedLines(21, "a=rtcp-fb:096 x#")],
  ["many parameters for a codec", numberedLines(21, "a=fmtp:96 x#=1")],
  [
    "many parameters for many codecs",
    Array.from({ length: 5 }, (_, at) => `a=fmtp:${at} ${"x=1;".repeat(90)}\r\n`).join(""),
  ],
  ["many sources", numberedLines(21, "a=ssrc:1# msid:a b")],
  ["many header extensions", numberedLines(21, "a=extmap:# urn:x#")],
  ["many attributes that no browser has", numberedLines(21, "a=x-y:#")],
  ["more lines than a browser sends", numberedLines(1_000, "b=AS:#")],
  ["a line longer than a browser sends", `a=fmtp:96 ${"x=1;".repeat(130)}\r\n`],
])("ends the connection at a description with %s", async (_, lines) => {
  const { network, hub, clock, earlyTab } = await connectedPeerLinks();
  const [offer] = signals(hub, "description", "late:early");
  if (offer?.type !== "description") throw new Error("no offer was sent");
  const sections = ["audio", "video", "video", "application"].map((kind) => `m=${kind} 9\r\n`).join("");
  const sdp = `${offer.sdp}${sections}a=max-message-size:262144\r\n`;
  broadcastSignal(hub, "late:early", { ...offer, sdp });
  await clock.advance(1_000);
  expect(network.connections[0]?.closed()).toBe(false);
  broadcastSignal(hub, "late:early", { ...offer, sdp: sdp + lines });
  await clock.advance(1_000);
  expect(network.connections[0]?.closed()).toBe(true);
  expect(earlyTab.link.getSnapshot().problem).toBe("network/media-failed");
});
