import { useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import { useAsyncEffect } from "~/lib/useAsyncEffect.ts";
import type { SaveOutcome } from "./settingsView.ts";

/** Search parameter after a save that reloaded the page. */
export const SAVED_PARAM = "saved";

const SAVED = { saved: true };

/**
 * Returns the outcome of the last "Save": the action's result, or the search parameter, which is then removed from the
 * URL. Notifies the other tabs, also of a form that was sent before the page's scripts ran.
 */
export function useSaveOutcome<Answer extends { readonly saved: boolean }>(
  actionResult: Answer | undefined,
): SaveOutcome {
  const [searchParams] = useSearchParams();
  const marked = searchParams.has(SAVED_PARAM);
  useEffect(() => {
    if (marked) history.replaceState(history.state, "", location.pathname);
  }, [marked]);
  const outcome = actionResult ?? (marked ? SAVED : null);
  useAsyncEffect(async () => {
    if (outcome?.saved) (await import("~/auth/pageSession.ts")).pageSession().profileChanged();
  }, [outcome]);
  return outcome;
}
