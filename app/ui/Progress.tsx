import { Progress as Ark } from "@ark-ui/react/progress";
import { useFormatters } from "~/i18n/I18nProvider.tsx";
import { ArkLocaleProvider } from "./ArkLocaleProvider.tsx";

interface ProgressProps {
  label: string;
  /** From 0 to `max`; `null` if the total is unknown. */
  value: number | null;
  max?: number;
  /** Text alternative, such as "step 2 of 3". */
  valueText?: string;
}

/** Progress of a long task. */
export function Progress({ label, value, max = 100, valueText }: ProgressProps) {
  const format = useFormatters();
  const share = value === null ? "" : format.share(value / max);
  return (
    <ArkLocaleProvider>
      <Ark.Root value={value} max={max} translations={{ value: () => valueText ?? share }} className="grid gap-1.5">
        <div className="flex items-baseline justify-between gap-3 text-14 leading-snug">
          <Ark.Label>{label}</Ark.Label>
          <span aria-hidden="true" className="text-ink-soft tabular-nums">
            {valueText ?? share}
          </span>
        </div>
        <Ark.Track
          aria-label={label}
          aria-valuetext={valueText ?? share}
          className="ui-track h-1.5 overflow-hidden rounded-full border border-transparent bg-line"
        >
          <Ark.Range
            className={`ui-fill h-full rounded-full bg-accent transition-[inline-size] duration-200 ${value === null ? "w-1/3! animate-breathe" : ""}`}
          />
        </Ark.Track>
      </Ark.Root>
    </ArkLocaleProvider>
  );
}
