/** The devices of one page, real but for the media, the clock and the storage. */
import { createDevices } from "../../app/calls/core/devices.ts";
import { createDevicesMemory } from "../../app/calls/core/devicesMemory.ts";
import { createFakeClock } from "./clock.ts";
import { fakeMediaDevices, fakeStream } from "./media.ts";
import { fakeStorage } from "./storage.ts";

export function page(
  options: { secure?: boolean; storage?: ReturnType<typeof fakeStorage>; canChooseSpeaker?: boolean } = {},
) {
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
    memory: createDevicesMemory(() => options.storage ?? fakeStorage()),
    canChooseSpeaker: options.canChooseSpeaker ?? true,
  });
  const states = () => [devices.getSnapshot().microphone.name, devices.getSnapshot().camera.name];
  return { clock, media, devices, meters, states };
}

export const both = ["microphone", "camera"] as const;
