import { describe, expect, test } from "vitest";
import { fakeTrack } from "../../tests/fakes/media.ts";
import { createWorld } from "../../tests/fakes/world.ts";
import { applyVideoConstraints } from "./videoConstraints.ts";

describe("video constraints", () => {
  test("shrink the video as remote peers are added", () => {
    const video = fakeTrack("video");
    for (const others of [0, 1, 2, 3, 7]) applyVideoConstraints(video, others);
    expect(video.heights).toEqual([720, 720, 480, 360, 360]);
    expect(() => applyVideoConstraints(null, 3)).not.toThrow();
  });

  test("follow peers that join and leave", async () => {
    const world = createWorld();
    const [ana, ben, cem] = ["Ana", "Ben", "Cem"].map((name) => world.tab(world.backend.person(name, "en", "en")));
    if (!ana || !ben || !cem) throw new Error("nobody came");
    await ana.devices.open(["camera"]);
    const track = ana.devices.getSnapshot().tracks.video;
    const heights = (): number[] =>
      track !== null && "heights" in track && Array.isArray(track.heights) ? track.heights : [];
    for (const tab of [ana, ben, cem]) {
      tab.call.join();
      await world.clock.advance(1_000);
    }
    expect(heights().at(-1)).toBe(480);
    await cem.call.leave();
    await world.clock.advance(1_000);
    expect(heights().at(-1)).toBe(720);
  });
});
