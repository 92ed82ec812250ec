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

/** A notice of one row and fixed height (`.notice-row`), with two lines of text at most. Announced politely. */
export function Banner({ icon, tone = "quiet", action, className, children }: BannerProps) {
  return (
    <div role="status" className={cx("notice-row animate-rise", className)}>
      {icon && <span className={cx("flex flex-none", TONES[tone])}>{icon}</span>}
      <div className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{children}</div>
      {action && <div className="flex flex-none items-center gap-1">{action}</div>}
    </div>
  );
}
