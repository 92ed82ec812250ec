import { Tooltip as Ark } from "@ark-ui/react/tooltip";
import type { ReactElement } from "react";
import { ArkLocaleProvider } from "./ArkLocaleProvider.tsx";

interface TooltipProps {
  /** The element's accessible name (its `aria-label`), shown to sighted users. */
  label: string;
  /** The single-key shortcut. */
  shortcut?: string;
  /** Whether to show it without a hover, for the design page. */
  open?: boolean;
  /** One element that takes a ref. */
  children: ReactElement;
}

/** The name and key of a control, on hover and focus; Escape closes it. */
export function Tooltip({ label, shortcut, open, children }: TooltipProps) {
  return (
    <ArkLocaleProvider>
      <Ark.Root
        aria-label={label}
        openDelay={300}
        closeDelay={0}
        positioning={{ placement: "top", gutter: 8, strategy: "fixed" }}
        {...(open !== undefined && { open })}
        lazyMount
        unmountOnExit
      >
        <Ark.Trigger asChild>{children}</Ark.Trigger>
        <Ark.Positioner>
          <Ark.Content aria-hidden="true" className="ui-tip pointer-events-none z-20">
            <TooltipBody label={label} {...(shortcut && { shortcut })} />
          </Ark.Content>
        </Ark.Positioner>
      </Ark.Root>
    </ArkLocaleProvider>
  );
}

/** Classes of a tooltip. */
export function TooltipBody({ label, shortcut }: { label: string; shortcut?: string }) {
  return (
    <span className="flex w-max max-w-70 items-center gap-2 rounded-s border border-transparent bg-ink px-2.25 py-1 text-13 leading-snug text-surface">
      {label}
      {shortcut && (
        <kbd dir="ltr" className="rounded-[4px] border border-current px-1.25 font-sans opacity-80">
          {shortcut}
        </kbd>
      )}
    </span>
  );
}
