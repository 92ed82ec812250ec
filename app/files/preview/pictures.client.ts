/** Decodes pictures, and draws their small copies. For browsers only. */
import { rgbaToThumbHash } from "thumbhash";
import { PREVIEW_MAX_BYTES } from "#contracts/board.ts";

/** A source that a canvas draws. */
export type Picture = ImageBitmap | HTMLVideoElement | HTMLCanvasElement;

/** The longer side of a small copy, in pixels. */
const PREVIEW_SIZES = [560, 420, 300, 200] as const;
const PREVIEW_QUALITY = 0.72;
/** The longer side that a thumbhash takes at most, in pixels. */
const HASH_SIZE = 100;

/** Returns the size in pixels within a square. */
function sizeWithin(width: number, height: number, longest: number): [number, number] {
  const scale = Math.min(1, longest / Math.max(width, height));
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

/** Draws the picture. Transparent parts become white, because JPEG has no transparency. */
function draw(picture: Picture, width: number, height: number, background: string | null) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("no canvas");
  if (background !== null) {
    context.fillStyle = background;
    context.fillRect(0, 0, width, height);
  }
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  return { canvas, context };
}

/** Returns a small JPEG in base64, and the hash of the picture's colours. */
export async function previewOf(
  picture: Picture,
  width: number,
  height: number,
): Promise<{ hash: string; picture: string | null }> {
  const [hashWidth, hashHeight] = sizeWithin(width, height, HASH_SIZE);
  const { data } = draw(picture, hashWidth, hashHeight, null).context.getImageData(0, 0, hashWidth, hashHeight);
  const hash = toBase64(rgbaToThumbHash(hashWidth, hashHeight, data));
  for (const size of PREVIEW_SIZES) {
    const { canvas } = draw(picture, ...sizeWithin(width, height, size), "#fff");
    const jpeg = await canvas.convertToBlob({ type: "image/jpeg", quality: PREVIEW_QUALITY });
    if (jpeg.size <= PREVIEW_MAX_BYTES) return { hash, picture: toBase64(new Uint8Array(await jpeg.arrayBuffer())) };
  }
  return { hash, picture: null };
}

/** Encodes the picture in its full size, without anything that its file has besides pixels. */
export function encode(picture: ImageBitmap, type: "image/jpeg" | "image/png"): Promise<Blob> {
  const { canvas } = draw(picture, picture.width, picture.height, type === "image/jpeg" ? "#fff" : null);
  return canvas.convertToBlob({ type, quality: 0.92 });
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
