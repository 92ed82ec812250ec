/** Checks of a chosen picture before a browser decodes it: decoding needs memory for every pixel that the head states. */
import { readPictureSize } from "#contracts/pictureSize.ts";

export type PictureProblem = "type" | "animated" | "bytes" | "pixels" | "unreadable";

/** Bytes of a chosen file. */
export const PICTURE_MAX_BYTES = 10_000_000;
/** 160 MB in memory. */
export const PICTURE_MAX_PIXELS = 40e6;

/** How files begin, by type. `at`: the place of the signature. */
const SIGNATURES: readonly { readonly type: string; readonly at: number; readonly signs: string }[] = [
  { type: "image/png", at: 0, signs: "\x89PNG\r\n\x1a\n" },
  { type: "image/jpeg", at: 0, signs: "\xff\xd8\xff" },
  { type: "image/gif", at: 0, signs: "GIF8" },
  { type: "image/webp", at: 8, signs: "WEBP" },
  { type: "image/avif", at: 4, signs: "ftypavif" },
  { type: "image/avif", at: 4, signs: "ftypavis" },
];

/** Returns the type by the first bytes, whatever the file's name says. Null: no page shows it, or it can hold scripts. */
export function pictureType(bytes: Uint8Array): string | null {
  const fits = (at: number, signs: string) =>
    [...signs].every((sign, index) => bytes[at + index] === sign.charCodeAt(0));
  return SIGNATURES.find(({ at, signs }) => fits(at, signs))?.type ?? null;
}

/** Returns why the picture cannot be an avatar, or null. */
export function pictureProblem(bytes: Uint8Array): PictureProblem | null {
  if (bytes.length > PICTURE_MAX_BYTES) return "bytes";
  const type = pictureType(bytes);
  if (type === null) return "type";
  const size = readPictureSize(bytes, type);
  if (size === null) return "unreadable";
  if (size.width * size.height > PICTURE_MAX_PIXELS) return "pixels";
  return size.isAnimated ? "animated" : null;
}
