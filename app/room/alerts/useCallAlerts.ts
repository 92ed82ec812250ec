import { useEffect } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { useRoom } from "../RoomProvider.tsx";
import { watchBrowserAlerts } from "./browserAlerts.ts";

/** Alerts the user of a hidden page to knocks and mentions. Needs the namespace `devices`. */
export function useCallAlerts(): void {
  const room = useRoom();
  const t = useMessages();
  useEffect(
    () =>
      watchBrowserAlerts(room, ({ kind, name }) =>
        t(kind === "knock" ? "devices.alerts.knock" : "devices.alerts.mention", { name }),
      ),
    [room, t],
  );
}
