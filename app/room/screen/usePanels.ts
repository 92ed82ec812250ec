import { useCallback, useSyncExternalStore } from "react";
import type { SidePanelName } from "../core/roomState.ts";
import { useRoom } from "../RoomProvider.tsx";

/** The side panel. Null: closed. */
export function usePanels() {
  const { panel } = useRoom();
  const openPanel = useSyncExternalStore(panel.subscribe, panel.getSnapshot);
  const togglePanel = useCallback(
    (name: SidePanelName) => panel.set(panel.getSnapshot() === name ? null : name),
    [panel],
  );
  const closePanel = useCallback(() => panel.set(null), [panel]);
  return { openPanel, togglePanel, closePanel };
}
