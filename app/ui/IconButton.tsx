import { forwardRef, type ReactNode } from "react";
import { Button, type ButtonProps } from "./Button.tsx";
import { cx } from "./cx.ts";

/** A square button with an icon; `label` is its accessible name. */
export const IconButton = forwardRef<
  HTMLButtonElement,
  Omit<ButtonProps, "aria-label" | "children"> & { label: string; icon: ReactNode }
>(function IconButton(props, ref) {
  const { label, icon, className, variant = "ghost", size, ...rest } = props;
  return (
    <Button
      {...rest}
      ref={ref}
      variant={variant}
      {...(size && { size })}
      aria-label={label}
      title={label}
      className={cx(size === "s" ? "w-control-s" : "w-control", "px-0!", className)}
    >
      {icon}
    </Button>
  );
});
