import { useMessages } from "~/i18n/I18nProvider.tsx";
import { detectBrowserFamily } from "../permissionHelp.ts";

/** Explains how to grant the permission in this browser. Renders in a browser only. */
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
