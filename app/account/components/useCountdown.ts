import { useEffect, useState } from "react";

/**
 * Seconds left of `seconds`, counted from when they were given; `null` before the scripts are there. Another `round` counts
 * anew.
 */
export function useCountdown(seconds: number, round: unknown): number | null {
  const [left, setLeft] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same number given again is another wait.
  useEffect(() => {
    const ends = performance.now() + seconds * 1000;
    const look = () => {
      const now = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(look, 1000);
    look();
    return () => clearInterval(timer);
  }, [seconds, round]);
  return left;
}
