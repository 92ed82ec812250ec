/** Pictures that stop the drawing of pages are not shared, and honest pictures are. */
import assert from "node:assert/strict";
import { IMAGE_MAX_BYTES } from "../_shared/contracts/files.ts";
import type { FileHead } from "../files/fileStore.ts";
import { checkPicture } from "../files/pictureCheck.ts";
import { avif, avifSequence, ENCODED, gif, join, jpeg, png, webp } from "./pictureBytes.ts";

/** Returns the error of a file with these bytes, and how many bytes were read behind the head. */
async function check(type: string, bytes: Uint8Array) {
  const reads: number[] = [];
  const headOf = (limit: number): FileHead => ({ bytes: bytes.subarray(0, limit), isWhole: bytes.length <= limit });
  const readHead = (_: string, limit: number) => {
    reads.push(limit);
    return Promise.resolve({ ok: true, value: headOf(limit) } as const);
  };
  const result = await checkPicture({ readHead }, "call/file", `image/${type}`, headOf(4096));
  return { error: result.ok ? null : result.error.code, reads };
}
const errorOf = async (type: string, bytes: Uint8Array) => (await check(type, bytes)).error;

/** The picture in a file that is larger than the pictures that pages show without a click. */
const large = (bytes: Uint8Array) => {
  const file = new Uint8Array(IMAGE_MAX_BYTES + 1);
  file.set(bytes);
  return file;
};

Deno.test("picture check: rejects hostile pictures of few bytes", async () => {
  for (const [type, bytes, name] of [
    ["png", png(22_000, 22_000, { isAnimated: true }), "an animation of 484 megapixels"],
    ["png", png(16_000, 16_000), "a still picture"],
    ["png", png(2_001, 2_000, { isAnimated: true }), "a small animation"],
    ["png", png(2_001, 2_000, { isAnimated: true, metadata: 1e6 }), "an animation behind metadata"],
    ["gif", gif(65_535, 65_535), "a still picture"],
    ["gif", gif(65_535, 65_535, { screen: [9, 9] }), "a frame that is larger than the head"],
    ["gif", gif(2_001, 2_000, { frames: 2 }), "an animation"],
    ["webp", webp.extended(5_000, 5_000, true), "an animation"],
    ["webp", webp.extended(16_000, 16_000, false), "a still picture"],
    ["webp", webp.lossy(16_383, 16_383), "a lossy picture"],
    ["webp", webp.lossless(16_383, 16_383), "a lossless picture"],
    ["avif", avif([30_000, 30_000]), "a still picture"],
    ["avif", avif([9, 9], [30_000, 30_000]), "a second size"],
    ["avif", avifSequence(2_001, 2_001), "an animation"],
    ["jpeg", jpeg(65_500, 65_500), "a JPEG"],
    ["jpeg", jpeg(65_500, 65_500, 1e6), "a JPEG behind metadata"],
  ] as const)
    assert.equal(await errorOf(type, bytes), "file/content", `${type}: ${name}`);
});

Deno.test("picture check: rejects pictures without a size", async () => {
  for (const [type, bytes] of [
    ["png", png(9, 9).subarray(0, 20)],
    ["gif", gif(9, 9).subarray(0, 22)],
    ["webp", join("RIFF", [0, 0, 0, 0], "WEBPVP8M", new Uint8Array(30))],
    ["avif", avif()],
  ] as const)
    assert.equal(await errorOf(type, bytes), "file/content", type);
});

Deno.test("picture check: accepts honest pictures", async () => {
  for (const [type, , bytes] of ENCODED) assert.equal(await errorOf(type, bytes), null, type);
  for (const [type, bytes, name] of [
    ["png", png(2_560, 1_440, { isAnimated: true }), "an animated screen"],
    ["png", png(7_680, 4_320, { metadata: 300_000 }), "a screenshot with a colour profile"],
    ["gif", gif(1_920, 1_080, { frames: 50 }), "an animation"],
    ["gif", gif(5_000, 7_000), "a scanned drawing"],
    ["webp", webp.extended(1_920, 1_080, true), "an animation"],
    ["webp", webp.lossy(8_000, 5_000), "a photo"],
    ["avif", avif([8_000, 5_000]), "a photo"],
    ["jpeg", jpeg(12_000, 9_000, 200_000), "a phone's photo of 108 megapixels"],
    ["jpeg", join([0xff, 0xd8, 0xff, 0xd9]), "a broken JPEG"],
    ["tiff", new Uint8Array(9), "a type that no page shows"],
  ] as const)
    assert.equal(await errorOf(type, bytes), null, `${type}: ${name}`);
});

Deno.test("picture check: rejects large files only if they are animated", async () => {
  for (const [type, bytes, error] of [
    ["png", png(16_000, 16_000), null],
    ["webp", webp.lossy(16_383, 16_383), null],
    ["jpeg", jpeg(65_500, 65_500), null],
    ["gif", gif(2_880, 1_800, { frames: 2 }), null],
    ["avif", avif(), null],
    ["png", png(22_000, 22_000, { isAnimated: true }), "file/content"],
    ["gif", gif(22_000, 22_000, { frames: 2 }), "file/content"],
    ["webp", webp.extended(22_000, 22_000, true), "file/content"],
    ["avif", avifSequence(22_000, 22_000), "file/content"],
  ] as const)
    assert.equal(await errorOf(type, large(bytes)), error, type);
});

Deno.test("picture check: reads no more than pages show", async () => {
  assert.deepEqual((await check("png", png(9, 9))).reads, []);
  assert.deepEqual((await check("png", png(9, 9, { metadata: 5_000 }))).reads, [IMAGE_MAX_BYTES]);
  assert.deepEqual((await check("tiff", large(png(9, 9)))).reads, []);
  const readHead = () => Promise.resolve({ ok: false, error: { code: "network/timeout" } } as const);
  const head = { bytes: png(9, 9), isWhole: false };
  const failed = await checkPicture({ readHead }, "call/file", "image/png", head);
  assert.deepEqual(failed, { ok: false, error: { code: "network/timeout" } });
});
