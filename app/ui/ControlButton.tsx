import { type ButtonHTMLAttributes, forwardRef, type ReactNode } from "react";
import { cx } from "./cx.ts";

export interface ControlButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label" | "children"> {
  /** Accessible name. */
  label: string;
  icon: ReactNode;
  /** The single-key shortcut, if there is one. */
  shortcut?: string;
  /** State of a toggle. */
  pressed?: boolean;
  /** Whether to emphasise "off": nobody hears or sees the participant. */
  muted?: boolean;
  /** Whether the panel that it opens is open. */
  active?: boolean;
  /** Number of unread items. */
  count?: number;
  /** Marks the number: an unread item mentions the user. */
  countPrefix?: string;
}

/** A control over a video or in the control bar. In the bar use `ControlWithTooltip`, which adds name and key. */
export const ControlButton = forwardRef<HTMLButtonElement, ControlButtonProps>(function ControlButton(props, ref) {
  const {
    label,
    icon,
    shortcut,
    pressed,
    muted = false,
    active = false,
    count = 0,
    countPrefix = "",
    className,
    ...rest
  } = props;
  return (
    <button
      {...rest}
      ref={ref}
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      aria-keyshortcuts={shortcut}
      className={cx(
        "relative grid h-12 w-(--control-width,52px) place-items-center rounded-[14px] transition-colors disabled:text-ink-off",
        muted && "bg-danger-soft text-danger enabled:hover:brightness-125",
        active &&
          "bg-accent-soft text-accent after:absolute after:bottom-[5px] after:h-0.5 after:w-3.5 after:rounded-full after:bg-current",
        !muted && !active && "bg-hover text-ink enabled:hover:bg-line",
        className,
      )}
    >
      {icon}
      {count > 0 && (
        <span
          aria-hidden="true"
          // Not text: the label describes the count in words.
          data-count={`${countPrefix}${Math.min(count, 99)}`}
          className="absolute -top-1 -end-1 h-4.5 min-w-4.5 rounded-full bg-accent px-1 text-13 leading-[18px] font-head text-on-accent after:content-[attr(data-count)]"
        />
      )}
    </button>
  );
});
