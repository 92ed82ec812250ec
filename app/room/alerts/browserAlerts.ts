/** Shows the alerts of a hidden page in its title and icon, and by sound and notification if the user chose them. */
import { alertNotifications, alertSound } from "../../devices/alertPreferences.ts";
import { playTestSound } from "../../devices/testSound.ts";
import type { Cancel } from "../../lib/clock.ts";
import type { RoomServices } from "../createRoom.ts";
import { type CallAlert, watchCallAlerts } from "./callAlerts.ts";

const COUNT_PREFIX = /^\(\d+\) /u;
const ICON = "/favicon.svg";
const ALERT_ICON = "/favicon-alert.svg";

export function watchBrowserAlerts(
  { call, timeline, devices }: Pick<RoomServices, "call" | "timeline" | "devices">,
  textOf: (alert: CallAlert) => string,
): Cancel {
  return watchCallAlerts({
    ...{ call, timeline },
    page: {
      isHidden: () => document.hidden,
      onVisibilityChange(changed) {
        document.addEventListener("visibilitychange", changed);
        return () => document.removeEventListener("visibilitychange", changed);
      },
    },
    onCount(count) {
      const title = document.title.replace(COUNT_PREFIX, "");
      document.title = count === 0 ? title : `(${count}) ${title}`;
      document.querySelector("link[rel=icon]")?.setAttribute("href", count === 0 ? ICON : ALERT_ICON);
    },
    onAlert(alert) {
      if (alertSound().getSnapshot()) void playTestSound(devices.getSnapshot().chosen.speaker);
      if (alertNotifications().getSnapshot()) showNotification(textOf(alert));
    },
  });
}

function showNotification(text: string): void {
  if (globalThis.Notification?.permission !== "granted") return;
  try {
    const notification = new Notification(text, { icon: ALERT_ICON, tag: text });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Chrome on Android allows notifications of service workers only.
  }
}
