import { useEffect, useState } from "react";

/** Whether `wanted` has been true for so many milliseconds; true for good from then on. */
export function useLater(wanted: boolean, after: number): boolean {
  const [come, setCome] = useState(false);
  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => setCome(true), after);
    return () => clearTimeout(timer);
  }, [wanted, after]);
  return come;
}
