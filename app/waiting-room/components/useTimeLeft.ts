import { useEffect, useState } from "react";

/** Returns the milliseconds until `until`, updated every second; 0 when it has passed. */
export function useTimeLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - now) / 1000) * 1000);
}
