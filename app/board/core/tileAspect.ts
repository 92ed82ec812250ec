import type { BoardCard } from "../boardView.ts";

/** Bounds of a tile's width by its height, so that no picture fills the page or becomes a line. */
const MIN_ASPECT = 0.6;
const MAX_ASPECT = 3;

const EXCERPT_ASPECT = 2;

/** Returns the width by the height of a card's tile: that of its picture within bounds, its text, or the icon of its kind. */
export function tileAspect({ kind, preview, excerpt }: Pick<BoardCard, "kind" | "preview" | "excerpt">): number {
  const size = preview?.size;
  if (size) return Math.min(MAX_ASPECT, Math.max(MIN_ASPECT, size.width / size.height));
  if (excerpt !== null) return EXCERPT_ASPECT;
  return kind === "image" ? 4 / 3 : 5 / 2;
}
