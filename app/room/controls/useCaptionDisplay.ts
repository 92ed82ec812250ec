import { useCallback, useSyncExternalStore } from "react";
import { useCallUi, useLoadedCaptions } from "../screen/CallUiProvider.tsx";

const subscribeToNothing = () => () => {};

/** Whether captions are shown. Before anybody has captions, `toggle` opens their settings. */
export function useCaptionDisplay() {
  const { dialog } = useCallUi();
  const preferences = useLoadedCaptions()?.preferences ?? null;
  const shown = useSyncExternalStore(
    preferences?.subscribe ?? subscribeToNothing,
    () => preferences?.getSnapshot().shown ?? false,
  );
  const toggle = useCallback(
    () => (preferences === null ? dialog.set("captions") : preferences.toggleShown()),
    [preferences, dialog],
  );
  return { shown, toggle };
}
