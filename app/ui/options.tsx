import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";

/** An option of a list. */
export interface Option {
  readonly value: string;
  /** Label in its own language, found by typing. */
  readonly label: string;
  /** Language of the label, if it differs from the page's. */
  readonly lang?: string;
  readonly dir?: "ltr" | "rtl";
  /** Label in the page's language, shown beside the other and found by typing. */
  readonly translatedLabel?: string;
  /** A drawback of the choice. */
  readonly note?: string;
}

export const optionClass =
  "ui-option flex min-h-control cursor-pointer items-center gap-2.5 rounded-[8px] px-2.5 leading-snug outline-none data-highlighted:bg-hover";

export const listClass =
  "ui-pop z-20 max-h-[min(24rem,var(--available-height))] overflow-y-auto overscroll-contain rounded-[12px] border border-line bg-raised p-1.5 text-ink shadow-2 outline-none";

/** A row of a list; `mark` shows that it is selected. */
export function OptionRow({ option, mark }: { option: Option; mark: ReactNode }) {
  return (
    <>
      <span className="min-w-0 flex-1 truncate text-start">
        <bdi lang={option.lang} dir={option.dir}>
          {option.label}
        </bdi>
      </span>
      {option.translatedLabel && option.translatedLabel !== option.label && (
        <span className="text-13 text-ink-soft">{option.translatedLabel}</span>
      )}
      {option.note && <span className="text-13 text-warning">{option.note}</span>}
      <span className="grid size-4 flex-none place-items-center">{mark}</span>
    </>
  );
}

export const checkIcon = <Check className="size-4" />;
