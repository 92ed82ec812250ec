/** One chunk of the pre-join page and the call. */

export { DeviceSettingsDialog } from "./DeviceSettingsDialog.tsx";
export { PermissionHelp } from "./PermissionHelp.tsx";
