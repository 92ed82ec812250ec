import type { ReactNode } from "react";
import { cx } from "./cx.ts";

const TONES = {
  quiet: "text-ink-soft",
  accent: "text-accent",
  success: "text-success",
  warning: "text-warning",
  danger: "text-danger",
} as const;

/** The kind of a line as an icon and a word, without a background. Its state is a `Chip`. */
export function Badge({
  icon,
  tone = "quiet",
  children,
}: {
  icon: ReactNode;
  tone?: keyof typeof TONES;
  children: ReactNode;
}) {
  return (
    <span
      className={cx("inline-flex items-center gap-1.5 text-13 leading-snug font-strong *:[svg]:size-4", TONES[tone])}
    >
      {icon}
      {children}
    </span>
  );
}
