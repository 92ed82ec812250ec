/** The media of a local participant, as remote participants receive it. */
import { describe, expect, test } from "vitest";
import { twoInCall } from "../../tests/fakes/twoInCall.ts";
import type { createWorld } from "../../tests/fakes/world.ts";
import { STATS_INTERVAL_MS } from "../webrtc/stats.ts";
import { REACTION_DURATION_MS } from "../webrtc/transport.ts";

async function two() {
  const world = await twoInCall();
  await world.anaTab.devices.open(["microphone", "camera"]);
  await world.benTab.devices.open(["microphone", "camera"]);
  await world.clock.advance(0);
  return world;
}
type Tab = ReturnType<ReturnType<typeof createWorld>["tab"]>;
const other = (tab: Tab) => tab.call.getSnapshot().people.find(({ isMe }) => !isMe);
const me = (tab: Tab) => tab.call.getSnapshot().people.find(({ isMe }) => isMe);
/** Returns the names of the tracks that this connection sends. */
const sends = ({ network }: Pick<Awaited<ReturnType<typeof two>>, "network">, at: number) =>
  [...(network.connections[at]?.sent ?? [])].flatMap(([name, track]) => (track === null ? [] : [name]));

describe("local participant", () => {
  test("sends and receives no video in audio mode", async () => {
    const world = await two();
    const { anaTab, benTab, clock } = world;
    expect([sends(world, 0), sends(world, 1)]).toEqual([
      ["audio", "video"],
      ["audio", "video"],
    ]);
    anaTab.call.setMode("sound");
    await clock.advance(0);
    expect(anaTab.devices.getSnapshot().camera.name).toBe("off");
    expect([sends(world, 0), sends(world, 1)]).toEqual([["audio"], ["audio"]]);
    expect(other(benTab)).toMatchObject({ microphone: true, camera: false });
    expect(benTab.devices.getSnapshot().camera.name).toBe("live");
  });

  test("sends and receives no media in text mode", async () => {
    const world = await two();
    const { anaTab, benTab, clock } = world;
    anaTab.call.setMode("text");
    await clock.advance(0);
    expect([sends(world, 0), sends(world, 1)]).toEqual([[], []]);
    expect(other(benTab)).toMatchObject({ microphone: false, camera: false, connection: "connected" });
    benTab.timeline.post("still here", "en");
    await clock.advance(1_000);
    expect(anaTab.sees()).toEqual(["es: still here"]);
  });

  test("restores the devices that a mode turned off", async () => {
    const { anaTab, clock } = await two();
    await anaTab.devices.toggle("microphone");
    anaTab.call.setMode("text");
    await clock.advance(0);
    anaTab.call.setMode("all");
    await clock.advance(0);
    const { microphone, camera } = anaTab.devices.getSnapshot();
    expect([microphone.name, camera.name]).toEqual(["off", "live"]);
  });

  test("widens the mode for a toggled device", async () => {
    const { anaTab, clock } = await two();
    anaTab.call.setMode("text");
    await clock.advance(0);
    anaTab.call.toggle("microphone");
    await clock.advance(0);
    expect(anaTab.call.getSnapshot().mode).toBe("sound");
    expect(anaTab.devices.getSnapshot()).toMatchObject({ microphone: { name: "live" }, camera: { name: "off" } });
    anaTab.call.toggle("camera");
    await clock.advance(0);
    expect(anaTab.call.getSnapshot().mode).toBe("all");
    expect(anaTab.devices.getSnapshot().camera.name).toBe("live");
  });

  test("sends subscriptions to later participants", async () => {
    const world = await two();
    world.anaTab.call.setMode("sound");
    const cy = world.tab(world.backend.person("Cy", "fr", "fr"));
    await cy.devices.open(["microphone", "camera"]);
    cy.call.join();
    await world.clock.advance(1_000);
    const ana = world.anaTab.call.getSnapshot().people.find(({ participant }) => participant.display_name === "Cy");
    expect(ana?.connection).toBe("connected");
    const toAna = world.network.connections.filter(
      (connection) =>
        !connection.closed() && connection.sent.get("audio") !== null && connection.sent.get("video") === null,
    );
    // Ana's two, one from Ben, one from Cy.
    expect(toAna).toHaveLength(4);
  });

  test("shares a screen until the mode narrows", async () => {
    const { anaTab, benTab, clock } = await two();
    await anaTab.screen.start();
    await clock.advance(0);
    expect(other(benTab)).toMatchObject({ camera: true });
    expect(other(benTab)?.screen?.getVideoTracks()).toHaveLength(1);
    expect(me(anaTab)?.screen).not.toBeNull();
    anaTab.call.setMode("sound");
    await clock.advance(0);
    expect([other(benTab)?.screen, anaTab.screen.getSnapshot().name]).toEqual([null, "off"]);
    anaTab.call.setMode("all");
    await anaTab.screen.start();
    await anaTab.call.leave();
    expect(anaTab.screen.getSnapshot().name).toBe("off");
  });

  test("shows a reaction briefly without the server", async () => {
    const { anaTab, benTab, backend, clock } = await two();
    const before = backend.calls.length;
    anaTab.call.react("🎉");
    await clock.advance(0);
    expect([me(anaTab)?.reaction, other(benTab)?.reaction]).toEqual(["🎉", "🎉"]);
    await clock.advance(REACTION_DURATION_MS - 1);
    anaTab.call.react("👍");
    await clock.advance(REACTION_DURATION_MS - 1);
    expect([me(anaTab)?.reaction, other(benTab)?.reaction]).toEqual(["👍", "👍"]);
    await clock.advance(1);
    expect([me(anaTab)?.reaction, other(benTab)?.reaction]).toEqual([null, null]);
    expect(backend.calls.slice(before).every(({ name }) => name === "heartbeat")).toBe(true);
  });

  test("reports when all connections are poor", async () => {
    const { anaTab, network, clock } = await two();
    await clock.advance(2 * STATS_INTERVAL_MS);
    expect(anaTab.call.getSnapshot().poorConnection).toBe(false);
    for (const connection of network.connections) connection.stats = { ...connection.stats, roundTripMs: 2_000 };
    await clock.advance(STATS_INTERVAL_MS);
    expect(anaTab.call.getSnapshot().poorConnection).toBe(false);
    await clock.advance(STATS_INTERVAL_MS);
    expect(anaTab.call.getSnapshot().poorConnection).toBe(true);
  });
});
