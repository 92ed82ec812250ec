import Pin from "lucide-react/icons/pin";
import { useMessages } from "~/i18n/I18nProvider.tsx";

interface PinButtonProps {
  /** What or who is pinned by it. */
  name: string;
  pinned: boolean;
  onToggle(): void;
}

/** Keeps a tile on stage. Seen where a pointer or the keyboard is, and on what is pinned; a double press does the same. */
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
      // Two presses on the button are two of its own.
      onDoubleClick={(event) => event.stopPropagation()}
      className="tile-pin"
    >
      <Pin className="size-4" />
      {pinned && <span className="tile-words">{t("call.pinned")}</span>}
    </button>
  );
}
