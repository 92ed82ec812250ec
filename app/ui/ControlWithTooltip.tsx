import type { ReactNode } from "react";
import { ControlButton, type ControlButtonProps } from "./ControlButton.tsx";
import { cx } from "./cx.ts";

/** A control of the bar with a tooltip of its name and key. */
export function ControlWithTooltip({ className, ...props }: ControlButtonProps) {
  return (
    <CssTooltip {...props} {...(className !== undefined && { className })}>
      <ControlButton {...props} />
    </CssTooltip>
  );
}

interface CssTooltipProps {
  label: string;
  shortcut?: string;
  className?: string;
  /** The control itself. */
  children: ReactNode;
}

/** A tooltip on hover and focus, in CSS alone: a call loads neither Ark's tooltip nor its positioning. */
export function CssTooltip({ label, shortcut, className, children }: CssTooltipProps) {
  return (
    <span className={cx("group relative", className)}>
      {children}
      <span
        aria-hidden="true"
        className={cx(
          "pointer-events-none invisible absolute bottom-[calc(100%+8px)] left-1/2 z-10 flex -translate-x-1/2 items-center gap-2",
          "whitespace-nowrap rounded-s bg-ink px-2.25 py-1.25 text-13 leading-snug text-surface opacity-0 transition-opacity",
          "group-hover:pointer-fine:visible group-hover:pointer-fine:opacity-100 group-hover:delay-300",
          "group-has-focus-visible:visible group-has-focus-visible:opacity-100 group-has-aria-expanded:hidden",
        )}
      >
        {label}
        {shortcut && (
          <kbd dir="ltr" className="rounded-[4px] border border-current px-1.25 font-sans opacity-80">
            {shortcut}
          </kbd>
        )}
      </span>
    </span>
  );
}
