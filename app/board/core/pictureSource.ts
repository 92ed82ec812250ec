import { isDecodable } from "#contracts/board.ts";
import { isImage } from "#contracts/files.ts";
import type { BoardCard } from "../boardView.ts";

/** Larger images are not loaded, to spare slow connections. */
const MAX_PICTURE_BYTES = 5e6;

/** Returns false for an image whose pixels would take gigabytes of memory, as far as its sharer's browser stated its size. */
export const isShowable = ({ preview }: Pick<BoardCard, "preview">): boolean =>
  preview?.size == null || isDecodable(preview.size);

/** Returns the address of a tile's picture, or null for an icon. */
export function pictureSource(card: Pick<BoardCard, "id" | "file" | "preview">): string | null {
  const { id, file, preview } = card;
  if (preview?.hasPicture) return `/files/${id}?preview`;
  return isImage(file.type) && file.bytes <= MAX_PICTURE_BYTES && isShowable(card) ? `/files/${id}?show` : null;
}
