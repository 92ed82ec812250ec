import { expect, it } from "vitest";
import { settle } from "../../tests/fakes/clock.ts";
import { fakeStream, fakeTrack } from "../../tests/fakes/media.ts";
import { createScreenShare } from "./screenShare.ts";

const refusing = (name: string) => createScreenShare(() => Promise.reject(new DOMException("no", name)));

it("shares a screen with its sound, sharp rather than smooth, and stops all of it", async () => {
  const tracks = [fakeTrack("video"), fakeTrack("audio")] as const;
  const screen = createScreenShare(() => Promise.resolve(fakeStream(tracks)));
  await screen.start();
  expect(screen.getSnapshot().name).toBe("live");
  expect(screen.tracks()).toEqual({ screen: tracks[0], screenAudio: tracks[1] });
  expect(tracks[0].contentHint).toBe("detail");
  screen.stop();
  expect(screen.getSnapshot()).toEqual({ name: "off" });
  expect(tracks.map(({ readyState }) => readyState)).toEqual(["ended", "ended"]);
  expect(screen.tracks()).toEqual({ screen: null, screenAudio: null });
});

it("stops by the browser's own bar, and then its sound too", async () => {
  const [picture, sound] = [fakeTrack("video"), fakeTrack("audio")];
  const screen = createScreenShare(() => Promise.resolve(fakeStream([picture, sound])));
  await screen.start();
  picture.lose();
  expect(screen.getSnapshot()).toEqual({ name: "off" });
  expect(sound.readyState).toBe("ended");
});

it("who chooses none in the browser's dialog is where they were", async () => {
  const screen = refusing("NotAllowedError");
  await screen.start();
  expect(screen.getSnapshot()).toEqual({ name: "off" });
});

it("a screen that cannot be read is said", async () => {
  const screen = refusing("NotReadableError");
  await screen.start();
  expect(screen.getSnapshot()).toMatchObject({ name: "error", error: { code: "device/in-use" } });
});

it("a choice made after the call was left is let go at once; two presses ask once", async () => {
  const chosen = Promise.withResolvers<MediaStream>();
  let asked = 0;
  const screen = createScreenShare(() => {
    asked += 1;
    return chosen.promise;
  });
  void screen.start();
  void screen.start();
  expect(asked).toBe(1);
  screen.stop();
  const track = fakeTrack("video");
  chosen.resolve(fakeStream([track]));
  await settle();
  expect(screen.getSnapshot()).toEqual({ name: "off" });
  expect(track.readyState).toBe("ended");
});

it("where a browser cannot share, it says so and does nothing", async () => {
  const screen = createScreenShare(undefined);
  expect(screen.supported).toBe(false);
  await screen.start();
  expect(screen.getSnapshot()).toEqual({ name: "off" });
});
