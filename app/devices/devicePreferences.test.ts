import { describe, expect, test } from "vitest";
import { settle } from "../../tests/fakes/clock.ts";
import { BOTH_KINDS, devicesTab } from "../../tests/fakes/devices.ts";
import { fakeStorage } from "../../tests/fakes/storage.ts";

describe("device preferences", () => {
  test("stores selections at once and what is on at joining", async () => {
    const storage = fakeStorage();
    const first = devicesTab({ storage });
    const headset = { kind: "audioinput" as const, deviceId: "audio-2", label: "Headset" };
    first.media.present.push(headset);
    await first.devices.start();
    expect(first.states()).toEqual(["live", "live"]);
    await first.devices.choose("microphone", "audio-2");
    await first.devices.toggle("camera");
    first.devices.savePreferences();
    // Changes during the call do not count.
    await first.devices.toggle("microphone");
    first.devices.close();

    const next = devicesTab({ storage });
    next.media.present.push(headset);
    await next.devices.start();
    expect(next.states()).toEqual(["live", "off"]);
    expect(next.media.requests).toHaveLength(1);
    expect(next.devices.getSnapshot().chosen.microphone).toBe("audio-2");
  });

  test("counts a device in error as on", async () => {
    const storage = fakeStorage();
    const first = devicesTab({ storage });
    first.media.rejections.set("video", "NotAllowedError");
    await first.devices.start();
    first.devices.savePreferences();
    const next = devicesTab({ storage });
    await next.devices.start();
    expect(next.states()).toEqual(["live", "live"]);
  });

  test("opens nothing if both were off at joining", async () => {
    const storage = fakeStorage();
    const first = devicesTab({ storage });
    await first.devices.start();
    for (const kind of BOTH_KINDS) await first.devices.toggle(kind);
    first.devices.savePreferences();
    const next = devicesTab({ storage });
    await next.devices.start();
    expect(next.media.requests).toEqual([]);
    expect(next.states()).toEqual(["off", "off"]);
    expect(next.devices.getSnapshot().cameras).toHaveLength(1);
  });

  test("skips a missing device and keeps its selection", async () => {
    const storage = fakeStorage();
    const first = devicesTab({ storage });
    first.media.present.push({ kind: "audioinput", deviceId: "audio-9", label: "Headset" });
    await first.devices.start();
    await first.devices.choose("microphone", "audio-9");
    const without = devicesTab({ storage });
    await without.devices.start();
    expect(without.states()).toEqual(["live", "live"]);
    expect(without.devices.getSnapshot().chosen.microphone).toBe("audio-1");
    without.devices.savePreferences();
    const again = devicesTab({ storage });
    again.media.present.push({ kind: "audioinput", deviceId: "audio-9", label: "Headset" });
    await again.devices.start();
    expect(again.devices.getSnapshot().chosen.microphone).toBe("audio-9");
  });

  test.each([
    { gone: "camera", name: "videoinput", chosen: { microphone: "audio-9", camera: "video-1" } },
    { gone: "microphone", name: "audioinput", chosen: { microphone: "audio-1", camera: "video-9" } },
  ] as const)("a missing $gone does not reset the other selection", async ({ name, chosen }) => {
    const storage = fakeStorage();
    const first = devicesTab({ storage });
    const taken = [
      { kind: "audioinput" as const, deviceId: "audio-9", label: "Headset" },
      { kind: "videoinput" as const, deviceId: "video-9", label: "Webcam" },
    ];
    first.media.present.push(...taken);
    await first.devices.start();
    await first.devices.choose("microphone", "audio-9");
    await first.devices.choose("camera", "video-9");

    const next = devicesTab({ storage });
    next.media.present.push(...taken.filter(({ kind }) => kind !== name));
    await next.devices.start();
    expect(next.states()).toEqual(["live", "live"]);
    expect(next.devices.getSnapshot().chosen).toMatchObject(chosen);
    // Requests for missing devices fail without a prompt. The one successful request covers both devices.
    expect(next.media.tracks).toHaveLength(2);
    expect(next.media.requests.every(({ audio, video }) => audio !== false && video !== false)).toBe(true);
  });

  test("uses the stored microphone if there is no camera", async () => {
    const storage = fakeStorage();
    const first = devicesTab({ storage });
    const headset = { kind: "audioinput" as const, deviceId: "audio-9", label: "Headset" };
    first.media.present.push(headset, { kind: "videoinput", deviceId: "video-9", label: "Webcam" });
    await first.devices.start();
    await first.devices.choose("microphone", "audio-9");
    await first.devices.choose("camera", "video-9");

    const next = devicesTab({ storage });
    next.media.present = [...next.media.present.filter(({ kind }) => kind === "audioinput"), headset];
    await next.devices.start();
    expect(next.devices.getSnapshot()).toMatchObject({
      microphone: { name: "live" },
      camera: { name: "error", error: { code: "device/not-found" } },
      chosen: { microphone: "audio-9" },
    });
  });

  test.each([
    "",
    "null",
    "{",
    "[]",
    '{"microphone":{"id":7,"on":"yes"}}',
    '{"microphone":{"id":7,"on":false},"camera":{"id":null,"on":false},"speaker":null}',
    '{"microphone":{"id":null,"on":0},"camera":{"id":null,"on":false},"speaker":null}',
    '{"microphone":{"id":null,"on":false},"camera":null,"speaker":null}',
    '{"microphone":{"id":null,"on":false},"camera":{"id":null,"on":false}}',
    '{"__proto__":{"id":"x"}}',
    "x".repeat(100_000),
  ])("ignores a stored value of another shape (%#)", async (stored) => {
    const storage = fakeStorage();
    storage.setItem("parley.devices", stored);
    const { devices, states } = devicesTab({ storage });
    await devices.start();
    expect(states()).toEqual(["live", "live"]);
  });

  test("lasts as long as the page without storage", async () => {
    const storage = fakeStorage();
    storage.full = true;
    const { devices, media } = devicesTab({ storage });
    media.present.push({ kind: "videoinput", deviceId: "video-2", label: "Other" });
    await devices.start();
    await devices.choose("camera", "video-2");
    devices.savePreferences();
    expect(devices.getSnapshot().chosen.camera).toBe("video-2");
  });
});

