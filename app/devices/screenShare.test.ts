import { describe, expect, test } from "vitest";
import { settle } from "../../tests/fakes/clock.ts";
import { fakeStream, fakeTrack } from "../../tests/fakes/media.ts";
import { createScreenShare } from "./screenShare.ts";

const rejectingWith = (name: string, message = "no") =>
  createScreenShare(() => Promise.reject(new DOMException(message, name)));

describe("screen share", () => {
  test("shares video and audio and stops both", async () => {
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

  test("stops the audio when the browser ends the share", async () => {
    const [video, audio] = [fakeTrack("video"), fakeTrack("audio")];
    const screen = createScreenShare(() => Promise.resolve(fakeStream([video, audio])));
    await screen.start();
    video.lose();
    expect(screen.getSnapshot()).toEqual({ name: "off" });
    expect(audio.readyState).toBe("ended");
  });

  test.each(["Permission denied by user", "Permission denied"])("is off after a cancelled picker: %s", async (text) => {
    const screen = rejectingWith("NotAllowedError", text);
    await screen.start();
    expect(screen.getSnapshot()).toEqual({ name: "off" });
  });

  test("reports that the system forbids it", async () => {
    const screen = rejectingWith("NotAllowedError", "Permission denied by system");
    await screen.start();
    expect(screen.getSnapshot()).toMatchObject({ name: "error", error: { code: "device/permission-denied" } });
  });

  test.each([
    [true, "include"],
    [false, "exclude"],
  ])("leaves the call's own sound out (can restrict: %s)", async (canRestrictOwnAudio, systemAudio) => {
    const requests: unknown[] = [];
    const record = (options: unknown) => {
      requests.push(options);
      return Promise.resolve(fakeStream([fakeTrack("video")]));
    };
    await createScreenShare(record, { canRestrictOwnAudio }).start();
    expect(requests).toMatchObject([{ audio: { restrictOwnAudio: true }, systemAudio, selfBrowserSurface: "exclude" }]);
  });

  test("reports an unreadable screen", async () => {
    const screen = rejectingWith("NotReadableError");
    await screen.start();
    expect(screen.getSnapshot()).toMatchObject({ name: "error", error: { code: "device/in-use" } });
  });

  test("stops a screen selected after leaving, and prompts once", async () => {
    const chosen = Promise.withResolvers<MediaStream>();
    let promptCount = 0;
    const screen = createScreenShare(() => {
      promptCount += 1;
      return chosen.promise;
    });
    void screen.start();
    void screen.start();
    expect(promptCount).toBe(1);
    screen.stop();
    const track = fakeTrack("video");
    chosen.resolve(fakeStream([track]));
    await settle();
    expect(screen.getSnapshot()).toEqual({ name: "off" });
    expect(track.readyState).toBe("ended");
  });

  test("does nothing in an unsupported browser", async () => {
    const screen = createScreenShare(undefined);
    expect(screen.supported).toBe(false);
    await screen.start();
    expect(screen.getSnapshot()).toEqual({ name: "off" });
  });
});
