import { useEffect, useRef } from "react";
import { type Shortcut, shortcutOf } from "../shortcuts.ts";

/** Runs `act` for the single keys of the call while they are `enabled`. */
export function useShortcuts(enabled: boolean, act: (shortcut: Shortcut) => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!enabled) return;
    const pressed = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event);
      if (shortcut === null) return;
      event.preventDefault();
      latest.current(shortcut);
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [enabled]);
}
