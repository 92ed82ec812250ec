import { useEffect } from "react";
import { createWakeLock } from "~/call/wakeLock.ts";

/** Keeps the screen awake while the call is shown. */
export function useWakeLock(): void {
  useEffect(() => {
    const wakeLock = createWakeLock(navigator.wakeLock, {
      isVisible: () => document.visibilityState === "visible",
      onVisibilityChange(changed) {
        document.addEventListener("visibilitychange", changed);
        return () => document.removeEventListener("visibilitychange", changed);
      },
    });
    wakeLock.setInCall(true);
    return wakeLock.close;
  }, []);
}
