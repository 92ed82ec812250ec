import { useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import type { SaveOutcome } from "./settingsView.ts";

/** In the address after a save that had to load the whole page anew. */
export const SAVED_PARAM = "saved";

const SAVED = { saved: true };

/** What the last press on "Save" led to: the action's answer, or what the address says, which then is cleaned of it. */
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
