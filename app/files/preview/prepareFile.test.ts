import { afterEach, expect, test, vi } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import { prepareFile } from "./prepareFile.client.ts";

/** The head of a PNG of this size, and bytes after it. */
function png(width: number, height: number, after: readonly number[] = []): File {
  const head = new DataView(new ArrayBuffer(33));
  for (const [at, byte] of [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].entries()) head.setUint8(at, byte);
  head.setUint32(8, 13);
  for (const [at, char] of [..."IHDR"].entries()) head.setUint8(12 + at, char.charCodeAt(0));
  head.setUint32(16, width);
  head.setUint32(20, height);
  return new File([head.buffer, Uint8Array.from(after)], "wall.png", { type: "image/png" });
}
/** An entry of Exif with the address of a position. */
const PLACE = [0x88, 0x25, 0, 4, 0, 0, 0, 1];

const decoder = () => {
  const decode = vi.fn(() => Promise.reject(new Error("not decodable")));
  vi.stubGlobal("createImageBitmap", decode);
  return decode;
};
afterEach(() => vi.unstubAllGlobals());

test("an image of 30,000 by 30,000 pixels is not decoded", async () => {
  const decode = decoder();
  const file = png(30_000, 30_000);
  const preview = { width: 30_000, height: 30_000, durationMs: null, hash: null, picture: null };
  expect(await prepareFile(file)).toEqual(ok({ file, preview }));
  expect(decode).not.toHaveBeenCalled();
});

test("an oversized image with a place is not shared", async () => {
  const decode = decoder();
  expect(await prepareFile(png(30_000, 30_000, PLACE))).toEqual(fail("file/place"));
  expect(decode).not.toHaveBeenCalled();
});

test("an image that cannot be decoded keeps its size", async () => {
  const decode = decoder();
  expect(await prepareFile(png(300, 200))).toMatchObject({ value: { preview: { width: 300, picture: null } } });
  expect(decode).toHaveBeenCalledOnce();
});

test("a page named like a picture has no preview", async () => {
  const decode = decoder();
  const file = new File(["<!doctype html><script>alert(1)</script>"], "wall.png");
  expect(await prepareFile(file)).toEqual(ok({ file, preview: null }));
  expect(decode).not.toHaveBeenCalled();
});
