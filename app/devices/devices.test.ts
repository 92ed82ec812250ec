import { expect, it } from "vitest";
import { settle } from "../../tests/fakes/clock.ts";
import { BOTH_KINDS, devicesTab } from "../../tests/fakes/devices.ts";
import { SILENCE_TIMEOUT_MS, SPEAKING_HOLD_MS } from "./audioMeter.ts";

it("opens both with one question, and shows preview, tracks and choices", async () => {
  const { devices, media, states } = devicesTab();
  const opening = devices.open(BOTH_KINDS);
  expect(states()).toEqual(["opening", "opening"]);
  await opening;
  expect(states()).toEqual(["live", "live"]);
  expect(media.asked).toHaveLength(1);
  const snapshot = devices.getSnapshot();
  expect(snapshot.tracks).toEqual({ audio: media.tracks[0], video: media.tracks[1] });
  expect(snapshot.preview?.getTracks()).toEqual([media.tracks[1]]);
  expect(snapshot.cameras).toEqual([{ id: "video-1", label: "Camera" }]);
  expect(snapshot.chosen).toEqual({ microphone: "audio-1", camera: "video-1", speaker: null });
});

it.each([
  ["NotAllowedError", "device/permission-denied"],
  ["NotReadableError", "device/in-use"],
  ["NotFoundError", "device/not-found"],
])("a camera that is refused with %s leaves the microphone working", async (name, code) => {
  const { devices, media, states } = devicesTab();
  media.refusals.set("video", name);
  await devices.open(BOTH_KINDS);
  expect(states()).toEqual(["live", "error"]);
  expect(devices.getSnapshot().camera).toMatchObject({ error: { code } });
  expect(devices.getSnapshot().tracks.video).toBeNull();
  media.refusals.clear();
  await devices.toggle("camera");
  expect(states()).toEqual(["live", "live"]);
});

it("has nothing at all on a page that is not secure, and says so", async () => {
  const { devices } = devicesTab({ secure: false });
  await devices.open(BOTH_KINDS);
  const error = { name: "error", error: { code: "device/no-secure-context" } };
  expect(devices.getSnapshot()).toMatchObject({ microphone: error, camera: error });
});

it("a camera that is off is stopped, and opened anew when it is on again", async () => {
  const { devices, media, states } = devicesTab();
  await devices.open(BOTH_KINDS);
  await devices.toggle("camera");
  expect(media.tracks[1]?.readyState).toBe("ended");
  expect(devices.getSnapshot()).toMatchObject({ preview: null, camera: { name: "off" } });
  await devices.toggle("camera");
  expect(states()).toEqual(["live", "live"]);
  expect(devices.getSnapshot().tracks.video).toBe(media.tracks[2]);
});

it("a microphone that is off keeps its track, silent", async () => {
  const { devices, media, meters } = devicesTab();
  await devices.open(["microphone"]);
  meters[0]?.heard(0.5);
  expect(devices.getSnapshot().speaking).toBe(true);
  await devices.toggle("microphone");
  expect(media.tracks[0]).toMatchObject({ enabled: false, readyState: "live" });
  expect(devices.getSnapshot()).toMatchObject({ speaking: false, microphone: { name: "off" } });
  await devices.toggle("microphone");
  expect(media.tracks).toHaveLength(1);
  expect(media.tracks[0]?.enabled).toBe(true);
});

