import { lazyComponent, lazyModule } from "~/ui/lazy.tsx";

const loadExtras = () => import("./components/deviceExtras.ts");

export const DeviceSettingsDialog = lazyComponent("devices", async () => (await loadExtras()).DeviceSettingsDialog);

/** Explains how to grant a denied permission in this browser. */
export const lazyPermissionHelp = lazyModule("devices", async () => (await loadExtras()).PermissionHelp);
