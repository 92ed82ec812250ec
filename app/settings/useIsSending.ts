import { useNavigation } from "@remix-run/react";

/** Returns whether this form is being sent. While the page loads afterwards, another may be. */
export function useIsSending(intent: string, id?: string): boolean {
  const { state, formData } = useNavigation();
  return (
    state === "submitting" && formData?.get("intent") === intent && (id === undefined || formData.get("id") === id)
  );
}
