import CircleAlert from "lucide-react/icons/circle-alert";
import { type ReactNode, useId } from "react";
import { cx } from "./cx.ts";

export interface ControlProps {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
}

interface FieldProps {
  label: string;
  /** Whether to hide the label visually; screen readers still read it. */
  labelHidden?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  className?: string;
  /** Receives the attributes that associate the control with its label, hint and error. */
  children: (control: ControlProps) => ReactNode;
}

/** A control with its label above, and its hint and error below. */
export function Field({ label, labelHidden = false, hint, error, className, children }: FieldProps) {
  const id = useId();
  const described = [error && `${id}e`, hint && `${id}h`].filter(Boolean).join(" ");
  return (
    <div className={cx("grid content-start gap-1.5", className)}>
      <label htmlFor={id} className={labelHidden ? "sr-only" : "text-14 font-strong"}>
        {label}
      </label>
      {children({
        id,
        ...(described && { "aria-describedby": described }),
        ...(error ? { "aria-invalid": true as const } : {}),
      })}
      {error && (
        <p id={`${id}e`} role="alert" className="flex items-start gap-1.5 text-13 leading-snug text-danger">
          <CircleAlert className="mt-px size-4" />
          <span>{error}</span>
        </p>
      )}
      {hint && (
        <p id={`${id}h`} className="text-13 text-ink-soft">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Classes of inputs and selects. */
export const controlClass = cx(
  "min-h-control w-full rounded-m border border-line-strong bg-raised px-3 py-2.5 leading-snug transition-colors",
  "hover:border-ink-soft disabled:border-line disabled:bg-sunken disabled:text-ink-off",
  "aria-invalid:border-danger aria-invalid:inset-ring aria-invalid:inset-ring-danger",
);
