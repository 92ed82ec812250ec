import { useCallback, useEffect, useRef } from "react";

/** A function that stays the same one and does what that of the latest drawing does: who is given it is not drawn anew for it. */
export function useEventCallback<Given extends unknown[], Answer>(
  callback: (...given: Given) => Answer,
): (...given: Given) => Answer {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  return useCallback((...given) => latest.current(...given), []);
}
