import type { ReactNode } from "react";
import { cx } from "./cx.ts";

const TONES = {
  quiet: "bg-sunken text-ink-soft",
  accent: "bg-accent-soft text-accent",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
} as const;

export function Chip(props: { tone?: keyof typeof TONES; className?: string; children: ReactNode }) {
  return (
    <span
      className={cx(
        "inline-flex min-h-6.5 items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 py-0.5 text-13 leading-snug",
        TONES[props.tone ?? "quiet"],
        props.className,
      )}
    >
      {props.children}
    </span>
  );
}
