import { BackGuard } from "../dialogs/BackGuard.tsx";
import { useCallAlerts } from "./useCallAlerts.ts";
import { useWakeLock } from "./useWakeLock.ts";

/** Keeps the screen awake, reports alerts and guards Back during a call. Its chunk loads before the call begins. */
export function CallGuards() {
  useWakeLock();
  useCallAlerts();
  return <BackGuard />;
}
