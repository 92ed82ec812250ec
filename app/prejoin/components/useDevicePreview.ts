import { useSyncExternalStore } from "react";
import { deviceControlView, isOpeningDevices } from "~/devices/deviceControlView.ts";
import type { Devices, DevicesSnapshot } from "~/devices/devices.ts";
import type { DevicePreviewView } from "../preJoinView.ts";

const noSubscription = () => () => {};
const noSnapshot = (): DevicesSnapshot | null => null;
const silentLevel = { getSnapshot: () => 0, subscribe: noSubscription };

/** Returns the preview of the devices. Before hydration it shows the permission prompt as pending. */
export function useDevicePreview(devices: Devices | null): DevicePreviewView {
  const snapshot = useSyncExternalStore(
    devices?.subscribe ?? noSubscription,
    devices?.getSnapshot ?? noSnapshot,
    noSnapshot,
  );
  if (devices === null || snapshot === null) {
    const pendingDevice = { on: true, error: null };
    return {
      stream: null,
      promptOpen: true,
      microphone: pendingDevice,
      camera: pendingDevice,
      level: silentLevel,
      silent: false,
    };
  }
  return {
    stream: snapshot.preview,
    promptOpen: isOpeningDevices(snapshot),
    microphone: deviceControlView(snapshot.microphone),
    camera: deviceControlView(snapshot.camera),
    level: devices.level,
    silent: snapshot.silent,
  };
}
