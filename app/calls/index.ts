import { texts } from "~/i18n/index.tsx";
import type { Devices } from "./core/devices.ts";

export { DeviceLevel } from "./components/DeviceLevel.tsx";
export { ShortcutList } from "./components/ShortcutList.tsx";
export type { Call, CallSnapshot } from "./core/call.ts";
export type { Room } from "./core/createRoom.ts";
export type { Devices, DevicesSnapshot } from "./core/devices.ts";
export { controlView, isAsking } from "./personViews.ts";
export { useDevices } from "./useDevices.ts";

/** The call itself, loaded while one stands at the door. */
export const loadRoom = async () => (await import("./components/Room.tsx")).Room;

/** Makes the call's first connection while one stands at the door, with what is on of `devices` until the answer is called. */
export function connectAhead(devices: Devices): () => void {
  let ended = false;
  let end = () => {};
  import("./components/Room.tsx").then(
    ({ makeAhead }) => {
      if (!ended) end = makeAhead(devices);
    },
    // Who wants the room says that it cannot be had.
    () => {},
  );
  return () => {
    ended = true;
    end();
  };
}

/** The choice of devices, over the door or the call, loaded when it is wanted. */
export async function loadDeviceSettings() {
  const [{ DeviceSettings }] = await Promise.all([import("./components/deviceExtras.ts"), texts("devices")]);
  return DeviceSettings;
}

/** How a refused permission is given, in the words of this browser. */
export async function loadDeviceHelp() {
  const [{ DeviceHelp }] = await Promise.all([import("./components/deviceExtras.ts"), texts("devices")]);
  return DeviceHelp;
}
