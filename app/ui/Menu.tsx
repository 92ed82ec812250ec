import { Menu as Ark } from "@ark-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { cx } from "./cx.ts";
import { Localized } from "./Localized.tsx";

interface MenuProps {
  /** The button that opens it: one element that takes a ref. */
  trigger: ReactElement;
  /** Names the menu where the trigger's own name does not. */
  label?: string;
  align?: "start" | "end";
  /** Open when it comes: it was loaded for the press that wanted it. */
  defaultOpen?: boolean;
  /** It is gone, and the trigger has the keyboard again: what a choice opens may take it now. */
  onClosed?: () => void;
  /** `MenuItem`, `MenuLink`, `MenuLine`. */
  children: ReactNode;
}

/** What can be done with the thing it stands at, in whose landmark it stays. Arrows and letters move, Escape closes, focus comes back. */
export function Menu({ trigger, label, align = "start", defaultOpen = false, onClosed, children }: MenuProps) {
  return (
    <Localized>
      <Ark.Root
        positioning={{ placement: `bottom-${align}`, gutter: 6 }}
        defaultOpen={defaultOpen}
        lazyMount
        unmountOnExit
        {...(onClosed && { onExitComplete: onClosed })}
        {...(label && { "aria-label": label })}
      >
        <Ark.Trigger asChild>{trigger}</Ark.Trigger>
        <Ark.Positioner>
          <Ark.Content className="ui-pop z-20 grid max-h-(--available-height) min-w-52 overflow-y-auto overscroll-contain rounded-[12px] border border-line bg-raised p-1.5 text-ink shadow-2 outline-none">
            {children}
          </Ark.Content>
        </Ark.Positioner>
      </Ark.Root>
    </Localized>
  );
}

const itemClass = (danger: boolean) =>
  cx(
    "ui-option flex min-h-control cursor-pointer items-center gap-2.5 rounded-[8px] px-2.5 text-start leading-snug no-underline outline-none",
    "data-highlighted:bg-hover data-disabled:cursor-not-allowed data-disabled:text-ink-off",
    danger ? "text-danger" : "text-ink",
  );

interface ItemProps {
  /** Unlike the others of its menu. */
  value: string;
  icon?: ReactNode;
  disabled?: boolean;
  children: ReactNode;
}

export function MenuItem(
  props: ItemProps & { onSelect(): void; shortcut?: string; danger?: boolean; closes?: boolean },
) {
  const { value, icon, shortcut, disabled = false, danger = false, closes = true, onSelect, children } = props;
  return (
    <Ark.Item
      value={value}
      disabled={disabled}
      closeOnSelect={closes}
      onSelect={onSelect}
      {...(shortcut && { "aria-keyshortcuts": shortcut })}
      className={itemClass(danger)}
    >
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
      {shortcut && (
        <span aria-hidden="true" className="text-13 text-ink-soft">
          {shortcut}
        </span>
      )}
    </Ark.Item>
  );
}

/** An item that leads somewhere: `children` is the link itself, with its words. */
export function MenuLink({ value, children }: { value: string; children: ReactElement }) {
  return (
    <Ark.Item value={value} asChild className={itemClass(false)}>
      {children}
    </Ark.Item>
  );
}

export function MenuLine() {
  return <Ark.Separator className="mx-1 my-1.5 border-line" />;
}
