import Pin from "lucide-react/icons/pin";
import { useMessages } from "~/i18n/I18nProvider.tsx";

interface PinButtonProps {
  /** The participant or the screen. */
  name: string;
  pinned: boolean;
  onToggle(): void;
}

/** Pins a tile to the stage, as a double click on the tile does. Visible on hover, on focus, and while pinned. */
export function PinButton({ name, pinned, onToggle }: PinButtonProps) {
  const t = useMessages();
  const label = t(pinned ? "call.unpin" : "call.pin", { name });
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      data-pinned={pinned}
      onClick={onToggle}
      // A double click on the button is not one on the tile.
      onDoubleClick={(event) => event.stopPropagation()}
      className="tile-pin"
    >
      <Pin className="size-4" />
      {pinned && <span className="tile-words">{t("call.pinned")}</span>}
    </button>
  );
}
