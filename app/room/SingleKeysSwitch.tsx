import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Switch } from "~/ui/Switch.tsx";
import { useSingleKeys } from "./controls/useSingleKeys.ts";

/** Turns single keys on and off for this browser. Needs the namespace `keys`. */
export function SingleKeysSwitch() {
  const t = useMessages();
  const { enabled, setEnabled } = useSingleKeys();
  return (
    <Switch
      label={t("shortcuts.single")}
      hint={t("shortcuts.singleHint")}
      checked={enabled}
      onChange={setEnabled}
      className="flex-row-reverse"
    />
  );
}
