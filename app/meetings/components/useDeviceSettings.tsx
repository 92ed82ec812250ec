import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { type DeviceSettingsProps, type Devices, loadDeviceSettings } from "~/calls/index.ts";
import type { PublicEnv } from "~/platform/context.ts";

interface DeviceSettingsHandle {
  open(): void;
  /** Somebody is about to open it. */
  preload(): void;
  /** It could not be loaded. */
  missing: boolean;
  dialog: ReactNode;
}

/** The choice of devices behind a button, loaded when it is first wanted; a press tries again what did not load. */
export function useDeviceSettings(devices: Devices | null, env: PublicEnv): DeviceSettingsHandle {
  const [Settings, setSettings] = useState<ComponentType<DeviceSettingsProps> | null>(null);
  const [open, setOpen] = useState(false);
  const [missing, setMissing] = useState(false);
  // One that is open from its first drawing on takes the press that opened it for a press beside it, and closes.
  const [there, setThere] = useState(false);
  useEffect(() => setThere(Settings !== null), [Settings]);
  const load = () =>
    loadDeviceSettings().then((loaded) => {
      setSettings(() => loaded);
      setMissing(false);
    });
  return {
    open() {
      setOpen(true);
      if (Settings === null) load().catch(() => setMissing(true));
    },
    preload: () => void load().catch(() => {}),
    missing,
    dialog: Settings !== null && devices !== null && (
      <Settings open={open && there} onClose={() => setOpen(false)} devices={devices} env={env} />
    ),
  };
}
