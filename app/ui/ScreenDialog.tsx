import { Dialog as Ark } from "@ark-ui/react/dialog";
import { Portal } from "@ark-ui/react/portal";
import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { ArkLocaleProvider } from "./ArkLocaleProvider.tsx";
import { IconButton } from "./IconButton.tsx";
import { useEventCallback } from "./useEventCallback.ts";

interface ScreenDialogProps {
  open: boolean;
  /** Called by Escape, a click outside, and the close button. */
  onClose(): void;
  title: ReactNode;
  /** Between the title and the close button. */
  tools?: ReactNode;
  /** Keys while the dialog is open, also before it has the focus, but not those in a dialog above it. */
  onKeyDown?(event: KeyboardEvent): void;
  /** Element to focus after closing. Default: the previously focused one. */
  finalFocus?(): HTMLElement | null;
  children: ReactNode;
}

/** A modal dialog for content that needs room: on a phone it fills the window, on a desktop all but a margin. */
export function ScreenDialog({ open, onClose, title, tools, onKeyDown, finalFocus, children }: ScreenDialogProps) {
  const t = useMessages();
  const content = useRef<HTMLDivElement>(null);
  // If it were open on its first render, the click that loaded it would count as a click outside and close it.
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const handleKeyDown = useEventCallback((event: KeyboardEvent) => {
    const dialog = event.target instanceof Element ? event.target.closest("[role=dialog], [role=alertdialog]") : null;
    if (dialog === null || dialog === content.current) onKeyDown?.(event);
  });
  useEffect(() => {
    if (!open) return;
    document.addEventListener("keydown", handleKeyDown);
    return () => document.removeEventListener("keydown", handleKeyDown);
  }, [open, handleKeyDown]);
  return (
    <ArkLocaleProvider>
      <Ark.Root
        open={open && mounted}
        onOpenChange={(change) => !change.open && onClose()}
        initialFocusEl={() => content.current}
        {...(finalFocus && { finalFocusEl: finalFocus })}
        onEscapeKeyDown={(event) => {
          // A form inside handles Escape first; the next Escape closes the dialog.
          if (event.target instanceof Element && event.target.closest("[data-own-escape]")) event.preventDefault();
        }}
        lazyMount
        unmountOnExit
      >
        <Portal>
          <Ark.Backdrop className="ui-backdrop fixed inset-0 z-20 bg-overlay" />
          <Ark.Positioner className="fixed inset-0 z-20 grid grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] min-[48rem]:p-6">
            <Ark.Content
              ref={content}
              className="ui-screen mx-auto grid w-full max-w-360 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] overflow-hidden bg-raised text-ink outline-none min-[48rem]:rounded-l min-[48rem]:border min-[48rem]:border-line min-[48rem]:shadow-3"
            >
              <div className="flex min-h-14 items-center gap-1 border-b border-line ps-4 pe-1.5">
                <Ark.Title className="min-w-0 flex-1 truncate py-2 text-16 leading-snug font-head">{title}</Ark.Title>
                {tools}
                <Ark.CloseTrigger asChild>
                  <IconButton label={t("action.close")} icon={<X />} />
                </Ark.CloseTrigger>
              </div>
              {children}
            </Ark.Content>
          </Ark.Positioner>
        </Portal>
      </Ark.Root>
    </ArkLocaleProvider>
  );
}
