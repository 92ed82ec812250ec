import { useCallback, useEffect, useRef } from "react";

/** Returns a stable function that always calls the latest `act`, so memoized children do not re-render. */
export function useEventCallback<Given extends unknown[], Answer>(
  callback: (...given: Given) => Answer,
): (...given: Given) => Answer {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  return useCallback((...given) => latest.current(...given), []);
}
