import { systemClock } from "../../platform/clock.ts";
import { createDevices, type Devices } from "./devices.ts";
import { createDevicesMemory } from "./devicesMemory.ts";
import { browserMeter } from "./meter.ts";

/** The devices of this browser, for the door and the call. */
export const createBrowserDevices = (): Devices =>
  createDevices({
    mediaDevices: navigator.mediaDevices,
    makeStream: (tracks) => new MediaStream(tracks),
    makeMeter: browserMeter(systemClock),
    clock: systemClock,
    memory: createDevicesMemory(() => localStorage),
    canChooseSpeaker: "setSinkId" in HTMLMediaElement.prototype,
  });
