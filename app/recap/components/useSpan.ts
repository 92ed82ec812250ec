import { useMessages } from "~/i18n/index.tsx";
import { spanOf } from "../core/recap.ts";

/** `12 minutes`, `40 seconds`. */
export function useSpan(): (seconds: number) => string {
  const t = useMessages();
  return (seconds) => {
    const { unit, count } = spanOf(seconds);
    return t(`recap.${unit}`, { count });
  };
}
