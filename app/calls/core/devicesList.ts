/** What is plugged in, as lists to choose from. */
import { keepList, keepObject } from "../../platform/store.ts";

export interface DeviceChoice {
  readonly id: string;
  /** Empty before permission was given. */
  readonly label: string;
}

/** Chromium lists what the system uses by itself once more under these names. */
const DEFAULT = "default";
const COMMUNICATIONS = "communications";

/** Those of one kind, the system's own choice first. `before` keeps what did not change the same object. */
export function choicesOf(
  found: readonly MediaDeviceInfo[],
  kind: MediaDeviceKind,
  before: readonly DeviceChoice[],
): readonly DeviceChoice[] {
  const next = found
    .filter((device) => device.kind === kind && device.deviceId !== "" && device.deviceId !== COMMUNICATIONS)
    .sort((a, b) => Number(b.deviceId === DEFAULT) - Number(a.deviceId === DEFAULT))
    .map(({ deviceId: id, label }) =>
      keepObject(
        before.find((choice) => choice.id === id),
        { id, label },
      ),
    );
  return keepList(before, next);
}

export const isAmong = (choices: readonly DeviceChoice[], id: string | null): boolean =>
  choices.some((choice) => choice.id === id);
