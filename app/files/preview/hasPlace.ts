const bytesOf = (text: string) => new TextEncoder().encode(text);

/**
 * How Exif, XMP and the video of a moving photo store a position. Exif has tag 0x8825, type 4 and count 1, in either byte order.
 * The video has a box with a text of less than 256 bytes.
 */
const POSITIONS: readonly Uint8Array[] = [
  Uint8Array.of(0x88, 0x25, 0, 4, 0, 0, 0, 1),
  Uint8Array.of(0x25, 0x88, 4, 0, 1, 0, 0, 0),
  bytesOf("GPSLatitude"),
  bytesOf("GPSLongitude"),
  bytesOf("GpsLatitude"),
  Uint8Array.of(0xa9, 0x78, 0x79, 0x7a, 0),
];

/**
 * Returns whether an image contains the place where it was taken. It searches all bytes, because each format stores the place
 * elsewhere. The same eight bytes by chance are so rare that the re-encoding which follows does no harm.
 */
export const hasPlace = (image: Uint8Array): boolean => POSITIONS.some((position) => includes(image, position));

function includes(bytes: Uint8Array, part: Uint8Array): boolean {
  const [first = 0] = part;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let matching = 1;
    while (matching < part.length && bytes[at + matching] === part[matching]) matching += 1;
    if (matching === part.length) return true;
  }
  return false;
}
