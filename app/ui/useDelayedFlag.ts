import { useEffect, useState } from "react";

/** Whether `wanted` has been true for so many milliseconds; true for good from then on. */
export function useDelayedFlag(active: boolean, delayMs: number): boolean {
  const [elapsed, setCome] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setCome(true), delayMs);
    return () => clearTimeout(timer);
  }, [active, delayMs]);
  return elapsed;
}
