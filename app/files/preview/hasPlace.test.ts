import { expect, test } from "vitest";
import { hasPlace } from "./hasPlace.ts";

const around = (...part: number[]) => Uint8Array.of(0xff, 0xd8, 0x88, 0x25, ...part, 0x88);

test.each([
  ["Exif, big-endian", [0x88, 0x25, 0, 4, 0, 0, 0, 1], true],
  ["Exif, little-endian", [0x25, 0x88, 4, 0, 1, 0, 0, 0], true],
  ["XMP", [...new TextEncoder().encode("<exif:GPSLatitude>")], true],
  ["XMP of a drone", [...new TextEncoder().encode('drone-dji:GpsLatitude="+40.4"')], true],
  ["the video of a moving photo", [0, 0, 0, 30, 0xa9, 0x78, 0x79, 0x7a, 0, 0x12, 0x15, 0xc7], true],
  ["another tag", [0x88, 0x26, 0, 4, 0, 0, 0, 1], false],
  ["a part of the entry", [0x88, 0x25, 0, 4, 0, 0, 0], false],
  ["nothing", [], false],
])("hasPlace with %s returns the right value", (_, part, expected) => {
  expect(hasPlace(around(...part))).toBe(expected);
});

test("hasPlace reads 50 MB in time", () => {
  expect(hasPlace(new Uint8Array(52_428_800).fill(0x88))).toBe(false);
});
