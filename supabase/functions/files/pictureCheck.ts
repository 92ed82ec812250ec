/** Rejects pictures that would take the memory or the time of every page that shows them. */
import { PICTURE_MAX_PIXELS } from "../_shared/contracts/board.ts";
import { fail, ok, type Result } from "../_shared/contracts/errors.ts";
import { IMAGE_MAX_BYTES, isImage } from "../_shared/contracts/files.ts";
import { readPictureSize } from "../_shared/contracts/pictureSize.ts";
import type { FileHead, FileStore } from "./fileStore.ts";

/** 160 MB in memory. */
const STILL_MAX_PIXELS = 40e6;
/** A page decodes every frame, again and again. Largest: a screen of 2,560 by 1,440 pixels. */
const ANIMATED_MAX_PIXELS = 4e6;

/**
 * Checks a picture's pixels. Pages show pictures up to `IMAGE_MAX_BYTES` without a click. Larger ones are only rejected if
 * they are animated. The bytes behind the head are read too: a file may have any metadata in front of its size or frames.
 * Errors: `file/content`.
 */
export async function checkPicture(
  store: Pick<FileStore, "readHead">,
  path: string,
  type: string,
  head: FileHead,
): Promise<Result<null>> {
  if (!isImage(type)) return ok(null);
  const picture = head.isWhole ? ok(head) : await store.readHead(path, IMAGE_MAX_BYTES);
  if (!picture.ok) return picture;
  return fitsPages(picture.value, type) ? ok(null) : fail("file/content");
}

/** Returns whether pages may show the picture. `isWhole`: the file has at most `IMAGE_MAX_BYTES`. */
export function fitsPages({ bytes, isWhole }: FileHead, type: string): boolean {
  const size = readPictureSize(bytes, type);
  const isPhoto = type === "image/jpeg";
  // No browser decodes a JPEG without a size.
  if (size === null) return isPhoto || !isWhole;
  const pixels = size.width * size.height;
  if (!isWhole) return !size.isAnimated || pixels <= STILL_MAX_PIXELS;
  if (size.isAnimated) return pixels <= ANIMATED_MAX_PIXELS;
  // Cameras make JPEG with more pixels, and browsers decode a JPEG once.
  return pixels <= (isPhoto ? PICTURE_MAX_PIXELS : STILL_MAX_PIXELS);
}