const AUDIO_IN = "audioinput" as const;

test("follows the system's default to another microphone", async () => {
  const { devices, media } = devicesTab();
  const system = (mic: string) => [
    { kind: AUDIO_IN, deviceId: "default", label: `Default - ${mic}` },
    { kind: AUDIO_IN, deviceId: "mic-1", label: "Mic 1" },
    { kind: AUDIO_IN, deviceId: "mic-2", label: "Mic 2" },
  ];
  media.present = system("Mic 1");
  await devices.open(["microphone"]);
  media.dispatchEvent(new Event("devicechange"));
  await settle();
  expect(media.requests).toHaveLength(1);
  media.present = system("Mic 2");
  media.dispatchEvent(new Event("devicechange"));
  await settle();
  expect(media.tracks.map(({ readyState }) => readyState)).toEqual(["ended", "live"]);
  expect(devices.getSnapshot()).toMatchObject({ microphone: { name: "live" }, chosen: { microphone: "default" } });
});

test("a selected microphone ignores the system's default", async () => {
  const { devices, media } = devicesTab();
  const mic = { kind: AUDIO_IN, deviceId: "mic-1", label: "Mic 1" };
  media.present = [{ kind: AUDIO_IN, deviceId: "default", label: "Default - Mic 1" }, mic];
  await devices.open(["microphone"]);
  await devices.choose("microphone", "mic-1");
  const { length } = media.requests;
  media.present = [{ kind: AUDIO_IN, deviceId: "default", label: "Default - Mic 2" }, mic];
  media.dispatchEvent(new Event("devicechange"));
  await settle();
  expect(media.requests).toHaveLength(length);
});

test("uses a headset again that returns under another id", async () => {
  const { devices, media, clock } = devicesTab();
  const builtIn = { kind: AUDIO_IN, deviceId: "audio-1", label: "Built in" };
  const headset = (deviceId: string) => ({ kind: AUDIO_IN, deviceId, label: "Headset" });
  const inUse = () => devices.getSnapshot().chosen.microphone;
  media.present = [builtIn, headset("old")];
  await devices.open(["microphone"]);
  await devices.choose("microphone", "old");
  await clock.advance(10_000);
  media.present = [builtIn];
  media.tracks.at(-1)?.lose();
  await settle();
  expect(inUse()).toBe("audio-1");
  media.present = [builtIn, headset("new")];
  media.dispatchEvent(new Event("devicechange"));
  await settle();
  expect(inUse()).toBe("new");
});
