import { useEffect, useState } from "react";
import { createBrowserDevices } from "./createBrowserDevices.ts";
import type { Devices } from "./devices.ts";

/** Opens the devices as at the last join, and closes them when the page unmounts. Returns null on the server. */
export function useDevices(): Devices | null {
  const [devices, setDevices] = useState<Devices | null>(null);
  useEffect(() => {
    const newDevices = createBrowserDevices();
    void newDevices.start();
    setDevices(newDevices);
    return () => newDevices.close();
  }, []);
  return devices;
}
