import { useCallback, useState } from "react";
import { keepIn, keptIn, type Places } from "~/platform/storage.ts";
import { type Draft, readDraft, storeDraft } from "../draft.ts";

/** What stays with its writer until it is sent, through a reload too. */
export function useDraft(places: Places, of: string): readonly [Draft, (change: (draft: Draft) => Draft) => void] {
  const key = `parley:draft:${of}`;
  const [draft, set] = useState(() => readDraft(keptIn(places, key)[0] ?? null));
  const change = useCallback(
    (by: (draft: Draft) => Draft) =>
      set((before) => {
        const next = by(before);
        keepIn(places, key, storeDraft(next));
        return next;
      }),
    [places, key],
  );
  return [draft, change];
}
