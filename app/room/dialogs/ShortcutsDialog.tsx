import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { ShortcutList } from "../ShortcutList.tsx";
import { SingleKeysSwitch } from "../SingleKeysSwitch.tsx";

/** All shortcuts, the switch for single keys, and a link to the help page, which opens in a new tab. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useMessages();
  return (
    <Dialog open={open} onClose={onClose} title={t("shortcuts.title")} theme="dark">
      <div className="mt-2">
        <ShortcutList />
      </div>
      <div className="border-t border-line py-2">
        <SingleKeysSwitch />
      </div>
      <p className="border-t border-line pt-4 text-14">
        <a href="/help" target="_blank" rel="noreferrer" className="text-accent underline underline-offset-3">
          {t("shortcuts.more")}
        </a>
      </p>
    </Dialog>
  );
}
