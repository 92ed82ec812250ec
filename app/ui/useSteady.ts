import { useCallback, useEffect, useRef } from "react";

/** A function that stays the same one and does what that of the latest drawing does: who is given it is not drawn anew for it. */
export function useSteady<Given extends unknown[], Answer>(
  act: (...given: Given) => Answer,
): (...given: Given) => Answer {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...given) => latest.current(...given), []);
}
