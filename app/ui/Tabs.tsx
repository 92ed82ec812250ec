import { Tabs as Ark } from "@ark-ui/react/tabs";
import type { ReactNode } from "react";
import { ArkLocaleProvider } from "./ArkLocaleProvider.tsx";
import { cx } from "./cx.ts";

const LOOKS = {
  underline: {
    list: "gap-6 border-b border-line",
    tab: "min-h-control border-b-2 border-transparent pt-0.5 data-selected:border-accent",
  },
  segmented: {
    list: "w-max max-w-full gap-0.5 rounded-m bg-sunken p-1",
    tab: "min-h-9 rounded-[7px] border border-transparent px-3.5 data-selected:border-line data-selected:bg-raised data-selected:shadow-1 pointer-coarse:min-h-control",
  },
} as const;

interface Tab {
  readonly value: string;
  readonly label: ReactNode;
  readonly content: ReactNode;
  readonly disabled?: boolean;
}

interface TabsProps {
  /** Accessible name. */
  label: string;
  tabs: readonly Tab[];
  look?: keyof typeof LOOKS;
  value?: string;
  onChange?: (value: string) => void;
}

/** Several views in one place. `underline` heads a page, `segmented` is for toolbars. */
export function Tabs({ label, tabs, look = "underline", value, onChange }: TabsProps) {
  const { list, tab: tabClass } = LOOKS[look];
  return (
    <ArkLocaleProvider>
      <Ark.Root
        {...(value === undefined ? { defaultValue: tabs[0]?.value ?? null } : { value })}
        onValueChange={(change) => onChange?.(change.value)}
        lazyMount
        unmountOnExit
      >
        <Ark.List aria-label={label} className={cx("flex overflow-x-auto", list)}>
          {tabs.map((tab) => (
            <Ark.Trigger
              key={tab.value}
              value={tab.value}
              disabled={tab.disabled ?? false}
              className={cx(
                "ui-tab flex-none text-14 leading-snug font-strong text-ink-soft -outline-offset-2! transition-colors hover:text-ink data-selected:text-ink data-disabled:text-ink-off",
                tabClass,
              )}
            >
              {tab.label}
            </Ark.Trigger>
          ))}
        </Ark.List>
        {tabs.map((tab) => (
          <Ark.Content key={tab.value} value={tab.value} className="pt-4">
            {tab.content}
          </Ark.Content>
        ))}
      </Ark.Root>
    </ArkLocaleProvider>
  );
}
