import { useEffect, useState } from "react";

/** Shorter waits show no skeleton, which would only flash. Milliseconds. */
const SPIN_DELAY_MS = 300;

/** Returns true once `waiting` has lasted for the delay. */
export function useSpinDelay(waiting: boolean): boolean {
  const [elapsed, setElapsed] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setElapsed(true), SPIN_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setElapsed(false);
    };
  }, [waiting]);
  return waiting && elapsed;
}
