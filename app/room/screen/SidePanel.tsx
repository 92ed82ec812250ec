import { type ReactNode, useEffect, useRef } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { isComposing } from "~/lib/keys.ts";
import { usePanels } from "./usePanels.ts";
import { useSheetHeight } from "./useSheetHeight.ts";

interface SidePanelProps {
  /** Stays mounted while it is hidden. */
  chat: ReactNode;
  people: ReactNode;
  confirmations: ReactNode;
}

const LABELS = { chat: "chat.title", people: "call.panel", confirmations: "call.confirmations" } as const;

/**
 * Shows the chat, the participants or the confirmations beside the stage, or on a phone as a sheet of two heights. Opening moves the focus into the panel,
 * closing restores it. The focus stays on touch screens, where it would open the keyboard, and if the panel is open initially.
 */
export function SidePanel({ chat, people, confirmations }: SidePanelProps) {
  const { openPanel: open, closePanel } = usePanels();
  const t = useMessages();
  const panelRef = useRef<HTMLElement>(null);
  const { height, handleProps } = useSheetHeight(panelRef, closePanel);
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
      aria-label={t(open === null ? "chat.title" : LABELS[open])}
      hidden={open === null}
      data-height={height}
      className="call-panel"
      onKeyDown={(event) => {
        // A menu or dialog over the panel closes with the same key and then prevents the default.
        if (event.key !== "Escape" || isComposing(event.nativeEvent) || event.defaultPrevented) return;
        event.stopPropagation();
        closePanel();
      }}
    >
      <button
        type="button"
        aria-label={t(height === "half" ? "call.sheetFull" : "call.sheetHalf")}
        className="call-handle"
        {...handleProps}
      />
      <div data-panel="chat" tabIndex={-1} hidden={open !== "chat"} className="call-panel-content">
        {chat}
      </div>
      <div data-panel="people" tabIndex={-1} hidden={open !== "people"} className="call-panel-content">
        {open === "people" && people}
      </div>
      <div data-panel="confirmations" tabIndex={-1} hidden={open !== "confirmations"} className="call-panel-content">
        {open === "confirmations" && confirmations}
      </div>
    </aside>
  );
}
