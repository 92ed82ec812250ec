/** The devices of one page. Media, clock and storage are fakes; the rest is real. */

import { createDevicePreferencesStore } from "../../app/devices/devicePreferences.ts";
import { createDevices } from "../../app/devices/devices.ts";
import { createFakeClock } from "./clock.ts";
import { fakeMediaDevices, fakeStream } from "./media.ts";
import { fakeStorage } from "./storage.ts";

export function devicesTab(
  options: { secure?: boolean; storage?: ReturnType<typeof fakeStorage>; canChooseSpeaker?: boolean } = {},
) {
  const clock = createFakeClock();
  const media = fakeMediaDevices();
  const meters: { onLevel: (level: number) => void; closed: boolean }[] = [];
  const devices = createDevices({
    mediaDevices: options.secure === false ? undefined : media,
    createStream: (tracks) => fakeStream(tracks),
    createMeter: (_track, onLevel) => {
      const meter = { onLevel, closed: false };
      meters.push(meter);
      return {
        close() {
          meter.closed = true;
        },
      };
    },
    clock,
    preferencesStore: createDevicePreferencesStore(() => options.storage ?? fakeStorage()),
    canChooseSpeaker: options.canChooseSpeaker ?? true,
  });
  const states = () => [devices.getSnapshot().microphone.name, devices.getSnapshot().camera.name];
  return { clock, media, devices, meters, states };
}

export const BOTH_KINDS = ["microphone", "camera"] as const;
