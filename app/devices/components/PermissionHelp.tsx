import { useMessages } from "~/i18n/I18nProvider.tsx";
import { detectBrowserFamily } from "../permissionHelp.ts";

/** Where in this browser the permission was refused, and can be given. In a browser only. */
export function PermissionHelp() {
  const t = useMessages();
  const place = detectBrowserFamily(navigator.userAgent, navigator.maxTouchPoints);
  return (
    <div className="mt-2 grid gap-1 text-14 text-pretty text-ink-soft">
      <p>{t(`devices.allow.${place}`)}</p>
      <p>{t("devices.allow.system")}</p>
    </div>
  );
}
