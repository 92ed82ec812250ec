/** Bytes of avatars for tests: pictures that browsers encode, in the parts that the function reads. */
import { join } from "./pictureBytes.ts";

const low = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) & 255);
const high = (value: number) => [value >>> 8, value & 255];

export const chunk = (name: string, data: Uint8Array) =>
  join(name, low(data.length, 4), data, data.length % 2 === 1 ? [0] : []);
export const riff = (...chunks: readonly Uint8Array[]) => {
  const body = join("WEBP", ...chunks);
  return join("RIFF", low(body.length, 4), body);
};
export const lossy = (width: number, height = width) =>
  chunk("VP8 ", join([0, 0, 0, 0x9d, 1, 0x2a], low(width, 2), low(height, 2), [7, 7, 7]));
export const lossless = (width: number, height = width) =>
  chunk("VP8L", join([0x2f], low(width - 1 + (height - 1) * 2 ** 14, 4)));
export const extended = (width: number, height: number, flags: number) =>
  chunk("VP8X", join([flags, 0, 0, 0], low(width - 1, 3), low(height - 1, 3)));

export const segment = (marker: number, data: Uint8Array | readonly number[]) =>
  join([0xff, marker], high(data.length + 2), data);
export const frame = (width: number, height = width, marker = 0xc0) =>
  segment(marker, [8, ...high(height), ...high(width), 1, 1, 0x11, 0]);
export const scan = () => join(segment(0xda, [1, 1, 0, 0, 63, 0]), [1, 2, 0xff, 0, 3, 0xff, 0xd3, 4]);
export const jpegOf = (...parts: readonly Uint8Array[]) => join([0xff, 0xd8], ...parts, [0xff, 0xd9]);
export const tables = () => join(segment(0xdb, [0, 1, 2]), segment(0xc4, [0, 1]));

export const webpAvatar = (side: number) => riff(lossy(side));
export const jpegAvatar = (side: number) => jpegOf(tables(), frame(side), scan());
