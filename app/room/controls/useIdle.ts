import { useEffect, useState } from "react";

const IDLE_AFTER_MS = 4_000;

/** Whether pointer and keyboard are idle. Always false on touch devices, where a tap on a hidden control would be lost. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (!matchMedia("(hover: hover)").matches) return;
    let timer = 0;
    const onActivity = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = window.setTimeout(() => setIdle(true), IDLE_AFTER_MS);
    };
    const events = ["pointermove", "pointerdown", "keydown", "focusin"] as const;
    for (const name of events) document.addEventListener(name, onActivity, { passive: true });
    onActivity();
    return () => {
      clearTimeout(timer);
      for (const name of events) document.removeEventListener(name, onActivity);
    };
  }, []);
  return idle;
}
