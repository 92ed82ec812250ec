import type { PushBrowser } from "./pushDevice.ts";

const WORKER_PATH = "/push-worker.js";

/** Returns null for browsers without Web Push, and in pages without encryption. */
export function pushBrowser(): PushBrowser | null {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return null;
  const { serviceWorker } = navigator;
  return {
    permission: () => Notification.permission,
    requestPermission: () => Notification.requestPermission(),
    registration: () => serviceWorker.getRegistration(),
    async register() {
      await serviceWorker.register(WORKER_PATH);
      return await serviceWorker.ready;
    },
  };
}
