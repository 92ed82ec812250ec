/**
 * Erases the place where a video or a sound was recorded from files of boxes (ISO 14496-12): MP4, M4A and QuickTime. Phones store it
 * in the box `moov`. It is overwritten in place, because other boxes contain offsets into the file.
 */
import { hasPlace } from "./hasPlace.ts";
import type { NamedBlob } from "./preparedFile.ts";

interface Box {
  readonly name: string;
  /** Offset of its head, and of its content. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/** The longest head: a length, a name, and a length of 64 bits. */
const HEAD_BYTES = 16;
/** Boxes of a file that can contain metadata. All others stay on the disk. */
const READ = new Set(["moov", "meta", "udta", "uuid"]);
/** Boxes on the way to metadata. */
const PARENTS = new Set(["moov", "trak", "udta", "ilst"]);
/** Boxes of QuickTime and 3GPP that contain only a place. */
const PLACES = new Set(["\u00a9xyz", "loci"]);
/** ISO 6709, such as `+40.4168-003.7038/`. Without the slash it needs decimals, so that it is no telephone number. */
const ISO_6709 =
  /[+-]\d{2,6}(?:\.\d{1,12})?[+-]\d{3,7}(?:\.\d{1,12})?(?:[+-]\d{1,9}(?:\.\d{1,12})?)?(?:CRS\w{1,20})?\/|[+-]\d{1,6}\.\d{1,12}[+-]\d{1,7}\.\d{1,12}/gu;

/** Returns the file itself if it has no place. Reads only the heads of boxes and the metadata. */
export async function withoutRecordedPlace(file: NamedBlob): Promise<NamedBlob> {
  const read = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer());
  const parts: BlobPart[] = [];
  let copied = 0;
  for (let at = 0; at < file.size; ) {
    const box = boxAt(await read(at, at + HEAD_BYTES), 0, file.size - at);
    if (box === null) break;
    const end = at + box.end;
    if (READ.has(box.name)) {
      const bytes = await read(at, end);
      if (erasePlaces(bytes, 0, bytes.length)) {
        parts.push(file.slice(copied, at), bytes);
        copied = end;
      }
    }
    at = end;
  }
  if (copied === 0) return file;
  return Object.assign(new Blob([...parts, file.slice(copied)], { type: file.type }), { name: file.name });
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Reads the box at an offset of `bytes`, whose parent ends at `to`. A box that is cut off ends with its parent. */
function boxAt(bytes: Uint8Array, at: number, to: number): Box | null {
  const view = viewOf(bytes);
  const left = Math.min(bytes.length, to) - at;
  if (left < 8) return null;
  const short = view.getUint32(at);
  const start = at + (short === 1 ? HEAD_BYTES : 8);
  if (start - at > left) return null;
  // A length of 0 means the rest of the parent.
  const length = short === 0 ? to - at : short === 1 ? Number(view.getBigUint64(at + 8)) : short;
  if (at + length < start) return null;
  return { name: String.fromCharCode(...bytes.subarray(at + 4, at + 8)), at, start, end: Math.min(at + length, to) };
}

function* boxesIn(bytes: Uint8Array, from: number, to: number): Generator<Box> {
  for (let box = boxAt(bytes, from, to); box !== null; box = boxAt(bytes, box.end, to)) yield box;
}

/** Erases the places in the boxes of this part. Returns whether there were any. */
function erasePlaces(bytes: Uint8Array, from: number, to: number, isMetadata = false): boolean {
  let found = false;
  for (const box of boxesIn(bytes, from, to)) {
    const { name, start, end } = box;
    if (name === "meta") found = eraseInMeta(bytes, box) || found;
    else if (PARENTS.has(name)) found = erasePlaces(bytes, start, end, isMetadata || name === "udta") || found;
    else if (PLACES.has(name) || isMetadata || name === "uuid") found = eraseInContent(bytes, box) || found;
  }
  return found;
}

/** Turns a box with a place of Exif or XMP into free space. In all others it erases the texts of places. */
function eraseInContent(bytes: Uint8Array, box: Box): boolean {
  const { name, at, start, end } = box;
  if (!PLACES.has(name) && !hasPlace(bytes.subarray(start, end))) return eraseTexts(bytes, box);
  bytes.set(new TextEncoder().encode("free"), at + 4);
  bytes.fill(0, start, end);
  return true;
}

/** Replaces places by blanks, and keeps the text around them. */
function eraseTexts(bytes: Uint8Array, { start, end }: Box): boolean {
  // Each byte is a character.
  const text = new TextDecoder("latin1").decode(bytes.subarray(start, end));
  const matches = [...text.matchAll(ISO_6709)];
  for (const { index, 0: place } of matches) bytes.fill(0x20, start + index, start + index + place.length);
  return matches.length > 0;
}

/** Erases the values of Apple's keys, such as `com.apple.quicktime.location.ISO6709`, and the places in the other boxes. */
function eraseInMeta(bytes: Uint8Array, { start, end }: Box): boolean {
  // Only the box of ISO has a version.
  const from = boxAt(bytes, start, end)?.name === "hdlr" ? start : start + 4;
  const boxes = [...boxesIn(bytes, from, end)];
  const keys = boxes.filter(({ name }) => name === "keys").flatMap(({ start, end }) => keysIn(bytes, start + 8, end));
  let found = false;
  for (const list of boxes.filter(({ name }) => name === "ilst"))
    for (const item of boxesIn(bytes, list.start, list.end)) {
      // Items are named by the number of their key.
      if (!/location/iu.test(keys[viewOf(bytes).getUint32(item.at + 4) - 1] ?? "")) continue;
      // The value follows its type and its language.
      for (const { start, end } of boxesIn(bytes, item.start, item.end)) bytes.fill(0x20, start + 8, end);
      found = true;
    }
  return erasePlaces(bytes, from, end, true) || found;
}

/** The list consists of boxes, named by the namespace of the key. */
const keysIn = (bytes: Uint8Array, from: number, to: number): string[] =>
  [...boxesIn(bytes, from, to)].map(({ start, end }) => new TextDecoder("latin1").decode(bytes.subarray(start, end)));
