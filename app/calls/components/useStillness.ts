import { useEffect, useState } from "react";

const STILL_AFTER = 4_000;

/** Whether pointer and keys have rested for a while. Always false where nothing hovers: there a tap would be lost. */
export function useStillness(): boolean {
  const [still, setStill] = useState(false);
  useEffect(() => {
    if (!matchMedia("(hover: hover)").matches) return;
    let timer = 0;
    const moved = () => {
      setStill(false);
      clearTimeout(timer);
      timer = window.setTimeout(() => setStill(true), STILL_AFTER);
    };
    const events = ["pointermove", "pointerdown", "keydown", "focusin"] as const;
    for (const name of events) document.addEventListener(name, moved, { passive: true });
    moved();
    return () => {
      clearTimeout(timer);
      for (const name of events) document.removeEventListener(name, moved);
    };
  }, []);
  return still;
}
