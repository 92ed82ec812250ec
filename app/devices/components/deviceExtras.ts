/** The choice of devices and the help with a refused one: one chunk, of the door and of the call. */

export { DeviceSettingsDialog } from "./DeviceSettingsDialog.tsx";
export { PermissionHelp } from "./PermissionHelp.tsx";
