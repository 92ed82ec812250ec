import Pin from "lucide-react/icons/pin";
import { useMessages } from "~/i18n/index.tsx";

interface PinButtonProps {
  /** What or who is pinned by it. */
  name: string;
  pinned: boolean;
  onPress(): void;
}

/** Keeps a tile on stage. Seen where a pointer or the keyboard is, and on what is pinned; a double press does the same. */
export function PinButton({ name, pinned, onPress }: PinButtonProps) {
  const t = useMessages();
  const label = t(pinned ? "call.unpin" : "call.pin", { name });
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      data-pinned={pinned}
      onClick={onPress}
      // Two presses on the button are two of its own.
      onDoubleClick={(event) => event.stopPropagation()}
      className="tile-pin"
    >
      <Pin className="size-4" />
      {pinned && <span className="tile-words">{t("call.pinned")}</span>}
    </button>
  );
}
