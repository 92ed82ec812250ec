import { Switch as Ark } from "@ark-ui/react/switch";
import type { ReactNode } from "react";
import { ArkLocaleProvider } from "./ArkLocaleProvider.tsx";
import { cx } from "./cx.ts";

interface SwitchProps {
  label: ReactNode;
  hint?: ReactNode;
  checked?: boolean;
  defaultChecked?: boolean;
  onChange?: (checked: boolean) => void;
  disabled?: boolean;
  /** Name of the form field, `on` while on. */
  name?: string;
  className?: string;
}

/** A switch that applies at once. Use a checkbox if a "Save" is needed. */
export function Switch({ label, hint, checked, defaultChecked, onChange, disabled, name, className }: SwitchProps) {
  return (
    <ArkLocaleProvider>
      <Ark.Root
        {...(checked !== undefined && { checked })}
        {...(defaultChecked !== undefined && { defaultChecked })}
        {...(disabled !== undefined && { disabled })}
        {...(name !== undefined && { name })}
        onCheckedChange={(change) => onChange?.(change.checked)}
        className={cx(
          "flex min-h-control cursor-pointer items-center gap-3 data-disabled:cursor-not-allowed data-disabled:text-ink-off",
          className,
        )}
      >
        <Ark.Control className="ui-switch">
          <Ark.Thumb className="ui-switch-thumb" />
        </Ark.Control>
        <Ark.Label className="min-w-0 flex-1 leading-snug">
          <span className="font-strong">{label}</span>
          {hint && <span className="mt-0.5 block text-14 text-ink-soft">{hint}</span>}
        </Ark.Label>
        <Ark.HiddenInput />
      </Ark.Root>
    </ArkLocaleProvider>
  );
}
