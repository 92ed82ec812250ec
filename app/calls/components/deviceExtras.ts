/** The choice of devices and the help with a refused one: one chunk, of the door and of the call. */
export { DeviceHelp } from "./DeviceHelp.tsx";
export { DeviceSettings } from "./DeviceSettings.tsx";
