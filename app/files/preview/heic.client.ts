/** Decodes HEIC, which most browsers cannot. For browsers only, and large: load it when it is needed. */
import { heicTo } from "heic-to/csp";

export const decodeHeic = (file: Blob): Promise<ImageBitmap> => heicTo({ blob: file, type: "bitmap" });
