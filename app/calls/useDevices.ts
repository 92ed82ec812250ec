import { useEffect, useState } from "react";
import { createBrowserDevices } from "./core/browserDevices.ts";
import type { Devices } from "./core/devices.ts";

/** This page's microphone and camera, opened as one last entered when the page is there, and let go with it; `null` on the server. */
export function useDevices(): Devices | null {
  const [devices, setDevices] = useState<Devices | null>(null);
  useEffect(() => {
    const made = createBrowserDevices();
    void made.start();
    setDevices(made);
    return () => made.close();
  }, []);
  return devices;
}
