import { useCallback, useState } from "react";
import { keepAt, keptAt, type Places } from "~/platform/storage.ts";
import { type Draft, readDraft, storeDraft } from "../draft.ts";

/**
 * What stays until it is sent, through a reload too. In this tab, whoever its writer is by then: somebody who was signed
 * out goes on as a guest. On the device it is its writer's alone.
 */
export function useDraft(
  { tab, device, lasts }: Places,
  meetingId: string,
  writer: string,
): readonly [Draft, (change: (draft: Draft) => Draft) => void] {
  const here = `parley:draft:${meetingId}`;
  const theirs = `${here}:${writer}`;
  const [draft, set] = useState(() => readDraft(keptAt(tab, here) ?? keptAt(device, theirs)));
  const change = useCallback(
    (by: (draft: Draft) => Draft) =>
      set((before) => {
        const next = by(before);
        const stored = storeDraft(next);
        keepAt(tab, here, stored);
        keepAt(device, theirs, lasts() ? stored : null);
        return next;
      }),
    [tab, device, lasts, here, theirs],
  );
  return [draft, change];
}
