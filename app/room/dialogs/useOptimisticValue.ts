import { useState } from "react";

/**
 * Returns the new value of a setting from the click until `value` changes or saving fails. The response may arrive before
 * the broadcast that changes `value`.
 */
export function useOptimisticValue<T>(value: T): {
  value: T;
  update(next: T, save: () => Promise<boolean>): Promise<void>;
} {
  const [pendingChange, setPendingChange] = useState<{ readonly next: T; readonly previous: T } | null>(null);
  const isPending = pendingChange !== null && Object.is(pendingChange.previous, value);
  // Clear it for good: somebody else may restore the previous value later.
  if (pendingChange !== null && !isPending) setPendingChange(null);
  return {
    value: isPending ? pendingChange.next : value,
    async update(next, save) {
      const change = { next, previous: value };
      setPendingChange(change);
      if (!(await save())) setPendingChange((current) => (current === change ? null : current));
    },
  };
}
