import { useCallback, useState } from "react";
import { type Draft, EMPTY_DRAFT, readDraft, storeDraft } from "../draft.ts";

/** What stays with this tab until it is sent, through a reload too. Storage may be denied: then while the page lives. */
export function useDraft(key: string): readonly [Draft, (change: (draft: Draft) => Draft) => void] {
  const stored = `parley.draft.${key}`;
  const [draft, set] = useState(() => {
    try {
      return readDraft(sessionStorage.getItem(stored));
    } catch {
      return EMPTY_DRAFT;
    }
  });
  const change = useCallback(
    (by: (draft: Draft) => Draft) =>
      set((before) => {
        const next = by(before);
        try {
          const text = storeDraft(next);
          if (text === null) sessionStorage.removeItem(stored);
          else sessionStorage.setItem(stored, text);
        } catch {
          // Denied or full: it is in the field all the same.
        }
        return next;
      }),
    [stored],
  );
  return [draft, change];
}
