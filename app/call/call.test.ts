import { describe, expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { twoBeforeJoin, twoInCall } from "../../tests/fakes/twoInCall.ts";
import { createWorld } from "../../tests/fakes/world.ts";
import { STATS_INTERVAL_MS } from "../webrtc/stats.ts";

describe("call", () => {
  test("joins, connects and shows participants with video and audio", async () => {
    const { clock, anaTab, benTab } = twoBeforeJoin();
    await anaTab.devices.open(["microphone", "camera"]);
    const seen: string[] = [];
    anaTab.call.subscribe(() => {
      if (seen.at(-1) !== anaTab.state()) seen.push(anaTab.state());
    });
    expect(anaTab.state()).toBe("joining");
    anaTab.call.join();
    await clock.advance(0);
    expect(seen).toEqual(["connecting", "connected"]);
    expect(anaTab.people()).toEqual(["Ana"]);

    benTab.call.join();
    await clock.advance(1_000);
    expect([anaTab.people(), benTab.people()]).toEqual([
      ["Ana", "Ben"],
      ["Ana", "Ben"],
    ]);
    expect([anaTab.connections(), benTab.connections()]).toEqual([["connected"], ["connected"]]);
    const [ana] = benTab.call.getSnapshot().people;
    expect(ana).toMatchObject({ isMe: false, microphone: true, camera: true });
    expect(ana?.stream?.getTracks()).toHaveLength(2);
  });

  test("connects two participants who join at the same moment", async () => {
    const { anaTab, benTab } = await twoInCall();
    expect([anaTab.connections(), benTab.connections()]).toEqual([["connected"], ["connected"]]);
  });

  test("connects four participants with each other", async () => {
    const { clock, backend, tab, network } = createWorld();
    const tabs = ["Ana", "Ben", "Cy", "Dee"].map((name) => tab(backend.person(name, "en", "en")));
    for (const tab of tabs) tab.call.join();
    await clock.advance(1_000);
    for (const tab of tabs) expect(tab.connections()).toEqual(["connected", "connected", "connected"]);
    expect(network.connections).toHaveLength(12);
  });

  test("sends camera, voice and typing status without the server", async () => {
    const { clock, anaTab, benTab, backend } = await twoInCall();
    await anaTab.devices.open(["microphone", "camera"]);
    const before = backend.calls.length;
    anaTab.meters[0]?.(0.5);
    anaTab.call.setTyping(true);
    await clock.advance(100);
    const ana = () => benTab.call.getSnapshot().people.find(({ isMe }) => !isMe);
    expect(ana()).toMatchObject({ camera: true, speaking: true, typing: true });
    await anaTab.devices.toggle("camera");
    anaTab.call.setTyping(false);
    await clock.advance(100);
    expect(ana()).toMatchObject({ camera: false, typing: false });
    expect(backend.calls).toHaveLength(before);
  });

  test("removes a leaving participant at once", async () => {
    const { clock, anaTab, benTab, network } = await twoInCall();
    await anaTab.call.leave();
    await clock.advance(0);
    expect(anaTab.state()).toBe("left");
    expect(benTab.people()).toEqual(["Ben"]);
    expect(network.connections.every((connection) => connection.closed())).toBe(true);
    anaTab.call.join();
    await clock.advance(1_000);
    expect(benTab.connections()).toEqual(["connected"]);
  });

  test.each([
    { page: "may come back", mayReturn: true, state: "left" },
    // Nobody sees this page again, and a re-render would delay the next page.
    { page: "goes for good", mayReturn: false, state: "connected" },
  ])("leaves at once when the page $page", async ({ mayReturn, state }) => {
    const { clock, anaTab, benTab, ana, backend } = await twoInCall();
    anaTab.call.leaveOnUnload(mayReturn);
    expect(anaTab.state()).toBe(state);
    await clock.advance(0);
    expect(backend.calls.filter(({ name, user }) => name === "leave_call" && user === ana.userId)).toHaveLength(1);
    expect(benTab.people()).toEqual(["Ben"]);
  });

  test("fetches ICE servers once per peer while joining", async () => {
    const { clock, backend, tab } = createWorld();
    const ana = backend.person("Ana", "es", "es");
    const response = Promise.withResolvers<null>();
    const { rpc } = ana;
    ana.rpc = async (name, args) => {
      if (name === "enter_call") await response.promise;
      return rpc(name, args);
    };
    const anaTab = tab(ana);
    anaTab.call.join();
    await clock.advance(0);
    expect(anaTab.state()).toBe("joining");
    const [[peerId, wanted] = []] = anaTab.iceAsked;
    expect(wanted?.aborted).toBe(false);
    response.resolve(null);
    await clock.advance(0);
    expect(anaTab.state()).toBe("connected");
    expect(backend.calls.find(({ name }) => name === "enter_call")?.args).toMatchObject({ p_peer_id: peerId });
    expect(anaTab.iceAsked.size).toBe(1);
    expect(wanted?.aborted).toBe(false);
    await anaTab.call.leave();
    expect(wanted?.aborted).toBe(true);

    ana.failNext("enter_call", "meeting/full");
    anaTab.call.join();
    await clock.advance(0);
    expect(anaTab.state()).toBe("failed");
    expect([...anaTab.iceAsked.values()].map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  test("hands over to a second tab and takes back", async () => {
    const { clock, anaTab, benTab, ana, tab } = await twoInCall();
    await anaTab.devices.open(["microphone", "camera"]);
    const second = tab(ana);
    second.call.join();
    await clock.advance(1_000);
    expect([anaTab.state(), second.state()]).toEqual(["taken-over", "connected"]);
    expect(anaTab.realtime.joinedTopics()).toEqual([]);
    expect(anaTab.media.tracks.every((track) => track.readyState === "ended")).toBe(true);
    expect(benTab.people()).toEqual(["Ben", "Ana"]);
    expect(second.connections()).toEqual(["connected"]);

    anaTab.call.join();
    await clock.advance(1_000);
    expect([anaTab.state(), second.state()]).toEqual(["connected", "taken-over"]);
    expect(anaTab.devices.getSnapshot().camera.name).toBe("live");
    expect(benTab.connections()).toEqual(["connected"]);
  });

  test("reports a full meeting and allows a retry", async () => {
    const { clock, anaTab, ana } = twoBeforeJoin();
    ana.failNext("enter_call", "meeting/full");
    anaTab.call.join();
    await clock.advance(10_000);
    expect(anaTab.call.getSnapshot().state).toEqual({ name: "failed", error: { code: "meeting/full" } });
    anaTab.call.join();
    await clock.advance(0);
    expect(anaTab.state()).toBe("connected");
  });

  test("joins as one peer after a lost response", async () => {
    const { clock, anaTab, ana, backend } = twoBeforeJoin();
    ana.failNext("enter_call", "network/timeout", true);
    anaTab.call.join();
    await clock.advance(2_000);
    expect(anaTab.state()).toBe("connected");
    expect(backend.peers()).toHaveLength(1);
    expect(anaTab.people()).toEqual(["Ana"]);
  });

  test("gives up joining without a network after three attempts", async () => {
    const { clock, anaTab, ana } = twoBeforeJoin();
    ana.setOffline(true);
    anaTab.call.join();
    await clock.advance(10_000);
    expect(anaTab.call.getSnapshot().state).toEqual({ name: "failed", error: { code: "network/offline" } });
  });

  test("leaves no peer behind when leaving while joining", async () => {
    const { clock, anaTab, backend } = twoBeforeJoin();
    anaTab.call.join();
    await anaTab.call.leave();
    await clock.advance(1_000);
    expect(anaTab.state()).toBe("left");
    expect(backend.peers()).toEqual([]);
  });

  test("keeps the snapshot while nothing changes", async () => {
    const { clock, anaTab } = await twoInCall();
    // The quality of a connection needs two samples.
    await clock.advance(2 * STATS_INTERVAL_MS);
    const before = anaTab.call.getSnapshot();
    await clock.advance(3 * LIMITS.heartbeatIntervalMs);
    expect(anaTab.call.getSnapshot()).toBe(before);
  });

  test("measures the call's time despite a wrong clock", async () => {
    const { clock, backend, tab } = createWorld({ serverAhead: -3_600_000 });
    const began = clock.now();
    const ana = tab(backend.person("Ana", "es", "es"));
    await clock.advance(60_000);
    ana.call.join();
    await clock.advance(0);
    expect(ana.call.getSnapshot().startedAt).toBe(began);
  });

  test("leaves no timer or topic after closing", async () => {
    const { clock, anaTab, benTab } = await twoInCall();
    anaTab.close();
    benTab.close();
    await clock.advance(0);
    expect(clock.pending()).toBe(0);
    expect([...anaTab.realtime.joinedTopics(), ...benTab.realtime.joinedTopics()]).toEqual([]);
  });
});
