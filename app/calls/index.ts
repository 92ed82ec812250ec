import { texts } from "~/i18n/index.tsx";

export { DeviceLevel } from "./components/DeviceLevel.tsx";
export { ShortcutList } from "./components/ShortcutList.tsx";
export type { Call, CallSnapshot } from "./core/call.ts";
export type { Room } from "./core/createRoom.ts";
export type { Devices, DevicesSnapshot } from "./core/devices.ts";
export { controlView, isAsking } from "./personViews.ts";
export { useDevices } from "./useDevices.ts";

/** The call itself, loaded while one stands at the door, where there is time to make its first connection too. */
export async function loadRoom() {
  const { Room, makeAhead } = await import("./components/Room.tsx");
  makeAhead();
  return Room;
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
