import { useState, useSyncExternalStore } from "react";
import type { Confirmations, ConfirmationsState } from "~/confirmations/confirmations.ts";
import { useAsyncEffect } from "~/lib/useAsyncEffect.ts";
import { useRoom } from "./RoomProvider.tsx";

/** The confirmations of the call. Null until they have loaded, and while `active` is false. */
export function useConfirmations(active = true): { confirmations: Confirmations; state: ConfirmationsState } | null {
  const { loadConfirmations } = useRoom();
  const [confirmations, setConfirmations] = useState<Confirmations | null>(null);
  useAsyncEffect(
    async (signal) => {
      if (!active) return;
      const loaded = await loadConfirmations().catch(() => null);
      if (!signal.aborted) setConfirmations(loaded);
    },
    [active, loadConfirmations],
  );
  const state = useSyncExternalStore(
    confirmations?.subscribe ?? subscribeToNothing,
    () => confirmations?.getSnapshot() ?? null,
  );
  return confirmations !== null && state !== null ? { confirmations, state } : null;
}

const subscribeToNothing = () => () => {};
