import { Menu as Ark } from "@ark-ui/react/menu";
import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";

interface MenuSwitchProps {
  value: string;
  checked: boolean;
  onChange(checked: boolean): void;
  hint: string;
  children: ReactNode;
}

/** A menu item that toggles and keeps the menu open. */
export function MenuSwitch({ value, checked, onChange, hint, children }: MenuSwitchProps) {
  return (
    <Ark.CheckboxItem
      value={value}
      checked={checked}
      onCheckedChange={onChange}
      closeOnSelect={false}
      className="ui-option flex min-h-control max-w-72 cursor-pointer items-start gap-2.5 rounded-[8px] px-2.5 py-2 text-start leading-snug outline-none data-highlighted:bg-hover"
    >
      <span aria-hidden="true" className="grid size-5 flex-none place-items-center text-accent">
        {checked && <Check className="size-4.5" />}
      </span>
      <span className="min-w-0 flex-1">
        {children}
        <span className="mt-0.5 block text-13 text-ink-soft">{hint}</span>
      </span>
    </Ark.CheckboxItem>
  );
}
