import { useMessages } from "~/i18n/index.tsx";
import { permissionPlace } from "../core/devicesBrowser.ts";

/** Where in this browser the permission was refused, and can be given. In a browser only. */
export function DeviceHelp() {
  const t = useMessages();
  const place = permissionPlace(navigator.userAgent, navigator.maxTouchPoints);
  return (
    <div className="mt-2 grid gap-1 text-14 text-pretty text-ink-soft">
      <p>{t(`devices.allow.${place}`)}</p>
      <p>{t("devices.allow.system")}</p>
    </div>
  );
}
