import { useState } from "react";

/**
 * A setting as it is wanted: from the press until the meeting tells another value than before, or the press failed. The
 * answer to a press may come before the news of it.
 */
export function useWanted<T>(value: T): { shown: T; want(next: T, save: () => Promise<boolean>): Promise<void> } {
  const [wanted, setWanted] = useState<{ readonly next: T; readonly before: T } | null>(null);
  const holds = wanted !== null && Object.is(wanted.before, value);
  // For good: somebody else may turn it back to what it was before.
  if (wanted !== null && !holds) setWanted(null);
  return {
    shown: holds ? wanted.next : value,
    async want(next, save) {
      const mine = { next, before: value };
      setWanted(mine);
      if (!(await save())) setWanted((now) => (now === mine ? null : now));
    },
  };
}
