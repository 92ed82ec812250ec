import { SegmentGroup as Ark } from "@ark-ui/react/segment-group";
import type { ReactNode } from "react";
import { ArkLocaleProvider } from "./ArkLocaleProvider.tsx";

interface SegmentedControlProps<Value extends string> {
  /** Accessible name. */
  label: string;
  options: readonly { readonly value: NoInfer<Value>; readonly label: ReactNode }[];
  value: Value;
  onChange(value: NoInfer<Value>): void;
  disabled?: boolean;
}

/** A choice of two to four visible options that applies at once. Radio buttons for screen readers. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
  disabled,
}: SegmentedControlProps<Value>) {
  return (
    <ArkLocaleProvider>
      <Ark.Root
        value={value}
        disabled={disabled ?? false}
        onValueChange={(change) => {
          const chosen = options.find((option) => option.value === change.value);
          if (chosen) onChange(chosen.value);
        }}
        aria-label={label}
        className="ui-segments flex w-max max-w-full gap-0.5 overflow-x-auto rounded-m bg-sunken p-1"
      >
        {options.map((option) => (
          <Ark.Item
            key={option.value}
            value={option.value}
            className="ui-tab flex min-h-9 flex-none cursor-pointer items-center rounded-[7px] border border-transparent px-3.5 text-14 leading-snug font-strong text-ink-soft transition-colors hover:text-ink data-[state=checked]:border-line data-[state=checked]:bg-raised data-[state=checked]:text-ink data-[state=checked]:shadow-1 data-disabled:cursor-not-allowed data-disabled:text-ink-off data-focus-visible:outline-2 data-focus-visible:outline-(--focus) pointer-coarse:min-h-control"
          >
            <Ark.ItemText>{option.label}</Ark.ItemText>
            <Ark.ItemControl />
            <Ark.ItemHiddenInput />
          </Ark.Item>
        ))}
      </Ark.Root>
    </ArkLocaleProvider>
  );
}
