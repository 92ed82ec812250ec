import { useCallAlerts } from "./useCallAlerts.ts";
import { useWakeLock } from "./useWakeLock.ts";

/** Keeps the screen awake and reports alerts during a call. Its chunk loads after joining. */
export function CallAlerts() {
  useWakeLock();
  useCallAlerts();
  return null;
}
