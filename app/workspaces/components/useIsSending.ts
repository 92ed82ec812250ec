import { useNavigation } from "@remix-run/react";
import type { Intent } from "../core/workspaceView.ts";

/** Returns whether this form is being sent. While the page loads afterwards, another may be. */
export function useIsSending(intent: Intent, id?: string): boolean {
  const { state, formData } = useNavigation();
  return (
    state === "submitting" && formData?.get("intent") === intent && (id === undefined || formData.get("id") === id)
  );
}
