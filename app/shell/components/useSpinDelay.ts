import { useEffect, useState } from "react";

/** A wait shorter than this is not felt: what would only flash by is not shown. Milliseconds. */
const SPIN_DELAY_MS = 300;

/** True once `waiting` has lasted long enough to be felt. */
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
