import { useCallback } from "react";
import type { SharedFile } from "#contracts/files.ts";
import { useLocale, useMessages } from "~/i18n/index.tsx";
import { kindOf } from "../core/kind.ts";

const STEPS = [
  ["byte", 1],
  ["kilobyte", 1e3],
  ["megabyte", 1e6],
] as const;

/** What a file is and how large: `PDF · 1.2 MB`. */
export function useAbout(): (file: Pick<SharedFile, "type" | "bytes">) => string {
  const t = useMessages();
  const locale = useLocale();
  return useCallback(
    ({ type, bytes }) => {
      const [unit, size] = STEPS.findLast(([, least]) => bytes >= least) ?? STEPS[0];
      const words = new Intl.NumberFormat(`${locale}-u-nu-latn`, {
        ...{ style: "unit", unit, unitDisplay: "short" },
        maximumFractionDigits: bytes < 10 * size && unit !== "byte" ? 1 : 0,
      });
      return `${t(`files.kind.${kindOf(type)}`)} · ${words.format(bytes / size)}`;
    },
    [t, locale],
  );
}
