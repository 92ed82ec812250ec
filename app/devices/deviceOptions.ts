/** What is plugged in, as lists to choose from. */
import { reuseIfShallowEqual, reuseListIfEqual } from "../lib/store.ts";

export interface DeviceOption {
  readonly id: string;
  /** Empty before permission was given. */
  readonly label: string;
}

/** Chromium lists what the system uses by itself once more under these names. */
const DEFAULT_DEVICE_ID = "default";
const COMMUNICATIONS_DEVICE_ID = "communications";

/** Those of one kind, the system's own choice first. `before` keeps what did not change the same object. */
export function deviceOptionsOfKind(
  mediaDevices: readonly MediaDeviceInfo[],
  kind: MediaDeviceKind,
  previous: readonly DeviceOption[],
): readonly DeviceOption[] {
  const next = mediaDevices
    .filter((device) => device.kind === kind && device.deviceId !== "" && device.deviceId !== COMMUNICATIONS_DEVICE_ID)
    .sort((a, b) => Number(b.deviceId === DEFAULT_DEVICE_ID) - Number(a.deviceId === DEFAULT_DEVICE_ID))
    .map(({ deviceId: id, label }) =>
      reuseIfShallowEqual(
        previous.find((choice) => choice.id === id),
        { id, label },
      ),
    );
  return reuseListIfEqual(previous, next);
}

export const hasDevice = (options: readonly DeviceOption[], id: string | null): boolean =>
  options.some((choice) => choice.id === id);
