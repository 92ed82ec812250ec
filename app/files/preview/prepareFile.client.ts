/** Prepares chosen files for their upload. For browsers only. */
import { imageDimensionsFromData } from "image-dimensions";
import { isDecodable } from "#contracts/board.ts";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { fileType } from "#contracts/fileTypes.ts";
import { hasPlace } from "./hasPlace.ts";
import { previewMedia } from "./mediaPreview.client.ts";
import { encode, previewOf } from "./pictures.client.ts";
import { withoutHiddenTexts } from "./pngTexts.ts";
import type { NamedBlob, PreparedFile, PreparedPreview, PrepareFile } from "./preparedFile.ts";
import { withoutRecordedPlace } from "./recordedPlace.ts";

/** After this time a file is uploaded without a preview. */
const PREVIEW_TIMEOUT_MS = 10_000;

/** Types that are encoded again without their place as JPEG. A PNG stays one, because it may be transparent. */
const PHOTO_TYPES = /^image\/(?:avif|bmp|gif|heic|jpeg|png|tiff|webp)$/u;

/** Types of MP4, M4A and QuickTime. */
const RECORDING_TYPES = /^(?:audio|video)\/(?:mp4|quicktime)$/u;

/** Returns the file for the upload with its preview, if one can be made in time. */
export const prepareFile: PrepareFile = async (file) => {
  const type = fileType(file.name) ?? "";
  if (PHOTO_TYPES.test(type)) return await preparePicture(file, type);
  const shared = RECORDING_TYPES.test(type) ? await withoutRecordedPlace(file).catch(() => null) : file;
  if (shared === null) return fail("file/place");
  return ok({ file: shared, preview: await makePreview(file, type).catch(() => null) });
};

const NO_PREVIEW: PreparedPreview = { width: null, height: null, durationMs: null, hash: null, picture: null };

async function makePreview(file: Blob, type: string): Promise<PreparedPreview | null> {
  const signal = AbortSignal.timeout(PREVIEW_TIMEOUT_MS);
  if (type === "application/pdf") {
    const { previewPdf } = await import("./pdfPreview.client.ts");
    return await previewPdf(file, signal);
  }
  const [kind] = type.split("/");
  return kind === "audio" || kind === "video" ? await previewMedia(file, kind, signal) : null;
}

async function preparePicture(chosen: NamedBlob, type: string): Promise<Result<PreparedFile>> {
  const bytes = new Uint8Array(await chosen.arrayBuffer());
  const file = type === "image/png" ? withoutHiddenTexts(chosen, bytes) : chosen;
  const hides = hasPlace(bytes);
  const size = imageDimensionsFromData(bytes) ?? null;
  const picture = size !== null && isDecodable(size) ? await decode(file, type).catch(() => null) : null;
  // The size of a picture that is too large tells the pages of others to show an icon.
  const sizeOnly = size === null ? null : { ...NO_PREVIEW, width: size.width, height: size.height };
  if (picture === null) return hides ? fail("file/place") : ok({ file, preview: sizeOnly });
  try {
    const { width, height } = picture;
    const preview = { width, height, durationMs: null, ...(await previewOf(picture, width, height)) };
    return ok({ file: hides || type === "image/heic" ? await encodeAgain(file, picture, type) : file, preview });
  } catch {
    return hides ? fail("file/place") : ok({ file, preview: null });
  } finally {
    picture.close();
  }
}

/** Throws for pictures that the browser cannot decode. */
async function decode(file: Blob, type: string): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch (error) {
    if (type !== "image/heic") throw error;
    const { decodeHeic } = await import("./heic.client.ts");
    return await decodeHeic(file);
  }
}

async function encodeAgain(file: NamedBlob, picture: ImageBitmap, type: string): Promise<NamedBlob> {
  const format = type === "image/png" ? "png" : "jpeg";
  const name = format === "png" || type === "image/jpeg" ? file.name : file.name.replace(/\.[^.]+$/u, ".jpg");
  return Object.assign(await encode(picture, `image/${format}`), { name });
}
