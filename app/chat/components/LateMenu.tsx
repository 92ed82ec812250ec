import { Menu as Ark } from "@ark-ui/react/menu";
import Check from "lucide-react/icons/check";
import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import { Localized } from "~/ui/Localized.tsx";
import { keepEscape } from "../keepEscape.ts";

interface LateMenuProps {
  /** One element that takes a ref: it stood there before the menu was loaded, and was pressed. */
  trigger: ReactElement;
  label: string;
  /** Rises with each request to open it that is not a press on the button. */
  asked?: number;
  children: ReactNode;
}

/** A menu that is loaded by the press on its button: it opens as it comes. Not clipped by the box that scrolls around it. */
export function LateMenu({ trigger, label, asked = 1, children }: LateMenuProps) {
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(asked > 0), [asked]);
  return (
    <Localized>
      <Ark.Root
        open={open}
        onOpenChange={(change) => setOpen(change.open)}
        positioning={{ placement: "bottom-end", gutter: 4, strategy: "fixed" }}
        lazyMount
        unmountOnExit
        aria-label={label}
      >
        <Ark.Trigger asChild>{trigger}</Ark.Trigger>
        <Ark.Positioner onKeyDown={keepEscape}>
          <Ark.Content className="ui-pop z-20 grid min-w-52 rounded-[12px] border border-line bg-raised p-1.5 text-ink shadow-2 outline-none">
            {children}
          </Ark.Content>
        </Ark.Positioner>
      </Ark.Root>
    </Localized>
  );
}

interface MenuSwitchProps {
  value: string;
  checked: boolean;
  onChange(checked: boolean): void;
  hint: string;
  children: ReactNode;
}

/** On or off; the menu stays, to show it. */
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
