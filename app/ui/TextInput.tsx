import { forwardRef, type InputHTMLAttributes } from "react";
import { cx } from "./cx.ts";
import { controlClass } from "./Field.tsx";

export const TextInput = forwardRef<HTMLInputElement, InputHTMLAttributes<HTMLInputElement>>(
  ({ className, ...rest }, ref) => <input ref={ref} type="text" {...rest} className={cx(controlClass, className)} />,
);
TextInput.displayName = "TextInput";
