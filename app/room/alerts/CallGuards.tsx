import { BackGuard } from "../dialogs/BackGuard.tsx";
import { useCallAlerts } from "./useCallAlerts.ts";
import { useWakeLock } from "./useWakeLock.ts";

/** What a call needs from the browser around it, in a chunk that loads after joining. */
export function CallGuards() {
  useWakeLock();
  useCallAlerts();
  return <BackGuard />;
}
