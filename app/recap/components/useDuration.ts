import { useMessages } from "~/i18n/I18nProvider.tsx";
import { toDurationUnit } from "../core/recap.ts";

/** Returns a formatter: `12 minutes`, `40 seconds`. */
export function useDuration(): (seconds: number) => string {
  const t = useMessages();
  return (seconds) => {
    const { unit, count } = toDurationUnit(seconds);
    return t(`recap.${unit}`, { count });
  };
}
