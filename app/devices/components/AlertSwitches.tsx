import { useState, useSyncExternalStore } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { LocalPreference } from "~/lib/localPreference.ts";
import { Switch } from "~/ui/Switch.tsx";
import { alertNotifications, alertSound } from "../alertPreferences.ts";

const usePreference = ({ subscribe, getSnapshot }: LocalPreference) => useSyncExternalStore(subscribe, getSnapshot);

/** Chooses how a hidden call reports knocks and mentions. The click on the switch asks for the browser's permission. */
export function AlertSwitches() {
  const t = useMessages();
  const sound = usePreference(alertSound());
  const wanted = usePreference(alertNotifications());
  const supported = "Notification" in globalThis;
  const [permission, setPermission] = useState(supported ? Notification.permission : "denied");
  const setNotifications = async (on: boolean) => {
    if (on && permission === "default") setPermission(await Notification.requestPermission());
    alertNotifications().set(on && Notification.permission === "granted");
  };
  return (
    <section aria-labelledby="alerts" className="grid gap-2">
      <h3 id="alerts" className="text-14 font-strong">
        {t("devices.alerts")}
      </h3>
      <Switch
        label={t("devices.alerts.sound")}
        checked={sound}
        onChange={(on) => alertSound().set(on)}
        className="flex-row-reverse"
      />
      {supported && (
        <Switch
          label={t("devices.alerts.notifications")}
          hint={permission === "denied" ? t("devices.alerts.blocked") : ""}
          checked={wanted && permission === "granted"}
          disabled={permission === "denied"}
          onChange={(on) => void setNotifications(on)}
          className="flex-row-reverse"
        />
      )}
    </section>
  );
}
