import { type ReactNode, useEffect, useRef } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";

export type SidePanelName = "chat" | "people";

interface SidePanelProps {
  /** `null`: closed. */
  open: SidePanelName | null;
  onClose(): void;
  /** Stays in the page while something else, or nothing, is open. */
  chat: ReactNode;
  people: ReactNode;
}

/**
 * Where the chat or the people stand: beside the faces, or as a sheet below them. Opening moves the keyboard into it (not
 * on a touch screen, where that would raise a keyboard over it, nor when it is open from the start), closing brings it
 * back to where it came from.
 */
export function SidePanel({ open, onClose, chat, people }: SidePanelProps) {
  const t = useMessages();
  const panelRef = useRef<HTMLElement>(null);
  const previousOpen = useRef(open);
  const returnFocusTo = useRef<Element | null>(null);
  useEffect(() => {
    const panel = panelRef.current;
    const previous = previousOpen.current;
    previousOpen.current = open;
    if (panel === null || previous === open) return;
    if (open === null) {
      const focusLost = document.activeElement === document.body || panel.contains(document.activeElement);
      if (focusLost && returnFocusTo.current instanceof HTMLElement && returnFocusTo.current.isConnected)
        returnFocusTo.current.focus({ preventScroll: true });
      return;
    }
    if (!panel.contains(document.activeElement)) returnFocusTo.current = document.activeElement;
    if (!matchMedia("(pointer: fine)").matches) return;
    panel.querySelector<HTMLElement>(`[data-panel="${open}"]`)?.focus({ preventScroll: true });
    panel.querySelector<HTMLElement>(`[data-panel="${open}"] [data-first-focus]`)?.focus({ preventScroll: true });
  }, [open]);
  return (
    <aside
      ref={panelRef}
      aria-label={t(open === "people" ? "call.panel" : "chat.title")}
      hidden={open === null}
      className="call-panel"
      onKeyDown={(event) => {
        // What stands over the panel closes by the same key, and has taken it then.
        if (event.key !== "Escape" || event.nativeEvent.isComposing || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div data-panel="chat" tabIndex={-1} hidden={open !== "chat"} className="h-full outline-none">
        {chat}
      </div>
      <div data-panel="people" tabIndex={-1} hidden={open !== "people"} className="h-full outline-none">
        {open === "people" && people}
      </div>
    </aside>
  );
}
