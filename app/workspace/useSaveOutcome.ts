import { useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import type { SaveOutcome } from "./view.ts";

/** In the address after a save that had to load the whole page anew. */
export const SAVED_MARK = "saved";

const SAVED = { saved: true };

/** What the last press on "Save" led to: the action's answer, or what the address says, which then is cleaned of it. */
export function useSaveOutcome<Answer extends { readonly saved: boolean }>(answer: Answer | undefined): SaveOutcome {
  const [said] = useSearchParams();
  const marked = said.has(SAVED_MARK);
  useEffect(() => {
    if (marked) history.replaceState(history.state, "", location.pathname);
  }, [marked]);
  return answer ?? (marked ? SAVED : null);
}
