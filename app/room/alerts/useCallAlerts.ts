import { useEffect } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import type { Cancel } from "~/lib/clock.ts";
import { useRoom } from "../RoomProvider.tsx";

/** Alerts the user of a hidden page to knocks and mentions. */
export function useCallAlerts(): void {
  const room = useRoom();
  const t = useMessages();
  useEffect(() => {
    let stop: Cancel | null = null;
    let mounted = true;
    void Promise.all([import("./browserAlerts.ts"), loadNamespaces("devices")]).then(
      ([{ watchBrowserAlerts }]) => {
        if (mounted)
          stop = watchBrowserAlerts(room, ({ kind, name }) =>
            t(kind === "knock" ? "devices.alerts.knock" : "devices.alerts.mention", { name }),
          );
      },
      () => {},
    );
    return () => {
      mounted = false;
      stop?.();
    };
  }, [room, t]);
}
