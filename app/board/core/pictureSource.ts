import { isDecodable } from "#contracts/board.ts";
import { IMAGE_MAX_BYTES, isImage } from "#contracts/files.ts";
import type { BoardCard } from "../boardView.ts";

/**
 * Returns false for an image whose pixels would take gigabytes of memory, as far as its sharer's browser stated its size.
 * The edge function `files` rejects such images up to `IMAGE_MAX_BYTES`, and larger ones only if they are animated.
 * So the sharer decides only about a still image of more bytes, which a page shows after a click on its file.
 */
export const isShowable = ({ preview }: Pick<BoardCard, "preview">): boolean =>
  preview?.size == null || isDecodable(preview.size);

/** Returns the address of a tile's picture, or null for an icon. */
export function pictureSource(card: Pick<BoardCard, "id" | "file" | "preview">): string | null {
  const { id, file, preview } = card;
  if (preview?.hasPicture) return `/files/${id}?preview`;
  return isImage(file.type) && file.bytes <= IMAGE_MAX_BYTES && isShowable(card) ? `/files/${id}?show` : null;
}
