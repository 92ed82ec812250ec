import { useEffect, useState } from "react";
import { createBrowserDevices } from "./createBrowserDevices.ts";
import type { Devices } from "./devices.ts";

/** This page's microphone and camera, opened as one last entered when the page is there, and let go with it; `null` on the server. */
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
