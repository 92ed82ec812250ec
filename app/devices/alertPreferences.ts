/** How this browser reports knocks and mentions of a hidden call. */
import { localPreference } from "../lib/localPreference.ts";

export const alertSound = () => localPreference("parley.alerts.sound", true);
/** Also needs the browser's permission. */
export const alertNotifications = () => localPreference("parley.alerts.notifications", false);
