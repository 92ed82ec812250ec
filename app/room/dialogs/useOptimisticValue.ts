import { useState } from "react";

/**
 * A setting as it is wanted: from the press until the meeting tells another value than before, or the press failed. The
 * answer to a press may come before the news of it.
 */
export function useOptimisticValue<T>(value: T): {
  value: T;
  update(next: T, save: () => Promise<boolean>): Promise<void>;
} {
  const [pendingChange, setPendingChange] = useState<{ readonly next: T; readonly before: T } | null>(null);
  const isPending = pendingChange !== null && Object.is(pendingChange.before, value);
  // For good: somebody else may turn it back to what it was before.
  if (pendingChange !== null && !isPending) setPendingChange(null);
  return {
    value: isPending ? pendingChange.next : value,
    async update(next, save) {
      const change = { next, before: value };
      setPendingChange(change);
      if (!(await save())) setPendingChange((current) => (current === change ? null : current));
    },
  };
}
