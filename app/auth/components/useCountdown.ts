import { useEffect, useState } from "react";

/** Returns the seconds left of `seconds`; `null` before hydration. A new `round` restarts the countdown. */
export function useCountdown(seconds: number, round: unknown): number | null {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same number in a new round restarts the countdown
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
