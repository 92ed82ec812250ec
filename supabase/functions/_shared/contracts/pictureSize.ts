/**
 * Reads how many pixels a picture has and whether it is animated, as browsers find it, without decoding.
 * Each loop moves forward, so that hostile bytes take linear time.
 */

export interface PictureSize {
  readonly width: number;
  readonly height: number;
  /** Also true if the bytes end before they show that the picture is still. */
  readonly isAnimated: boolean;
}

/** Returns null if these bytes do not contain the size, or the type is not that of an image that pages show. */
export function readPictureSize(bytes: Uint8Array, type: string): PictureSize | null {
  try {
    const size = READERS[type]?.(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)) ?? null;
    return size !== null && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // The bytes end within a field.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Four characters, such as the name of a chunk. */
const nameAt = (view: DataView, at: number): string =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));

function readPng(view: DataView): PictureSize | null {
  if (nameAt(view, 12) !== "IHDR") return null;
  const size = { width: view.getUint32(16), height: view.getUint32(20) };
  // Browsers ignore `acTL` behind the pixels.
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const name = nameAt(view, at + 4);
    if (name === "acTL" || name === "IDAT") return { ...size, isAnimated: name === "acTL" };
  }
  return { ...size, isAnimated: true };
}

/** Returns the bytes of the table of colours that these flags announce. */
const gifColours = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Returns the place behind a series of blocks, which an empty block ends. */
function afterGifBlocks(view: DataView, start: number): number {
  let at = start;
  while (at < view.byteLength) {
    const length = view.getUint8(at);
    at += 1 + length;
    if (length === 0) break;
  }
  return at;
}

/** The first frame enlarges the picture in browsers, so the size in the head is not enough. */
function readGif(view: DataView): PictureSize | null {
  let size: PictureSize | null = null;
  let at = 13 + gifColours(view.getUint8(10));
  while (at < view.byteLength) {
    const block = view.getUint8(at);
    if (block === 0x21) at = afterGifBlocks(view, at + 2);
    else if (block !== 0x2c) return size && { ...size, isAnimated: false };
    else if (size !== null) return size;
    else {
      const edge = (of: number) => view.getUint16(at + of, true) + view.getUint16(at + of + 4, true);
      const width = Math.max(view.getUint16(6, true), edge(1));
      size = { width, height: Math.max(view.getUint16(8, true), edge(3)), isAnimated: true };
      at = afterGifBlocks(view, at + 11 + gifColours(view.getUint8(at + 9)));
    }
  }
  return size;
}

function readWebp(view: DataView): PictureSize | null {
  const format = nameAt(view, 12);
  if (format === "VP8X") {
    const isAnimated = (view.getUint8(20) & 2) !== 0;
    const side = (at: number) => 1 + view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
    return { width: side(24), height: side(27), isAnimated };
  }
  const side = (at: number) => view.getUint16(at, true) & 0x3fff;
  if (format === "VP8 ") return { width: side(26), height: side(28), isAnimated: false };
  if (format !== "VP8L") return null;
  const bits = view.getUint32(21, true);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff), isAnimated: false };
}

/** Boxes of AVIF that contain boxes, by their path, with the bytes in front of these. */
const AVIF_CONTAINERS: Readonly<Record<string, number>> = {
  "/meta": 4,
  "/meta/iprp": 0,
  "/meta/iprp/ipco": 0,
  "/moov": 0,
  "/moov/trak": 0,
  "/moov/trak/mdia": 0,
  "/moov/trak/mdia/minf": 0,
  "/moov/trak/mdia/minf/stbl": 0,
  "/moov/trak/mdia/minf/stbl/stsd": 8,
};

interface Box {
  readonly path: string;
  /** The content. */
  readonly start: number;
  readonly end: number;
}

/** Yields the boxes in this part and in its containers. A box without length ends with its parent. */
function* avifBoxes(view: DataView, from: number, to: number, parent = ""): Generator<Box> {
  let at = from;
  while (at + 8 <= to) {
    const length = view.getUint32(at);
    const head = length === 1 ? 16 : 8;
    const end = at + (length === 0 ? to - at : length === 1 ? Number(view.getBigUint64(at + 8)) : length);
    if (end < at + head) return;
    const box = { path: `${parent}/${nameAt(view, at + 4)}`, start: at + head, end: Math.min(end, to) };
    yield box;
    const skipped = Object.hasOwn(AVIF_CONTAINERS, box.path) ? AVIF_CONTAINERS[box.path] : undefined;
    if (skipped !== undefined) yield* avifBoxes(view, box.start + skipped, box.end, box.path);
    at = end;
  }
}

/** Returns the largest size of all items and tracks. A picture made of tiles has one for each tile. */
function readAvif(view: DataView): PictureSize | null {
  let [width, height, isAnimated] = [0, 0, false];
  const add = (wide: number, high: number) => {
    if (wide * high > width * height) [width, height] = [wide, high];
  };
  for (const { path, start, end } of avifBoxes(view, 0, view.byteLength)) {
    if (path === "/ftyp") for (let at = start; at + 4 <= end; at += 4) isAnimated ||= nameAt(view, at) === "avis";
    if (path === "/moov") isAnimated = true;
    if (path === "/meta/iprp/ipco/ispe") add(view.getUint32(start + 4), view.getUint32(start + 8));
    if (path === "/moov/trak/tkhd") add(view.getUint16(end - 8), view.getUint16(end - 4));
    if (path === "/moov/trak/mdia/minf/stbl/stsd/av01") add(view.getUint16(start + 24), view.getUint16(start + 26));
  }
  return { width, height, isAnimated };
}

/** Start of image, restarts and the like, which have no length. */
const isBareMarker = (marker: number): boolean => marker <= 1 || (marker >= 0xd0 && marker <= 0xd8);
/** Start of frame. Three markers of this range are tables. */
const isFrameMarker = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Skips bytes between markers, as decoders do. */
function readJpeg(view: DataView): PictureSize | null {
  let at = 2;
  while (at + 1 < view.byteLength) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff || marker === 0xff) at += 1;
    else if (isBareMarker(marker)) at += 2;
    // The pixels, or the end.
    else if (marker === 0xd9 || marker === 0xda) return null;
    else if (isFrameMarker(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), isAnimated: false };
    else at += 2 + view.getUint16(at + 2);
  }
  return null;
}

const READERS: Readonly<Record<string, (view: DataView) => PictureSize | null>> = {
  "image/avif": readAvif,
  "image/gif": readGif,
  "image/jpeg": readJpeg,
  "image/png": readPng,
  "image/webp": readWebp,
};
