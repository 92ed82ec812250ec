import { useEffect, useState } from "react";

/**
 * Seconds left of `seconds`, counted from when they were given; `null` before the scripts are there. Another `round` counts
 * anew.
 */
export function useCountdown(seconds: number, round: unknown): number | null {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same number given again is another wait.
  useEffect(() => {
    const ends = performance.now() + seconds * 1000;
    const update = () => {
      const now = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
      setSecondsLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(update, 1000);
    update();
    return () => clearInterval(timer);
  }, [seconds, round]);
  return secondsLeft;
}
