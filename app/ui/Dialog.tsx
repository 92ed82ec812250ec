import { Dialog as Ark } from "@ark-ui/react/dialog";
import { Portal } from "@ark-ui/react/portal";
import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { ArkLocaleProvider } from "./ArkLocaleProvider.tsx";
import { cx } from "./cx.ts";
import { IconButton } from "./IconButton.tsx";

interface DialogProps {
  open: boolean;
  /** Called by Escape, a click outside, and the close button. */
  onClose(): void;
  title: ReactNode;
  description?: ReactNode;
  /** `question`: requires a decision, so a click outside does not close it and there is no close button. */
  kind?: "plain" | "question";
  /** `bar`: stands above the control bar of the call, which stays usable; on a phone as a sheet. */
  placement?: "center" | "bar";
  /** Theme of the place that it covers, if it differs from the page's. */
  theme?: "dark";
  /** Buttons, the least dangerous first; a question focuses it. */
  actions?: ReactNode;
  /** Element to focus after closing. Default: the previously focused one. */
  finalFocus?(): HTMLElement | null;
  className?: string;
  children?: ReactNode;
}

const CENTER =
  "fixed inset-0 z-20 grid grid-cols-[minmax(0,1fr)] place-items-center overflow-auto overscroll-contain p-4";

/** A dialog, modal unless it stands above the bar. Keeps the focus inside and restores it after closing. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, kind = "plain", placement = "center", theme, actions } = props;
  const { finalFocus, className, children } = props;
  const t = useMessages();
  const question = kind === "question";
  // If it were open on its first render, the click that loaded it would count as a click outside and close it.
  const [mounted, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  return (
    <ArkLocaleProvider>
      <Ark.Root
        open={open && mounted}
        onOpenChange={(change) => !change.open && onClose()}
        role={question ? "alertdialog" : "dialog"}
        closeOnInteractOutside={!question}
        modal={placement === "center"}
        onInteractOutside={(event) => {
          // The control that opened it also closes it.
          const { target } = event.detail.originalEvent;
          if (target instanceof Element && target.closest("[aria-haspopup=dialog]")) event.preventDefault();
        }}
        {...(finalFocus && { finalFocusEl: finalFocus })}
        onEscapeKeyDown={(event) => {
          // A form inside handles Escape first; the next Escape closes the dialog.
          if (event.target instanceof Element && event.target.closest("[data-own-escape]")) event.preventDefault();
        }}
        lazyMount
        unmountOnExit
      >
        <Portal>
          {placement === "center" && (
            <Ark.Backdrop data-theme={theme} className="ui-backdrop fixed inset-0 z-20 bg-overlay" />
          )}
          <Ark.Positioner data-theme={theme} className={placement === "bar" ? "ui-above-bar" : CENTER}>
            <Ark.Content
              className={cx(
                "ui-dialog w-full max-w-105 rounded-l border border-line bg-raised text-ink shadow-3 outline-none",
                placement === "bar" ? "p-4" : "p-6",
                className,
              )}
            >
              <div className="flex items-start gap-3">
                <Ark.Title className="min-w-0 flex-1 text-18 leading-snug font-head text-balance">{title}</Ark.Title>
                {!question && (
                  <Ark.CloseTrigger asChild>
                    <IconButton label={t("action.close")} icon={<X />} className="-me-2.5 -mt-2.5" />
                  </Ark.CloseTrigger>
                )}
              </div>
              {description && (
                <Ark.Description className="mt-2 text-pretty text-ink-soft">{description}</Ark.Description>
              )}
              {children}
              {actions && <div className="mt-6 flex flex-wrap justify-end gap-2">{actions}</div>}
            </Ark.Content>
          </Ark.Positioner>
        </Portal>
      </Ark.Root>
    </ArkLocaleProvider>
  );
}
