import { useCallback, useMemo, useState } from "react";
import type { DraftStorage } from "~/lib/storage.ts";
import { type Draft, EMPTY_DRAFT, persistedDraft } from "../core/draft.ts";

/**
 * The draft of a meeting, stored until it is sent. The tab's copy belongs to whoever uses the tab: a user who was signed
 * out continues as a guest. The device's copy belongs to its writer.
 */
export function useDraft(
  { tab, device, isPersistent }: DraftStorage,
  meetingId: string,
  writer: string,
): readonly [Draft, (change: (draft: Draft) => Draft) => void] {
  const stored = useMemo(() => {
    const key = `parley:draft:${meetingId}`;
    return { tab: persistedDraft(() => tab, key), device: persistedDraft(() => device, `${key}:${writer}`) };
  }, [tab, device, meetingId, writer]);
  const [draft, setDraft] = useState(() => stored.tab.read() ?? stored.device.read() ?? EMPTY_DRAFT);
  const changeDraft = useCallback(
    (change: (draft: Draft) => Draft) =>
      setDraft((previous) => {
        const next = change(previous);
        stored.tab.write(next);
        stored.device.write(isPersistent() ? next : null);
        return next;
      }),
    [stored, isPersistent],
  );
  return [draft, changeDraft];
}
