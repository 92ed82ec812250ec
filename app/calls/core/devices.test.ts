import { expect, it } from "vitest";
import { createFakeClock, settle } from "../../../tests/fakes/clock.ts";
import { fakeMediaDevices, fakeStream } from "../../../tests/fakes/media.ts";
import { createDevices } from "./devices.ts";
import { SPEAKING_HOLD } from "./meter.ts";

function page(options: { secure?: boolean; remembered?: { microphone: string | null; camera: string | null } } = {}) {
  const clock = createFakeClock();
  const media = fakeMediaDevices();
  const meters: { heard: (level: number) => void; closed: boolean }[] = [];
  const devices = createDevices({
    mediaDevices: options.secure === false ? undefined : media,
    makeStream: (tracks) => fakeStream(tracks),
    makeMeter: (_track, heard) => {
      const meter = { heard, closed: false };
      meters.push(meter);
      return {
        close() {
          meter.closed = true;
        },
      };
    },
    clock,
    ...(options.remembered === undefined ? {} : { remembered: options.remembered }),
  });
  const states = () => [devices.getSnapshot().microphone.name, devices.getSnapshot().camera.name];
  return { clock, media, devices, meters, states };
}

const both = ["microphone", "camera"] as const;

it("opens both with one question, and shows preview, tracks and choices", async () => {
  const { devices, media, states } = page();
  const opening = devices.open(both);
  expect(states()).toEqual(["opening", "opening"]);
  await opening;
  expect(states()).toEqual(["live", "live"]);
  expect(media.asked).toHaveLength(1);
  const snapshot = devices.getSnapshot();
  expect(snapshot.tracks).toEqual({ audio: media.tracks[0], video: media.tracks[1] });
  expect(snapshot.preview?.getTracks()).toEqual([media.tracks[1]]);
  expect(snapshot.cameras).toEqual([{ id: "video-1", label: "Camera" }]);
  expect(snapshot.chosen).toEqual({ microphone: "audio-1", camera: "video-1" });
});

it.each([
  ["NotAllowedError", "device/permission-denied"],
  ["NotReadableError", "device/in-use"],
  ["NotFoundError", "device/not-found"],
])("a camera that is refused with %s leaves the microphone working", async (name, code) => {
  const { devices, media, states } = page();
  media.refusals.set("video", name);
  await devices.open(both);
  expect(states()).toEqual(["live", "error"]);
  expect(devices.getSnapshot().camera).toMatchObject({ error: { code } });
  expect(devices.getSnapshot().tracks.video).toBeNull();
  media.refusals.clear();
  await devices.toggle("camera");
  expect(states()).toEqual(["live", "live"]);
});

it("has nothing at all on a page that is not secure, and says so", async () => {
  const { devices } = page({ secure: false });
  await devices.open(both);
  const error = { name: "error", error: { code: "device/no-secure-context" } };
  expect(devices.getSnapshot()).toMatchObject({ microphone: error, camera: error });
});

it("a camera that is off is stopped, and opened anew when it is on again", async () => {
  const { devices, media, states } = page();
  await devices.open(both);
  await devices.toggle("camera");
  expect(media.tracks[1]?.readyState).toBe("ended");
  expect(devices.getSnapshot()).toMatchObject({ preview: null, camera: { name: "off" } });
  await devices.toggle("camera");
  expect(states()).toEqual(["live", "live"]);
  expect(devices.getSnapshot().tracks.video).toBe(media.tracks[2]);
});

it("a microphone that is off keeps its track, silent", async () => {
  const { devices, media, meters } = page();
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
  const { devices, media, states } = page();
  const release = media.hold();
  const opening = devices.open(both);
  await settle();
  await devices.toggle("camera");
  release();
  await opening;
  expect(states()).toEqual(["live", "off"]);
  expect(media.tracks.map((track) => track.readyState)).toEqual(["live", "ended"]);
});

it("says when a device is pulled out, and takes it back when it returns", async () => {
  const { devices, media, states } = page();
  await devices.open(both);
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

it("a device plugged in does not open what was never on", async () => {
  const { devices, media, states } = page();
  await devices.open(["microphone"]);
  media.dispatchEvent(new Event("devicechange"));
  await settle();
  expect(states()).toEqual(["live", "off"]);
});

it("changes to another camera, and stops the old one", async () => {
  const { devices, media } = page();
  media.present.push({ kind: "videoinput", deviceId: "video-2", label: "Other" });
  await devices.open(both);
  await devices.choose("camera", "video-2");
  expect(devices.getSnapshot().chosen.camera).toBe("video-2");
  expect(media.tracks.map((track) => track.readyState)).toEqual(["live", "ended", "live"]);
});

it("passes over a remembered device that is gone", async () => {
  const { devices, states } = page({ remembered: { microphone: "audio-9", camera: "video-1" } });
  await devices.open(both);
  expect(states()).toEqual(["live", "live"]);
  expect(devices.getSnapshot().chosen.microphone).toBe("audio-1");
});

it("speaking begins with sound and ends after a pause, not in it", async () => {
  const { devices, meters, clock } = page();
  await devices.open(["microphone"]);
  const level = async (value: number, ms: number) => {
    await clock.advance(ms);
    meters[0]?.heard(value);
    return devices.getSnapshot().speaking;
  };
  expect(await level(0.001, 0)).toBe(false);
  expect(await level(0.1, 100)).toBe(true);
  expect(await level(0, SPEAKING_HOLD - 1)).toBe(true);
  expect(await level(0, 1)).toBe(false);
});

it("suspended, every light is out; resumed, what was on is on", async () => {
  const { devices, media, states } = page();
  await devices.open(both);
  await devices.toggle("microphone");
  devices.suspend();
  expect(states()).toEqual(["off", "off"]);
  expect(media.tracks.every((track) => track.readyState === "ended")).toBe(true);
  await devices.resume();
  expect(states()).toEqual(["off", "live"]);
});

it("closed while opening, it lets go of what comes", async () => {
  const { devices, media, meters } = page();
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
  const { devices, media } = page();
  await devices.open(both);
  const before = devices.getSnapshot();
  media.dispatchEvent(new Event("devicechange"));
  await settle();
  expect(devices.getSnapshot()).toBe(before);
});
