import { reuseIfShallowEqual, reuseListIfEqual } from "../lib/store.ts";

export interface DeviceOption {
  readonly id: string;
  /** Empty before the permission is granted. */
  readonly label: string;
}

/** Chromium lists the system's devices a second time under these ids. */
const DEFAULT_DEVICE_ID = "default";
const COMMUNICATIONS_DEVICE_ID = "communications";

/** Returns the devices of one kind, the system's default first. Unchanged options stay the same objects as in `previous`. */
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
        previous.find((option) => option.id === id),
        { id, label },
      ),
    );
  return reuseListIfEqual(previous, next);
}

export const hasDevice = (options: readonly DeviceOption[], id: string | null): boolean =>
  options.some((option) => option.id === id);

/** Returns whether the system's default is another device than before. An open track stays with the old one. */
export function hasDefaultChanged(previous: readonly DeviceOption[], current: readonly DeviceOption[]): boolean {
  const [before, now] = [previous, current].map((options) => options.find(({ id }) => id === DEFAULT_DEVICE_ID));
  return before !== undefined && now !== undefined && before.label !== "" && before.label !== now.label;
}

export const isDefaultDevice = (id: string | null): boolean => id === DEFAULT_DEVICE_ID;

/** Returns the id of a selected device. Some devices return under another id, and keep their label. */
export function currentDeviceId(
  options: readonly DeviceOption[],
  { id, label = "" }: { readonly id: string | null; readonly label?: string | undefined },
): string | null {
  if (id === null || label === "" || hasDevice(options, id)) return id;
  return options.find((option) => option.label === label)?.id ?? id;
}

/** Returns the label to store with a selection. */
export const labelOf = (options: readonly DeviceOption[], id: string): string =>
  options.find((option) => option.id === id)?.label ?? "";
