import { useCallback, useEffect, useRef, useState } from "react";
import { type Shortcut, shortcutOf } from "../shortcuts.ts";

const STORED = "parley.single-keys";

/** Runs `act` for the single keys of the call; the person may switch them off, which this browser remembers. */
export function useShortcuts(act: (shortcut: Shortcut) => void): {
  enabled: boolean;
  setEnabled(enabled: boolean): void;
} {
  const [enabled, set] = useState(() => readStored());
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event);
      if (shortcut === null || !enabled) return;
      event.preventDefault();
      latest.current(shortcut);
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [enabled]);
  const setEnabled = useCallback((next: boolean) => {
    set(next);
    try {
      localStorage.setItem(STORED, next ? "on" : "off");
    } catch {
      // A browser that stores nothing forgets the choice with the page.
    }
  }, []);
  return { enabled, setEnabled };
}

function readStored(): boolean {
  try {
    return localStorage.getItem(STORED) !== "off";
  } catch {
    return true;
  }
}
