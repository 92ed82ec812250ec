import ChevronDown from "lucide-react/icons/chevron-down";
import { forwardRef, type SelectHTMLAttributes } from "react";
import { cx } from "./cx.ts";
import { controlClass } from "./Field.tsx";

/** The native select, which suits phones, with Parley's styles. */
export const Select = forwardRef<HTMLSelectElement, SelectHTMLAttributes<HTMLSelectElement>>(function Select(
  { className, children, ...rest },
  ref,
) {
  return (
    <span className="relative grid">
      <select ref={ref} {...rest} className={cx(controlClass, "appearance-none truncate pe-10", className)}>
        {children}
      </select>
      <ChevronDown className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-ink-soft" />
    </span>
  );
});
