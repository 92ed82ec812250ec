import { useCallback, useState } from "react";

/** A text that stays with this tab until it is sent, through a reload too. Storage may be denied: then while the page lives. */
export function useDraft(key: string): readonly [string, (text: string) => void] {
  const stored = `parley.draft.${key}`;
  const [text, set] = useState(() => {
    try {
      return sessionStorage.getItem(stored) ?? "";
    } catch {
      return "";
    }
  });
  const keep = useCallback(
    (next: string) => {
      set(next);
      try {
        if (next === "") sessionStorage.removeItem(stored);
        else sessionStorage.setItem(stored, next);
      } catch {
        // Denied or full: the text is in the field all the same.
      }
    },
    [stored],
  );
  return [text, keep];
}
