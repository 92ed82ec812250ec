/**
 * Reads a small picture chunk by chunk and keeps only what draws it. Bytes that no decoder needs are removed (metadata, colour
 * profiles) or rejected (anything behind the end), so that no second format hides in the file.
 */
import type { AvatarType } from "../_shared/contracts/avatars.ts";

/** Returns the picture without metadata. Null: it is no still picture of this type with sides of `side` pixels. */
export function cleanPicture(bytes: Uint8Array, type: AvatarType, side: number): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return type === "image/webp" ? cleanWebp(bytes, view, side) : cleanJpeg(bytes, view, side);
  } catch (error) {
    // The bytes end within a field.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const nameAt = (view: DataView, at: number): string =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));

/** Chunks of WebP that only describe the picture. */
const WEBP_METADATA = new Set(["ICCP", "EXIF", "XMP "]);
/** Flags of an extended WebP. */
const HAS_ALPHA = 0x10;
const IS_ANIMATED = 0x02;

function cleanWebp(bytes: Uint8Array, view: DataView, side: number): Uint8Array<ArrayBuffer> | null {
  if (nameAt(view, 0) !== "RIFF" || nameAt(view, 8) !== "WEBP") return null;
  if (view.getUint32(4, true) + 8 !== bytes.length) return null;
  const kept: Uint8Array[] = [];
  let pictures = 0;
  let at = 12;
  while (at < bytes.length) {
    const name = nameAt(view, at);
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length + (length % 2);
    if (end > bytes.length) return null;
    const chunk = bytes.slice(at, end);
    if (name === "VP8X") {
      if (at !== 12 || length !== 10 || !isSquareCanvas(view, at + 8, side)) return null;
      const flags = view.getUint8(at + 8);
      if ((flags & IS_ANIMATED) !== 0) return null;
      chunk[8] = flags & HAS_ALPHA;
      kept.push(chunk);
    } else if (name === "VP8 " || name === "VP8L") {
      if (!isSquareFrame(view, name, at + 8, side)) return null;
      pictures += 1;
      kept.push(chunk);
    } else if (name === "ALPH" && pictures === 0) kept.push(chunk);
    else if (!WEBP_METADATA.has(name)) return null;
    at = end;
  }
  if (pictures !== 1) return null;
  const head = bytes.slice(0, 12);
  const body = joined(kept);
  new DataView(head.buffer).setUint32(4, body.length + 4, true);
  return joined([head, body]);
}

function isSquareCanvas(view: DataView, at: number, side: number): boolean {
  const sideAt = (place: number) => 1 + view.getUint16(place, true) + view.getUint8(place + 2) * 65_536;
  return sideAt(at + 4) === side && sideAt(at + 7) === side;
}

function isSquareFrame(view: DataView, name: "VP8 " | "VP8L", at: number, side: number): boolean {
  if (name === "VP8L") {
    const bits = view.getUint32(at + 1, true);
    return view.getUint8(at) === 0x2f && (bits & 0x3fff) === side - 1 && ((bits >>> 14) & 0x3fff) === side - 1;
  }
  const isKeyFrame = (view.getUint8(at) & 1) === 0;
  const isMarked = view.getUint8(at + 3) === 0x9d && view.getUint8(at + 4) === 1 && view.getUint8(at + 5) === 0x2a;
  const sideAt = (place: number) => view.getUint16(place, true) & 0x3fff;
  return isKeyFrame && isMarked && sideAt(at + 6) === side && sideAt(at + 8) === side;
}

const JPEG_END = 0xd9;
const JPEG_SCAN = 0xda;
/** Frames that every browser decodes: baseline, extended and progressive. */
const JPEG_FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** Tables of the decoder, and the interval of restarts. */
const JPEG_TABLES = new Set([0xc4, 0xdb, 0xdd]);
/** Progressive pictures of browsers have ten at most. Each one costs a decoder a pass over the whole picture. */
const MAX_JPEG_SCANS = 20;
/** Application data but Adobe's, which states how colours are stored, and comments. */
const isJpegMetadata = (marker: number): boolean =>
  (marker >= 0xe0 && marker <= 0xef && marker !== 0xee) || marker === 0xfe;

function cleanJpeg(bytes: Uint8Array, view: DataView, side: number): Uint8Array<ArrayBuffer> | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  const kept = [bytes.subarray(0, 2)];
  let frames = 0;
  let scans = 0;
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === JPEG_END) {
      kept.push(bytes.subarray(at, at + 2));
      return frames === 1 && scans > 0 && at + 2 === bytes.length ? joined(kept) : null;
    }
    const length = view.getUint16(at + 2);
    let end = at + 2 + length;
    if (length < 2 || end > bytes.length) return null;
    if (JPEG_FRAMES.has(marker)) {
      frames += 1;
      if (view.getUint16(at + 5) !== side || view.getUint16(at + 7) !== side) return null;
    } else if (marker === JPEG_SCAN) {
      scans += 1;
      if (scans > MAX_JPEG_SCANS) return null;
      end = scanEnd(view, end);
    } else if (!JPEG_TABLES.has(marker) && !isJpegMetadata(marker)) return null;
    if (!isJpegMetadata(marker)) kept.push(bytes.subarray(at, end));
    at = end;
  }
}

/** Returns the place of the first marker behind the pixels. Zeros and restarts belong to the pixels. */
function scanEnd(view: DataView, start: number): number {
  let at = start;
  for (;;) {
    if (view.getUint8(at) === 0xff) {
      const next = view.getUint8(at + 1);
      if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
    }
    at += 1;
  }
}
