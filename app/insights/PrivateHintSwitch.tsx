import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Switch } from "~/ui/Switch.tsx";
import { privateHints } from "./privateHints.ts";
import { usePrivateHints } from "./usePrivateHints.ts";

/** Turns the private hints of a call on and off for this browser. Needs the namespace `captions`. */
export function PrivateHintSwitch({ className }: { className?: string }) {
  const t = useMessages();
  return (
    <Switch
      label={t("hints.private")}
      hint={t("hints.privateText")}
      checked={usePrivateHints()}
      onChange={(shown) => privateHints().set(shown)}
      {...(className && { className })}
    />
  );
}
