import { useCallback } from "react";

export type ShareLinkResult = "copied" | "shared" | "not-copied";

/** Opens the share sheet on touch devices, else copies the link. */
export function useShareLink(link: string): () => Promise<ShareLinkResult> {
  return useCallback(async () => {
    if (typeof navigator.share === "function" && matchMedia("(pointer: coarse)").matches) {
      try {
        await navigator.share({ url: link });
        return "shared";
      } catch (error) {
        if (error instanceof DOMException && error.name === "AbortError") return "shared";
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
