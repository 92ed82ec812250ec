import { describe, expect, test } from "vitest";
import { settle } from "../../tests/fakes/clock.ts";
import { BOTH_KINDS, devicesTab } from "../../tests/fakes/devices.ts";
import { SILENCE_TIMEOUT_MS, SPEAKING_HOLD_MS } from "./audioMeter.ts";

describe("devices", () => {
  test("opens both with one prompt", async () => {
    const { devices, media, states } = devicesTab();
    const opening = devices.open(BOTH_KINDS);
    expect(states()).toEqual(["opening", "opening"]);
    await opening;
    expect(states()).toEqual(["live", "live"]);
    expect(media.requests).toHaveLength(1);
    const snapshot = devices.getSnapshot();
    expect(snapshot.tracks).toEqual({ audio: media.tracks[0], video: media.tracks[1] });
    expect(snapshot.preview?.getTracks()).toEqual([media.tracks[1]]);
    expect(snapshot.cameras).toEqual([{ id: "video-1", label: "Camera" }]);
    expect(snapshot.chosen).toEqual({ microphone: "audio-1", camera: "video-1", speaker: null });
  });

  test.each([
    ["NotAllowedError", "device/permission-denied"],
    ["NotReadableError", "device/in-use"],
    ["NotFoundError", "device/not-found"],
  ])("leaves the microphone working after a camera's %s", async (name, code) => {
    const { devices, media, states } = devicesTab();
    media.rejections.set("video", name);
    await devices.open(BOTH_KINDS);
    expect(states()).toEqual(["live", "error"]);
    expect(devices.getSnapshot().camera).toMatchObject({ error: { code } });
    expect(devices.getSnapshot().tracks.video).toBeNull();
    media.rejections.clear();
    await devices.toggle("camera");
    expect(states()).toEqual(["live", "live"]);
  });

  test("reports an insecure page", async () => {
    const { devices } = devicesTab({ secure: false });
    await devices.open(BOTH_KINDS);
    const error = { name: "error", error: { code: "device/no-secure-context" } };
    expect(devices.getSnapshot()).toMatchObject({ microphone: error, camera: error });
  });

  test("stops a camera that is off and reopens it", async () => {
    const { devices, media, states } = devicesTab();
    await devices.open(BOTH_KINDS);
    await devices.toggle("camera");
    expect(media.tracks[1]?.readyState).toBe("ended");
    expect(devices.getSnapshot()).toMatchObject({ preview: null, camera: { name: "off" } });
    await devices.toggle("camera");
    expect(states()).toEqual(["live", "live"]);
    expect(devices.getSnapshot().tracks.video).toBe(media.tracks[2]);
  });

  test("keeps the disabled track of a microphone that is off", async () => {
    const { devices, media, meters } = devicesTab();
    await devices.open(["microphone"]);
    meters[0]?.onLevel(0.5);
    expect(devices.getSnapshot().speaking).toBe(true);
    await devices.toggle("microphone");
    expect(media.tracks[0]).toMatchObject({ enabled: false, readyState: "live" });
    expect(devices.getSnapshot()).toMatchObject({ speaking: false, microphone: { name: "off" } });
    await devices.toggle("microphone");
    expect(media.tracks).toHaveLength(1);
    expect(media.tracks[0]?.enabled).toBe(true);
  });

  test("stops a camera that was turned off while opening", async () => {
    const { devices, media, states } = devicesTab();
    const release = media.hold();
    const opening = devices.open(BOTH_KINDS);
    await settle();
    await devices.toggle("camera");
    release();
    await opening;
    expect(states()).toEqual(["live", "off"]);
    expect(media.tracks.map((track) => track.readyState)).toEqual(["live", "ended"]);
  });

  test("reports an unplugged device and reopens it when plugged in", async () => {
    const { devices, media, states } = devicesTab();
    await devices.open(BOTH_KINDS);
    const present = media.present;
    media.present = present.filter(({ kind }) => kind === "audioinput");
    media.tracks[1]?.lose();
    await settle();
    expect(states()).toEqual(["live", "error"]);
    expect(devices.getSnapshot()).toMatchObject({ cameras: [], camera: { error: { code: "device/not-found" } } });
    media.dispatchEvent(new Event("devicechange"));
    await settle();
    expect(states()).toEqual(["live", "error"]);
    media.present = present;
    media.dispatchEvent(new Event("devicechange"));
    await settle();
    expect(states()).toEqual(["live", "live"]);
  });

  test.each([
    { kind: "microphone", at: 0, name: "audioinput" },
    { kind: "camera", at: 1, name: "videoinput" },
  ] as const)("keeps an unplugged $kind off if it was off", async ({ kind, at, name }) => {
    const { devices, media, states, clock } = devicesTab();
    await devices.open(BOTH_KINDS);
    await clock.advance(10_000);
    await devices.toggle(kind);
    const own = media.present;
    media.present = [
      ...own.filter((device) => device.kind !== name),
      { kind: name, deviceId: "built-in", label: "Built in" },
    ];
    media.tracks[at]?.lose();
    await settle();
    media.present = own;
    media.dispatchEvent(new Event("devicechange"));
    await settle();
    expect(states()[at]).toBe("off");
    expect(media.requests).toHaveLength(1);
    // The device is not in error: turning it on opens what is plugged in.
    await devices.toggle(kind);
    expect(states()[at]).toBe("live");
  });

  test("opens no device that was never on", async () => {
    const { devices, media, states } = devicesTab();
    await devices.open(["microphone"]);
    media.dispatchEvent(new Event("devicechange"));
    await settle();
    expect(states()).toEqual(["live", "off"]);
  });

  test("changes to another camera and stops the old one", async () => {
    const { devices, media } = devicesTab();
    media.present.push({ kind: "videoinput", deviceId: "video-2", label: "Other" });
    await devices.open(BOTH_KINDS);
    await devices.choose("camera", "video-2");
    expect(devices.getSnapshot().chosen.camera).toBe("video-2");
    expect(media.tracks.map((track) => track.readyState)).toEqual(["live", "ended", "live"]);
  });

  test("replaces an unplugged device until it is plugged in again", async () => {
    const { devices, media, states, clock } = devicesTab();
    const builtIn = media.present[0];
    if (builtIn === undefined) throw new Error("no microphone");
    const headset = { kind: "audioinput" as const, deviceId: "audio-2", label: "Headset" };
    media.present.push(headset);
    await devices.open(["microphone"]);
    await devices.choose("microphone", "audio-2");
    const inUse = () => devices.getSnapshot().chosen.microphone;
    expect(inUse()).toBe("audio-2");

    await clock.advance(10_000);
    media.present = [builtIn];
    media.tracks.at(-1)?.lose();
    await settle();
    expect([inUse(), states()[0]]).toEqual(["audio-1", "live"]);

    media.present = [builtIn, headset];
    media.dispatchEvent(new Event("devicechange"));
    await settle();
    expect([inUse(), states()[0]]).toEqual(["audio-2", "live"]);
    expect(media.tracks.map((track) => track.readyState)).toEqual(["ended", "ended", "ended", "live"]);
  });

  test("does not reopen a device that ends at once", async () => {
    const { devices, media, states } = devicesTab();
    await devices.open(["camera"]);
    media.tracks[0]?.lose();
    await settle();
    expect(states()[1]).toBe("error");
    expect(media.requests).toHaveLength(1);
  });

  test("opens a newly selected device after an error", async () => {
    const { devices, media, states } = devicesTab();
    media.present.push({ kind: "videoinput", deviceId: "video-2", label: "Other" });
    media.rejections.set("video", "NotReadableError");
    await devices.open(BOTH_KINDS);
    media.rejections.clear();
    await devices.choose("camera", "video-2");
    expect(states()).toEqual(["live", "live"]);
  });

  test("retries only the devices in error", async () => {
    const { devices, media, states } = devicesTab();
    media.rejections.set("video", "NotReadableError");
    await devices.open(BOTH_KINDS);
    media.rejections.clear();
    await devices.retry();
    expect(states()).toEqual(["live", "live"]);
    expect(media.tracks.filter(({ kind }) => kind === "audio")).toHaveLength(1);
  });

  test("lists the system's default first and no device twice", async () => {
    const { devices, media } = devicesTab();
    media.present = [
      { kind: "audiooutput", deviceId: "out-1", label: "Speaker" },
      { kind: "audiooutput", deviceId: "default", label: "Default" },
      { kind: "audiooutput", deviceId: "communications", label: "Communications" },
      ...media.present,
    ];
    await devices.open(BOTH_KINDS);
    expect(devices.getSnapshot().speakers.map(({ id }) => id)).toEqual(["default", "out-1"]);
  });

  test("uses the system's speaker while the selected one is missing", async () => {
    const { devices, media } = devicesTab();
    const headset = { kind: "audiooutput" as const, deviceId: "out-2", label: "Headset" };
    const others = media.present;
    media.present = [...others, headset];
    await devices.start();
    await devices.choose("speaker", "out-2");
    const chosen = async (present: typeof others) => {
      media.present = present;
      media.dispatchEvent(new Event("devicechange"));
      await settle();
      return devices.getSnapshot().chosen.speaker;
    };
    expect(await chosen([...others, headset])).toBe("out-2");
    expect(await chosen(others)).toBeNull();
    expect(await chosen([...others, headset])).toBe("out-2");
  });

  test("reports that the browser cannot select a speaker", async () => {
    const { devices } = devicesTab({ canChooseSpeaker: false });
    expect(devices.getSnapshot().canChooseSpeaker).toBe(false);
  });

  test("reports a microphone as silent until it sends a level", async () => {
    const { devices, meters, clock } = devicesTab();
    await devices.open(["microphone"]);
    const silentAfter = async (ms: number, level: number) => {
      await clock.advance(ms);
      meters[0]?.onLevel(level);
      return devices.getSnapshot().silent;
    };
    expect(await silentAfter(0, 0)).toBe(false);
    expect(await silentAfter(SILENCE_TIMEOUT_MS - 1, 0)).toBe(false);
    expect(await silentAfter(1, 0)).toBe(true);
    expect(await silentAfter(1, 0.001)).toBe(false);
    expect(await silentAfter(SILENCE_TIMEOUT_MS, 0)).toBe(false);
    expect(await silentAfter(SILENCE_TIMEOUT_MS, 0)).toBe(true);
    // A microphone that the user turned off is not silent. Turning it on restarts the measurement.
    await devices.toggle("microphone");
    expect(devices.getSnapshot().silent).toBe(false);
    expect(await silentAfter(SILENCE_TIMEOUT_MS, 0)).toBe(false);
    await devices.toggle("microphone");
    expect(await silentAfter(SILENCE_TIMEOUT_MS, 0)).toBe(false);
    expect(await silentAfter(SILENCE_TIMEOUT_MS, 0)).toBe(true);
  });

  test("reports speaking until a pause is long enough", async () => {
    const { devices, meters, clock } = devicesTab();
    await devices.open(["microphone"]);
    const level = async (value: number, ms: number) => {
      await clock.advance(ms);
      meters[0]?.onLevel(value);
      return devices.getSnapshot().speaking;
    };
    expect(await level(0.001, 0)).toBe(false);
    expect(await level(0.1, 100)).toBe(true);
    expect(await level(0, SPEAKING_HOLD_MS - 1)).toBe(true);
    expect(await level(0, 1)).toBe(false);
  });

  test("stops all tracks on suspend and reopens them on resume", async () => {
    const { devices, media, states } = devicesTab();
    await devices.open(BOTH_KINDS);
    await devices.toggle("microphone");
    devices.suspend();
    expect(states()).toEqual(["off", "off"]);
    expect(media.tracks.every((track) => track.readyState === "ended")).toBe(true);
    await devices.resume();
    expect(states()).toEqual(["off", "live"]);
  });

  test("reopens an unplugged device only on resume", async () => {
    const { devices, media, states } = devicesTab();
    await devices.open(BOTH_KINDS);
    const present = media.present;
    media.present = present.filter(({ kind }) => kind === "audioinput");
    media.tracks[1]?.lose();
    await settle();
    devices.suspend();
    media.present = present;
    media.dispatchEvent(new Event("devicechange"));
    await settle();
    expect(states()).toEqual(["off", "off"]);
    expect(media.tracks.every((track) => track.readyState === "ended")).toBe(true);
    await devices.resume();
    expect(states()).toEqual(["live", "live"]);
  });

  test("stops tracks that arrive after closing", async () => {
    const { devices, media, meters } = devicesTab();
    await devices.open(["microphone"]);
    const release = media.hold();
    const opening = devices.open(["camera"]);
    await settle();
    devices.close();
    release();
    await opening;
    expect(media.tracks.map((track) => track.readyState)).toEqual(["ended", "ended"]);
    expect(meters[0]?.closed).toBe(true);
  });

  test("keeps the same snapshot while nothing changes", async () => {
    const { devices, media } = devicesTab();
    await devices.open(BOTH_KINDS);
    const before = devices.getSnapshot();
    media.dispatchEvent(new Event("devicechange"));
    await settle();
    expect(devices.getSnapshot()).toBe(before);
  });
});
