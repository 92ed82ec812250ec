/** Decodes a chosen picture, and encodes the part that becomes the avatar. For browsers only. */
import { AVATAR_SIDES, AVATARS } from "#contracts/avatarLimits.ts";
import { AVATAR_TYPES, type AvatarsRequest } from "#contracts/avatars.ts";
import { PICTURE_MAX_BYTES, type PictureProblem, pictureProblem, pictureType } from "../core/checkPicture.ts";
import type { Crop } from "../core/crop.ts";

/** The longer side of a decoded picture: more than the avatar needs at the largest zoom. */
const WORKING_SIDE = 1_600;

const QUALITIES = [0.9, 0.75, 0.6, 0.4] as const;

/** Returns the decoded picture, as large as the crop needs it, or why it cannot be used. */
export async function openPicture(file: Blob): Promise<ImageBitmap | PictureProblem> {
  if (file.size > PICTURE_MAX_BYTES) return "bytes";
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const problem = pictureProblem(bytes);
    if (problem !== null) return problem;
    // The file's own type comes from its name.
    const picture = await createImageBitmap(new Blob([bytes], { type: pictureType(bytes) ?? "" }));
    const scale = WORKING_SIDE / Math.max(picture.width, picture.height);
    if (scale >= 1) return picture;
    const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)));
    const { canvas } = draw(picture, { left: 0, top: 0 }, [picture.width, picture.height], [width ?? 1, height ?? 1]);
    picture.close();
    return canvas.transferToImageBitmap();
  } catch {
    return "unreadable";
  }
}

/** Draws a part. Transparent parts become white, because JPEG has no transparency. */
function draw(
  picture: CanvasImageSource,
  { left, top }: Pick<Crop, "left" | "top">,
  [width, height]: readonly [number, number],
  [toWidth, toHeight]: readonly [number, number],
) {
  const canvas = new OffscreenCanvas(toWidth, toHeight);
  const context = canvas.getContext("2d", { alpha: false });
  if (context === null) throw new Error("no canvas");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, toWidth, toHeight);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, left, top, width, height, 0, 0, toWidth, toHeight);
  return { canvas };
}

type SetRequest = Extract<AvatarsRequest, { set: object }>["set"];

/** Returns the part in both sizes, in the first format that this browser encodes. Throws without any. */
export async function encodeAvatar(picture: ImageBitmap, crop: Crop): Promise<SetRequest> {
  const [large, small] = AVATAR_SIDES.map((side) => draw(picture, crop, [crop.side, crop.side], [side, side]).canvas);
  for (const type of AVATAR_TYPES)
    for (const quality of QUALITIES) {
      const blobs = await Promise.all([large, small].map((canvas) => canvas?.convertToBlob({ type, quality })));
      // Browsers encode PNG instead of a format that they do not know.
      if (!blobs.every((blob) => blob?.type === type)) break;
      if (!blobs.every((blob) => blob !== undefined && blob.size <= AVATARS.maxBytes)) continue;
      const [largeText = "", smallText = ""] = await Promise.all(blobs.map((blob) => toBase64(blob ?? new Blob())));
      return { type, large: largeText, small: smallText };
    }
  throw new Error("no format");
}

async function toBase64(blob: Blob): Promise<string> {
  let text = "";
  for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
  return btoa(text);
}
