import { useState } from "react";

/**
 * A setting as it is wanted: from the press until the meeting tells a value of its own, or the press failed. The answer
 * to a press may come before the news of it.
 */
export function useWanted<T>(value: T): { shown: T; want(next: T, save: () => Promise<boolean>): Promise<void> } {
  const [wanted, setWanted] = useState<{ readonly next: T; readonly before: T } | null>(null);
  return {
    shown: wanted !== null && Object.is(wanted.before, value) ? wanted.next : value,
    async want(next, save) {
      setWanted({ next, before: value });
      if (!(await save())) setWanted(null);
    },
  };
}
