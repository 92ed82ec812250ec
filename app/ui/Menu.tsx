import { Menu as Ark } from "@ark-ui/react/menu";
import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { isComposing } from "~/lib/keys.ts";
import { ArkLocaleProvider } from "./ArkLocaleProvider.tsx";
import { cx } from "./cx.ts";

interface MenuProps {
  /** The trigger: one element that takes a ref. */
  trigger: ReactElement;
  /** Accessible name of the menu, if it differs from the trigger's. */
  label?: string;
  align?: "start" | "end";
  /** Increments to open the menu without a click on the trigger, such as for the click that loaded it. */
  openRequests?: number;
  /** Whether the menu may overflow a scrolling box. */
  unclipped?: boolean;
  /** `MenuItem`, `MenuLink` and `MenuSeparator` elements. */
  children: ReactNode;
}

type MenuAction = () => void;
const PendingActionContext = createContext<{ current: MenuAction | null }>({ current: null });

/**
 * A menu of actions, inside the landmark of its trigger. Arrow keys and letters move, Escape closes. A selected action
 * runs after the menu has closed and the trigger has the focus, so that a dialog returns the focus there.
 */
export function Menu({ trigger, label, align = "start", openRequests = 0, unclipped = false, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  // If it were open on its first render, the click that opened it might count as a click outside.
  useEffect(() => {
    if (openRequests > 0) setOpen(true);
  }, [openRequests]);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    // Ark handles the key once the menu has the focus, a moment after it opened. Until then the focus is elsewhere.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || isComposing(event)) return;
      event.preventDefault();
      setOpen(false);
    };
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [open]);
  const pendingAction = useRef<MenuAction | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const runPendingAction = () => {
    const act = pendingAction.current;
    pendingAction.current = null;
    if (act === null) return;
    // Ark does the same, but possibly later.
    button.current?.focus({ preventScroll: true });
    act();
  };
  return (
    <ArkLocaleProvider>
      <Ark.Root
        positioning={{ placement: `bottom-${align}`, gutter: 6, strategy: unclipped ? "fixed" : "absolute" }}
        open={open}
        onOpenChange={(change) => {
          // Opened again while closing.
          if (change.open) runPendingAction();
          setOpen(change.open);
        }}
        onExitComplete={() => {
          // Closed at once: only now did it receive the focus.
          const at = document.activeElement;
          if (at === document.body || content.current?.contains(at)) button.current?.focus({ preventScroll: true });
          runPendingAction();
        }}
        lazyMount
        unmountOnExit
        {...(label && { "aria-label": label })}
      >
        <Ark.Trigger asChild ref={button}>
          {trigger}
        </Ark.Trigger>
        <Ark.Positioner>
          <Ark.Content
            ref={content}
            className="ui-pop z-20 grid max-h-(--available-height) min-w-52 overflow-y-auto overscroll-contain rounded-[12px] border border-line bg-raised p-1.5 text-ink shadow-2 outline-none"
          >
            <PendingActionContext.Provider value={pendingAction}>{children}</PendingActionContext.Provider>
          </Ark.Content>
        </Ark.Positioner>
      </Ark.Root>
    </ArkLocaleProvider>
  );
}

const itemClass = (danger: boolean) =>
  cx(
    "ui-option flex min-h-control cursor-pointer items-center gap-2.5 rounded-[8px] px-2.5 text-start leading-snug no-underline outline-none",
    "data-highlighted:bg-hover data-disabled:cursor-not-allowed data-disabled:text-ink-off",
    danger ? "text-danger" : "text-ink",
  );

interface ItemProps {
  /** Whether it is destructive. */
  value: string;
  icon?: ReactNode;
  disabled?: boolean;
  children: ReactNode;
}

export function MenuItem(props: ItemProps & { onSelect(): void; shortcut?: string; danger?: boolean }) {
  const { value, icon, shortcut, disabled = false, danger = false, onSelect, children } = props;
  const pendingAction = useContext(PendingActionContext);
  return (
    <Ark.Item
      value={value}
      disabled={disabled}
      onSelect={() => {
        pendingAction.current = onSelect;
      }}
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

/** An item that navigates: `children` is the link with its text. */
export function MenuLink({ value, children }: { value: string; children: ReactElement }) {
  return (
    <Ark.Item value={value} asChild className={itemClass(false)}>
      {children}
    </Ark.Item>
  );
}

export function MenuSeparator() {
  return <Ark.Separator className="mx-1 my-1.5 border-line" />;
}
