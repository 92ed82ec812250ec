import { Progress as Ark } from "@ark-ui/react/progress";
import { useFormat } from "~/i18n/index.tsx";
import { Localized } from "./Localized.tsx";

interface ProgressProps {
  label: string;
  /** From 0 to `max`; `null` while nobody knows how much there is. */
  value: number | null;
  max?: number;
  /** In words, where a share says less: "step 2 of 3". */
  said?: string;
}

/** How far something long has come. */
export function Progress({ label, value, max = 100, said }: ProgressProps) {
  const format = useFormat();
  const share = value === null ? "" : format.share(value / max);
  return (
    <Localized>
      <Ark.Root value={value} max={max} translations={{ value: () => said ?? share }} className="grid gap-1.5">
        <div className="flex items-baseline justify-between gap-3 text-14 leading-snug">
          <Ark.Label>{label}</Ark.Label>
          <span aria-hidden="true" className="text-ink-soft tabular-nums">
            {said ?? share}
          </span>
        </div>
        <Ark.Track
          aria-label={label}
          aria-valuetext={said ?? share}
          className="h-1.5 overflow-hidden rounded-full border border-transparent bg-line"
        >
          <Ark.Range
            className={`ui-fill h-full rounded-full bg-accent transition-[inline-size] duration-200 ${value === null ? "w-1/3! animate-breathe" : ""}`}
          />
        </Ark.Track>
      </Ark.Root>
    </Localized>
  );
}
