import { type ReactNode, useEffect, useRef } from "react";
import { useMessages } from "~/i18n/index.tsx";

interface ChatPlaceProps {
  open: boolean;
  onClose(): void;
  children: ReactNode;
}

/**
 * Where the chat stands: beside the faces, or as a sheet below them. Opening moves the keyboard into it (not on a
 * touch screen, where that would raise a keyboard over it, nor when it is open from the start), closing brings it back to where it came from.
 */
export function ChatPlace({ open, onClose, children }: ChatPlaceProps) {
  const t = useMessages();
  const place = useRef<HTMLElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    const panel = place.current;
    const opened = open && !wasOpen.current;
    wasOpen.current = open;
    if (!opened || panel === null) return;
    const from = document.activeElement;
    if (matchMedia("(pointer: fine)").matches)
      panel.querySelector<HTMLElement>("[data-first-focus]")?.focus({ preventScroll: true });
    return () => {
      const lost = document.activeElement === document.body || panel.contains(document.activeElement);
      if (lost && from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
    };
  }, [open]);
  return (
    <aside
      ref={place}
      aria-label={t("chat.title")}
      hidden={!open}
      className="call-panel"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        onClose();
      }}
    >
      {children}
    </aside>
  );
}
