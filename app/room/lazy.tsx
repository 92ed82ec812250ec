import type { Devices } from "~/devices/devices.ts";
import { loadNamespaces } from "~/i18n/loadMessages.ts";

/** The call itself, loaded while one stands at the door. */
export const loadRoom = async () => (await import("./Room.tsx")).Room;

/** Makes the call's first connection while one stands at the door, with what is on of `devices` until the answer is called. */
export function prewarmConnection(devices: Devices): () => void {
  let disposed = false;
  let dispose = () => {};
  import("./Room.tsx").then(
    ({ prewarm }) => {
      if (!disposed) dispose = prewarm(devices);
    },
    // Who wants the room says that it cannot be had.
    () => {},
  );
  return () => {
    disposed = true;
    dispose();
  };
}

/** The choice of devices, over the door or the call, loaded when it is wanted. */
export async function loadDeviceSettings() {
  const [{ DeviceSettingsDialog }] = await Promise.all([
    import("~/devices/components/deviceExtras.ts"),
    loadNamespaces("devices"),
  ]);
  return DeviceSettingsDialog;
}

/** How a refused permission is given, in the words of this browser. */
export async function loadDeviceHelp() {
  const [{ PermissionHelp }] = await Promise.all([
    import("~/devices/components/deviceExtras.ts"),
    loadNamespaces("devices"),
  ]);
  return PermissionHelp;
}
