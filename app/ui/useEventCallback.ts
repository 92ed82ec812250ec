import { useCallback, useInsertionEffect, useRef } from "react";

/** Returns a stable function that always calls the latest `callback`, so memoized children do not re-render. */
export function useEventCallback<Given extends unknown[], Answer>(
  callback: (...given: Given) => Answer,
): (...given: Given) => Answer {
  const latest = useRef(callback);
  // Before the screen changes: an event right after it must not call the function of the screen before.
  useInsertionEffect(() => {
    latest.current = callback;
  });
  return useCallback((...given) => latest.current(...given), []);
}