it("a camera that was turned off while it opened does not stay on", async () => {
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

it("says when a device is pulled out, and takes it back when it returns", async () => {
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

it.each([
  { kind: "microphone", at: 0, name: "audioinput" },
  { kind: "camera", at: 1, name: "videoinput" },
] as const)(
  "a $kind that is off when it is pulled out stays off, with another one there and when it returns",
  async ({ kind, at, name }) => {
    const { devices, media, states, clock } = devicesTab();
    await devices.open(BOTH_KINDS);
    await clock.advance(10_000);
    await devices.toggle(kind);
    const own = media.present;
    media.present = [
      ...own.filter((one) => one.kind !== name),
      { kind: name, deviceId: "built-in", label: "Built in" },
    ];
    media.tracks[at]?.lose();
    await settle();
    media.present = own;
    media.dispatchEvent(new Event("devicechange"));
    await settle();
    expect(states()[at]).toBe("off");
    expect(media.asked).toHaveLength(1);
    // It is not that it could not be had: a press opens what is there.
    await devices.toggle(kind);
    expect(states()[at]).toBe("live");
  },
);

it("a device plugged in does not open what was never on", async () => {
  const { devices, media, states } = devicesTab();
  await devices.open(["microphone"]);
  media.dispatchEvent(new Event("devicechange"));
  await settle();
  expect(states()).toEqual(["live", "off"]);
});

it("changes to another camera, and stops the old one", async () => {
  const { devices, media } = devicesTab();
  media.present.push({ kind: "videoinput", deviceId: "video-2", label: "Other" });
  await devices.open(BOTH_KINDS);
  await devices.choose("camera", "video-2");
  expect(devices.getSnapshot().chosen.camera).toBe("video-2");
  expect(media.tracks.map((track) => track.readyState)).toEqual(["live", "ended", "live"]);
});

it("a device that ends gives way to another of its kind; the one chosen comes back when it is plugged in again", async () => {
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

it("a device that ends as soon as it is opened is not opened for ever", async () => {
  const { devices, media, states } = devicesTab();
  await devices.open(["camera"]);
  media.tracks[0]?.lose();
  await settle();
  expect(states()[1]).toBe("error");
  expect(media.asked).toHaveLength(1);
});

it("another device of a kind that is in error is tried at once", async () => {
  const { devices, media, states } = devicesTab();
  media.present.push({ kind: "videoinput", deviceId: "video-2", label: "Other" });
  media.refusals.set("video", "NotReadableError");
  await devices.open(BOTH_KINDS);
  media.refusals.clear();
  await devices.choose("camera", "video-2");
  expect(states()).toEqual(["live", "live"]);
});

it("tries again only what is in error, with what is live left alone", async () => {
  const { devices, media, states } = devicesTab();
  media.refusals.set("video", "NotReadableError");
  await devices.open(BOTH_KINDS);
  media.refusals.clear();
  await devices.retry();
  expect(states()).toEqual(["live", "live"]);
  expect(media.tracks.filter(({ kind }) => kind === "audio")).toHaveLength(1);
});

it("lists the system's own choice first, and no device twice for it", async () => {
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

it("a chosen speaker that is gone gives way to the system's, and is taken again when it is back", async () => {
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

it("says when this browser lets nobody choose a speaker", async () => {
  const { devices } = devicesTab({ canChooseSpeaker: false });
  expect(devices.getSnapshot().canChooseSpeaker).toBe(false);
});

it("a microphone from which nothing comes is silent after a while, and no longer once something does", async () => {
  const { devices, meters, clock } = devicesTab();
  await devices.open(["microphone"]);
  const after = async (ms: number, level: number) => {
    await clock.advance(ms);
    meters[0]?.heard(level);
    return devices.getSnapshot().silent;
  };
  expect(await after(0, 0)).toBe(false);
  expect(await after(SILENCE_TIMEOUT_MS - 1, 0)).toBe(false);
  expect(await after(1, 0)).toBe(true);
  expect(await after(1, 0.001)).toBe(false);
  expect(await after(SILENCE_TIMEOUT_MS, 0)).toBe(false);
  expect(await after(SILENCE_TIMEOUT_MS, 0)).toBe(true);
  // Off by oneself is not silent; on again it is listened to anew.
  await devices.toggle("microphone");
  expect(devices.getSnapshot().silent).toBe(false);
  expect(await after(SILENCE_TIMEOUT_MS, 0)).toBe(false);
  await devices.toggle("microphone");
  expect(await after(SILENCE_TIMEOUT_MS, 0)).toBe(false);
  expect(await after(SILENCE_TIMEOUT_MS, 0)).toBe(true);
});

it("speaking begins with sound and ends after a pause, not in it", async () => {
  const { devices, meters, clock } = devicesTab();
  await devices.open(["microphone"]);
  const level = async (value: number, ms: number) => {
    await clock.advance(ms);
    meters[0]?.heard(value);
    return devices.getSnapshot().speaking;
  };
  expect(await level(0.001, 0)).toBe(false);
  expect(await level(0.1, 100)).toBe(true);
  expect(await level(0, SPEAKING_HOLD_MS - 1)).toBe(true);
  expect(await level(0, 1)).toBe(false);
});

it("suspended, every light is out; resumed, what was on is on", async () => {
  const { devices, media, states } = devicesTab();
  await devices.open(BOTH_KINDS);
  await devices.toggle("microphone");
  devices.suspend();
  expect(states()).toEqual(["off", "off"]);
  expect(media.tracks.every((track) => track.readyState === "ended")).toBe(true);
  await devices.resume();
  expect(states()).toEqual(["off", "live"]);
});

it("a device that was pulled out stays dark when it returns to a suspended page; resumed, it is on", async () => {
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

it("closed while opening, it lets go of what comes", async () => {
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

it("keeps the same snapshot while nothing changes", async () => {
  const { devices, media } = devicesTab();
  await devices.open(BOTH_KINDS);
  const before = devices.getSnapshot();
  media.dispatchEvent(new Event("devicechange"));
  await settle();
  expect(devices.getSnapshot()).toBe(before);
});
