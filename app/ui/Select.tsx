import ChevronDown from "lucide-react/icons/chevron-down";
import type { SelectHTMLAttributes } from "react";
import { cx } from "./cx.ts";
import { controlClass } from "./Field.tsx";

/** The native select, which suits phones, with Parley's styles. */
export function Select({ className, children, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className="relative grid">
      <select {...rest} className={cx(controlClass, "appearance-none truncate pe-10", className)}>
        {children}
      </select>
      <ChevronDown className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-ink-soft" />
    </span>
  );
}
