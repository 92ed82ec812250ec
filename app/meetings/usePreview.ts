import { useSyncExternalStore } from "react";
import { controlView, type Devices, type DevicesSnapshot, isAsking } from "~/calls/index.ts";
import type { PreviewView } from "./view.ts";

const nothing = () => () => {};
const none = (): DevicesSnapshot | null => null;
const silence = { getSnapshot: () => 0, subscribe: nothing };

/** What the door shows of the devices; before the page has any, it is about to ask. */
export function usePreview(devices: Devices | null): PreviewView {
  const now = useSyncExternalStore(devices?.subscribe ?? nothing, devices?.getSnapshot ?? none, none);
  if (devices === null || now === null) {
    const opening = { on: true, error: null };
    return { stream: null, asking: true, microphone: opening, camera: opening, level: silence, silent: false };
  }
  return {
    stream: now.preview,
    asking: isAsking(now),
    microphone: controlView(now.microphone),
    camera: controlView(now.camera),
    level: devices.level,
    silent: now.silent,
  };
}
