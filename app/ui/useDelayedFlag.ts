import { useEffect, useState } from "react";

/** Returns true once `wanted` has been true for `delay` milliseconds, and stays true. */
export function useDelayedFlag(active: boolean, delayMs: number): boolean {
  const [elapsed, setCome] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setCome(true), delayMs);
    return () => clearTimeout(timer);
  }, [active, delayMs]);
  return elapsed;
}
