import { type ButtonHTMLAttributes, forwardRef } from "react";
import { cx } from "./cx.ts";
import { Spinner } from "./Spinner.tsx";

const VARIANTS = {
  plain: "border-line-strong bg-raised text-ink enabled:hover:bg-hover",
  primary: "border-transparent bg-accent text-on-accent enabled:hover:bg-accent-hover",
  danger: "border-transparent bg-danger text-on-danger enabled:hover:bg-danger-hover",
  ghost: "border-transparent bg-transparent text-ink enabled:hover:bg-hover",
} as const;

const SIZES = {
  s: "min-h-control-s rounded-[8px] px-3 text-14",
  m: "min-h-control rounded-m px-4 text-16",
  l: "min-h-control-l rounded-m px-6 text-18",
} as const;

interface ButtonStyle {
  variant?: keyof typeof VARIANTS;
  /** `s` for dense rows with a pointer, `l` for the primary action. */
  size?: keyof typeof SIZES;
}

/** Classes of a button, for a link that looks like one. */
export function buttonClass({ variant = "plain", size = "m" }: ButtonStyle = {}): string {
  return cx(
    "inline-flex select-none items-center justify-center gap-2 whitespace-nowrap border font-strong leading-snug no-underline",
    "transition-colors active:enabled:translate-y-px",
    "disabled:border-line disabled:bg-sunken disabled:text-ink-off",
    VARIANTS[variant],
    SIZES[size],
  );
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonStyle {
  /** Whether the action is pending: shows a spinner and ignores clicks. */
  busy?: boolean;
}

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, size, busy = false, className, children, onClick, type, ...rest },
  ref,
) {
  return (
    <button
      {...rest}
      ref={ref}
      type={type ?? "button"}
      aria-busy={busy || undefined}
      className={cx(
        buttonClass({ ...(variant && { variant }), ...(size && { size }) }),
        busy && "cursor-progress",
        className,
      )}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
});
