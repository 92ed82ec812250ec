import type { SharedFile } from "#contracts/files.ts";
import { NUMBERING_SYSTEM } from "~/i18n/formatters.ts";
import { useLocale } from "~/i18n/I18nProvider.tsx";

const SIZE_UNITS = [
  ["byte", 1],
  ["kilobyte", 1e3],
  ["megabyte", 1e6],
] as const;

/** Returns a formatter for sizes: `1.2 MB`. */
export function useFileSize(): (bytes: number) => string {
  const locale = useLocale();
  return (bytes) => {
    const [unit, size] = SIZE_UNITS.findLast(([, unitBytes]) => bytes >= unitBytes) ?? SIZE_UNITS[0];
    const numberFormat = new Intl.NumberFormat(locale, {
      numberingSystem: NUMBERING_SYSTEM,
      ...{ style: "unit", unit, unitDisplay: unit === "byte" ? "long" : "short" },
      maximumFractionDigits: bytes < 10 * size ? 1 : 0,
    });
    return numberFormat.format(bytes / size);
  };
}

/** Returns a formatter for a file's type and size: `PDF · 1.2 MB`. Both are isolated, so that an Arabic page keeps their order. */
export function useFileDescription(): (file: Pick<SharedFile, "name" | "bytes">) => string {
  const formatSize = useFileSize();
  return ({ name, bytes }) => `\u2068${name.split(".").at(-1)?.toUpperCase()}\u2069 · \u2068${formatSize(bytes)}\u2069`;
}
