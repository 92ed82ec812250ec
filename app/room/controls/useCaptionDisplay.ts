import { useSyncExternalStore } from "react";
import { captionsShown } from "~/captions/captionsShown.ts";

/** Whether captions are shown in this browser. */
export function useCaptionDisplay() {
  const preference = captionsShown();
  const shown = useSyncExternalStore(preference.subscribe, preference.getSnapshot, () => true);
  return { shown, toggle: () => preference.set(!preference.getSnapshot()) };
}
