/** Removes texts of a PNG in which a place cannot be found. Pixels, colours and animations stay as they are. */
import type { NamedBlob } from "./preparedFile.ts";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Length, name and checksum. */
const CHUNK_BYTES = 12;
/** The beginning of a keyword. */
const PROFILE = "Raw profile type";
const latin1 = new TextDecoder("latin1");

/** Returns the file itself if all of its texts can be searched. */
export function withoutHiddenTexts(file: NamedBlob, png: Uint8Array<ArrayBuffer>): NamedBlob {
  if (!SIGNATURE.every((byte, at) => png[at] === byte)) return file;
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const parts: BlobPart[] = [];
  let copied = 0;
  for (let at = SIGNATURE.length; at + CHUNK_BYTES <= png.length; ) {
    const end = Math.min(at + CHUNK_BYTES + view.getUint32(at), png.length);
    if (isHiddenText(latin1.decode(png.subarray(at + 4, at + 8)), png.subarray(at + 8, end - 4))) {
      parts.push(png.subarray(copied, at));
      copied = end;
    }
    at = end;
  }
  if (copied === 0) return file;
  return Object.assign(new Blob([...parts, png.subarray(copied)], { type: file.type }), { name: file.name });
}

/** Compressed texts, and profiles of ImageMagick, which are hexadecimal digits. */
function isHiddenText(chunk: string, data: Uint8Array): boolean {
  if (chunk === "zTXt") return true;
  if (chunk !== "tEXt" && chunk !== "iTXt") return false;
  const isCompressed = chunk === "iTXt" && data[data.indexOf(0) + 1] === 1;
  return isCompressed || latin1.decode(data.subarray(0, PROFILE.length)) === PROFILE;
}
