import { Tooltip as Ark } from "@ark-ui/react/tooltip";
import type { ReactElement } from "react";
import { ArkLocaleProvider } from "./ArkLocaleProvider.tsx";

interface TooltipProps {
  /** What the thing is called already (its `aria-label`): for those who see the picture of it only. */
  label: string;
  /** The single key that does the same. */
  shortcut?: string;
  /** Shown although nothing hovers: for the page of components. */
  open?: boolean;
  /** One element that takes a ref. */
  children: ReactElement;
}

/** The name of a control and its key, on hover and where the keyboard is; Escape sends it away. */
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

/** The look of a tooltip. */
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
