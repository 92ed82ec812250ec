import type { ReactNode } from "react";
import { cx } from "./cx.ts";

const TONES = {
  quiet: "text-ink-soft",
  success: "text-success",
  warning: "text-warning",
  danger: "text-danger",
} as const;

interface BannerProps {
  icon?: ReactNode;
  tone?: keyof typeof TONES;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A raised strip in its own row, so that it never covers a video. Announced politely. */
export function Banner({ icon, tone = "quiet", action, className, children }: BannerProps) {
  return (
    <div
      role="status"
      className={cx(
        "flex animate-rise flex-wrap items-center gap-x-3 gap-y-2 rounded-l border border-line bg-raised py-3 ps-4 pe-3 leading-snug text-ink shadow-3",
        className,
      )}
    >
      {icon && <span className={cx("flex", TONES[tone])}>{icon}</span>}
      <div className="min-w-0 flex-1 pe-2">{children}</div>
      {action}
    </div>
  );
}
