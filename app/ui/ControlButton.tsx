import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Tooltip } from "./Tooltip.tsx";

interface ControlButtonProps {
  /** Names the control for everyone; the tooltip shows it. */
  label: string;
  icon: ReactNode;
  /** The single key that does the same, if there is one. */
  shortcut?: string;
  /** For what is switched: whether it is on. */
  pressed?: boolean;
  /** Off in a way that one should notice: nobody hears or sees the person. */
  off?: boolean;
  /** Chosen: what it opens is open. */
  chosen?: boolean;
  /** How much is new behind it. */
  count?: number;
  disabled?: boolean;
  className?: string;
  onClick(): void;
}

/** A control over a picture or in the bar of the call, with its name and key on hover and on focus. */
export function ControlButton(props: ControlButtonProps) {
  const {
    label,
    icon,
    shortcut,
    pressed,
    off = false,
    chosen = false,
    count = 0,
    className,
    disabled,
    onClick,
  } = props;
  return (
    <Tooltip label={label} {...(shortcut && { shortcut })}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        aria-keyshortcuts={shortcut}
        disabled={disabled}
        onClick={onClick}
        className={cx(
          "relative grid h-12 w-13 place-items-center rounded-[14px] transition-colors disabled:text-ink-off",
          off && "bg-danger-soft text-danger enabled:hover:brightness-125",
          chosen &&
            "bg-accent-soft text-accent after:absolute after:bottom-[5px] after:h-0.5 after:w-3.5 after:rounded-full after:bg-current",
          !off && !chosen && "bg-hover text-ink enabled:hover:bg-line",
          className,
        )}
      >
        {icon}
        {count > 0 && (
          <span
            aria-hidden="true"
            // Not text: the label says it in words, which need not hold the figure.
            data-count={count > 99 ? "99" : count}
            className="absolute -top-1 -end-1 h-4.5 min-w-4.5 rounded-full bg-accent px-1 text-13 leading-[18px] font-head text-on-accent after:content-[attr(data-count)]"
          />
        )}
      </button>
    </Tooltip>
  );
}
