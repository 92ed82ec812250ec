export { ShortcutList } from "./components/ShortcutList.tsx";
export type { Devices, DevicesSnapshot } from "./core/devices.ts";
export { controlView, isAsking } from "./personViews.ts";
export { useDevices } from "./useDevices.ts";

/** The call itself, loaded while one stands at the door. */
export const loadRoom = () => import("./components/Room.tsx");
