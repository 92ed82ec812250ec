import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";

/** Something to choose from a list. */
export interface Option {
  readonly value: string;
  /** In its own words: with them it is found by typing. */
  readonly label: string;
  /** Of the label, where it is not the page's. */
  readonly lang?: string;
  readonly dir?: "ltr" | "rtl";
  /** The same in the words of the page, shown beside it and found by typing too. */
  readonly translatedLabel?: string;
}

export const optionClass =
  "ui-option flex min-h-control cursor-pointer items-center gap-2.5 rounded-[8px] px-2.5 leading-snug outline-none data-highlighted:bg-hover";

export const listClass =
  "ui-pop z-20 max-h-[min(24rem,var(--available-height))] overflow-y-auto overscroll-contain rounded-[12px] border border-line bg-raised p-1.5 text-ink shadow-2 outline-none";

/** One row of a list; `mark` shows when it is the chosen one. */
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
      <span className="grid size-4 flex-none place-items-center">{mark}</span>
    </>
  );
}

export const checkIcon = <Check className="size-4" />;
