import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./Button.tsx";
import { cx } from "./cx.ts";

/** A square button with an icon alone; `label` names it for everyone who does not see the icon. */
export function IconButton(props: Omit<ButtonProps, "aria-label" | "children"> & { label: string; icon: ReactNode }) {
  const { label, icon, className, variant = "ghost", size, ...rest } = props;
  return (
    <Button
      {...rest}
      variant={variant}
      {...(size && { size })}
      aria-label={label}
      title={label}
      className={cx(size === "s" ? "w-control-s" : "w-control", "px-0!", className)}
    >
      {icon}
    </Button>
  );
}
