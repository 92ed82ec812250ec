import { useCallback, useState } from "react";
import { type DraftStorage, readStored, writeStored } from "~/lib/storage.ts";
import { type Draft, parseDraft, serializeDraft } from "../core/draft.ts";

/**
 * What stays until it is sent, through a reload too. In this tab, whoever its writer is by then: somebody who was signed
 * out goes on as a guest. On the device it is its writer's alone.
 */
export function useDraft(
  { tab, device, isPersistent }: DraftStorage,
  meetingId: string,
  writer: string,
): readonly [Draft, (change: (draft: Draft) => Draft) => void] {
  const here = `parley:draft:${meetingId}`;
  const theirs = `${here}:${writer}`;
  const [draft, set] = useState(() => parseDraft(readStored(tab, here) ?? readStored(device, theirs)));
  const change = useCallback(
    (by: (draft: Draft) => Draft) =>
      set((before) => {
        const next = by(before);
        const stored = serializeDraft(next);
        writeStored(tab, here, stored);
        writeStored(device, theirs, isPersistent() ? stored : null);
        return next;
      }),
    [tab, device, isPersistent, here, theirs],
  );
  return [draft, change];
}
