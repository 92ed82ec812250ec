/** The size of pictures, as browsers find it: of encoded ones, and of hostile bytes. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readPictureSize } from "../_shared/contracts/pictureSize.ts";
import { avif, avifSequence, ENCODED, gif, join, jpeg, png, webp } from "./pictureBytes.ts";

/** Returns width, height and whether it is animated. */
const sizeOf = (type: string, bytes: Uint8Array) => {
  const size = readPictureSize(bytes, `image/${type}`);
  return size && [size.width, size.height, size.isAnimated];
};

Deno.test("picture size: reads what an encoder wrote", () => {
  for (const [type, isAnimated, bytes] of ENCODED) assert.deepEqual(sizeOf(type, bytes), [3, 2, isAnimated], type);
  const photo = new Uint8Array(readFileSync(new URL("../../samples/entrance.jpg", import.meta.url)));
  assert.deepEqual(sizeOf("jpeg", photo), [1200, 900, false]);
  // The bytes may be a part of a larger buffer.
  assert.deepEqual(sizeOf("png", join("12345", png(7, 9)).subarray(5)), [7, 9, false]);
});

Deno.test("picture size: reads each form of each format", () => {
  assert.deepEqual(sizeOf("png", png(22_000, 21_000, { isAnimated: true })), [22_000, 21_000, true]);
  assert.deepEqual(sizeOf("gif", gif(65_535, 65_534)), [65_535, 65_534, false]);
  assert.deepEqual(sizeOf("webp", webp.extended(5_000, 70_000, true)), [5_000, 70_000, true]);
  assert.deepEqual(sizeOf("webp", webp.lossy(16_383, 16_382)), [16_383, 16_382, false]);
  assert.deepEqual(sizeOf("webp", webp.lossless(16_384, 16_383)), [16_384, 16_383, false]);
  assert.deepEqual(sizeOf("avif", avif([30_000, 29_000])), [30_000, 29_000, false]);
  for (const frame of [0xc0, 0xc1, 0xc2, 0xc9, 0xcf])
    assert.deepEqual(sizeOf("jpeg", jpeg(65_500, 60_000, 0, frame)), [65_500, 60_000, false]);
});

Deno.test("picture size: finds frames behind metadata", () => {
  assert.deepEqual(sizeOf("png", png(9, 9, { isAnimated: true, metadata: 1e6 })), [9, 9, true]);
  assert.deepEqual(sizeOf("jpeg", jpeg(9, 9, 1e6)), [9, 9, false]);
  const late = join(png(9, 9).subarray(0, -12), png(9, 9, { isAnimated: true }).subarray(33));
  assert.deepEqual(sizeOf("png", late), [9, 9, false], "acTL behind the pixels");
});

Deno.test("picture size: believes no small head", () => {
  assert.deepEqual(sizeOf("gif", gif(40_000, 50_000, { screen: [1, 1] })), [40_000, 50_000, false]);
  assert.deepEqual(sizeOf("gif", gif(2, 3, { frames: 2, screen: [5, 5] })), [5, 5, true]);
  assert.deepEqual(sizeOf("avif", avif([1, 1], [30_000, 30_000], [2, 2])), [30_000, 30_000, false]);
  assert.deepEqual(sizeOf("avif", avifSequence(1, 9_000)), [9_000, 9_000, true]);
  assert.deepEqual(sizeOf("avif", avifSequence(9_000, 1)), [9_000, 9_000, true]);
  assert.deepEqual(sizeOf("avif", avifSequence(5, 5, "avif")), [5, 5, true], "a track under the brand of a still");
  assert.deepEqual(sizeOf("avif", join(avifSequence(5, 5).subarray(0, 24), avif([7, 7]).subarray(24))), [7, 7, true]);
});

Deno.test("picture size: treats a truncated picture as animated", () => {
  assert.deepEqual(sizeOf("png", png(9, 9, { metadata: 100 }).subarray(0, 120)), [9, 9, true]);
  assert.deepEqual(sizeOf("gif", gif(9, 9).subarray(0, -1)), [9, 9, true]);
});

Deno.test("picture size: is null without a size", () => {
  const whole = {
    png: png(9, 9),
    gif: gif(9, 9),
    webp: webp.extended(9, 9, true),
    avif: avif([9, 9]),
    jpeg: jpeg(9, 9),
  };
  for (const [type, bytes] of Object.entries(whole)) {
    for (const length of [0, 1, 12, 15])
      assert.equal(sizeOf(type, bytes.subarray(0, length)), null, `${type} ${length}`);
    assert.equal(sizeOf("bmp", bytes), null);
  }
  for (const [width, height] of [
    [0, 5],
    [5, 0],
  ] as const)
    for (const [type, bytes] of [
      ["png", png(width, height)],
      ["gif", gif(width, height)],
      ["webp", webp.lossy(width, height)],
      ["avif", avif([width, height])],
      ["jpeg", jpeg(width, height)],
    ] as const)
      assert.equal(sizeOf(type, bytes), null, type);
  assert.equal(sizeOf("avif", avif()), null);
});

Deno.test("picture size: ends in linear time for hostile bytes", () => {
  const megabytes = (start: Uint8Array, pattern: readonly number[]) => {
    const bytes = new Uint8Array(5e6);
    for (let at = start.length; at < bytes.length; at += pattern.length)
      bytes.set(pattern.slice(0, bytes.length - at), at);
    bytes.set(start);
    return bytes;
  };
  const meta = [...join({ u32: 0 }, "meta", [0, 0, 0, 0])];
  const trak = [...join({ u32: 0 }, "trak")];
  let ms = 0;
  for (const [type, start, pattern] of [
    ["png", png(9, 9).subarray(0, 33), [0]],
    ["png", png(9, 9).subarray(0, 33), [255]],
    ["gif", gif(9, 9).subarray(0, 19), [0x21, 0, 0]],
    ["gif", gif(9, 9).subarray(0, 19), [1]],
    ["avif", avif([9, 9]).subarray(0, 24), meta],
    ["avif", avif([9, 9]).subarray(0, 24), [...join({ u32: 0 }, "moov"), ...trak]],
    ["avif", avif([9, 9]).subarray(0, 24), [...join({ u32: 1 }, "free", { u32: 0 }, { u32: 16 })]],
    ["avif", avif([9, 9]).subarray(0, 24), [...join({ u32: 1 }, "free", { u32: 0xffffffff }, { u32: 0 })]],
    ["avif", avif([9, 9]).subarray(0, 24), [...join({ u32: 8 }, "moov")]],
    ["avif", avif([9, 9]).subarray(0, 24), [...join({ u32: 1 }, "free", { u32: 0 }, { u32: 0 })]],
    ["jpeg", join([0xff, 0xd8]), [0xff]],
    ["jpeg", join([0xff, 0xd8]), [0xff, 0xe0, 0, 0]],
    ["jpeg", join([0xff, 0xd8]), [0]],
  ] as const) {
    const bytes = megabytes(start, pattern);
    const started = performance.now();
    sizeOf(type, bytes);
    ms = Math.max(ms, performance.now() - started);
  }
  assert.ok(ms < 1_000, `${ms} ms`);
});
