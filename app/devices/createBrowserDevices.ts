import { systemClock } from "../lib/clock.ts";
import { createBrowserAudioMeter } from "./audioMeter.ts";
import { createDevicePreferencesStore } from "./devicePreferences.ts";
import { createDevices, type Devices } from "./devices.ts";

export const createBrowserDevices = (): Devices =>
  createDevices({
    mediaDevices: navigator.mediaDevices,
    createStream: (tracks) => new MediaStream(tracks),
    createMeter: createBrowserAudioMeter(systemClock),
    clock: systemClock,
    preferencesStore: createDevicePreferencesStore(() => localStorage),
    canChooseSpeaker: "setSinkId" in HTMLMediaElement.prototype,
  });
