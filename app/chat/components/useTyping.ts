import { useCallback, useEffect, useRef } from "react";

/** Milliseconds without a key after which one is writing no more. */
const RESTS = 4_000;

/** Tells the others that this person writes, once, and that they stopped: at rest, when sent, when they go away. */
export function useTyping(tell: (typing: boolean) => void): { typed(): void; stopped(): void } {
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const writing = useRef(false);
  const stopped = useCallback(() => {
    clearTimeout(timer.current);
    if (!writing.current) return;
    writing.current = false;
    latest.current(false);
  }, []);
  const typed = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(stopped, RESTS);
    if (writing.current) return;
    writing.current = true;
    latest.current(true);
  }, [stopped]);
  useEffect(() => stopped, [stopped]);
  return { typed, stopped };
}
