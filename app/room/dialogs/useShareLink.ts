import { useCallback } from "react";

export type ShareLinkResult = "copied" | "handed-over" | "not-copied";

/** Gives the meeting's link away: on a phone through its share sheet, else onto the clipboard. */
export function useShareLink(link: string): () => Promise<ShareLinkResult> {
  return useCallback(async () => {
    if (typeof navigator.share === "function" && matchMedia("(pointer: coarse)").matches) {
      try {
        await navigator.share({ url: link });
        return "handed-over";
      } catch (error) {
        if (error instanceof DOMException && error.name === "AbortError") return "handed-over";
      }
    }
    try {
      await navigator.clipboard.writeText(link);
      return "copied";
    } catch {
      return "not-copied";
    }
  }, [link]);
}
