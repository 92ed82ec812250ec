import { useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import type { SaveOutcome } from "./settingsView.ts";

/** Search parameter after a save that reloaded the page. */
export const SAVED_PARAM = "saved";

const SAVED = { saved: true };

/**
 * Returns the outcome of the last "Save": the action's result, or the search parameter, which is then removed from the
 * URL.
 */
export function useSaveOutcome<Answer extends { readonly saved: boolean }>(
  actionResult: Answer | undefined,
): SaveOutcome {
  const [searchParams] = useSearchParams();
  const marked = searchParams.has(SAVED_PARAM);
  useEffect(() => {
    if (marked) history.replaceState(history.state, "", location.pathname);
  }, [marked]);
  return actionResult ?? (marked ? SAVED : null);
}
