import { useEffect, useState } from "react";

/** A wait shorter than this is not felt: what would only flash by is not shown. Milliseconds. */
const FELT = 300;

/** True once `waiting` has lasted long enough to be felt. */
export function useLate(waiting: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), FELT);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting]);
  return waiting && late;
}
