import { thumbHashToAverageRGBA } from "thumbhash";
import type { FilePreview } from "#contracts/board.ts";
import type { BoardPreview } from "./boardView.ts";

export const toPreview = ({
  width,
  height,
  duration_ms: durationMs,
  hash,
  picture: hasPicture,
}: FilePreview): BoardPreview => ({
  size: width === null || height === null ? null : { width, height },
  durationMs,
  colour: hash && averageColour(hash),
  hasPicture,
});

/** Returns null for a hash that is none: it comes from the sharer's browser. */
export function averageColour(hash: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(hash), (char) => char.charCodeAt(0));
    const { r, g, b } = thumbHashToAverageRGBA(bytes);
    const parts = [r, g, b].map((part) => Math.round(Math.min(1, Math.max(0, part)) * 255));
    return parts.every(Number.isFinite) ? `rgb(${parts.join(" ")})` : null;
  } catch {
    return null;
  }
}
