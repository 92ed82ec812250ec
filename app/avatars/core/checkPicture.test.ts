import { describe, expect, test } from "vitest";
import { avif, avifSequence, gif, join, png, webp } from "../../../supabase/functions/tests/pictureBytes.ts";
import { PICTURE_MAX_BYTES, pictureProblem } from "./checkPicture.ts";

const text = (words: string) => new TextEncoder().encode(words);
const jpeg = (width: number, height: number) =>
  join([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, height >>> 8, height & 255, width >>> 8, width & 255, 1, 1, 0x11, 0]);

describe("pictureProblem", () => {
  test.each([
    ["a PNG", png(300, 200)],
    ["a JPEG of 40 megapixels", jpeg(8_000, 5_000)],
    ["a WebP", webp.lossy(300, 200)],
    ["an AVIF", avif([300, 200])],
  ])("accepts %s", (_, bytes) => expect(pictureProblem(bytes)).toBeNull());

  test.each([
    ["an SVG", text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ["an SVG behind an XML declaration", text('<?xml version="1.0"?><svg/>')],
    ["a page with the name of a picture", text("<!doctype html><script>alert(1)</script>")],
    ["a PDF", text("%PDF-1.7")],
    ["an empty file", new Uint8Array()],
  ])("rejects %s", (_, bytes) => expect(pictureProblem(bytes)).toBe("type"));

  test.each([
    ["a PNG of 100 megapixels", png(10_000, 10_000)],
    ["a WebP of 100 megapixels", webp.lossless(10_000, 10_000)],
    ["a JPEG of 100 megapixels", jpeg(10_000, 10_000)],
    ["a GIF of a few bytes and 4 gigapixels", gif(65_000, 65_000)],
    ["an AVIF of tiles", avif([64, 64], [10_000, 10_000])],
  ])("rejects %s", (_, bytes) => expect(pictureProblem(bytes)).toBe("pixels"));

  test.each([
    ["a GIF", gif(9, 9, { frames: 2 })],
    ["a PNG", png(9, 9, { isAnimated: true })],
    ["a WebP", webp.extended(9, 9, true)],
    ["an AVIF", avifSequence(9, 9)],
  ])("rejects %s that moves", (_, bytes) => expect(pictureProblem(bytes)).toBe("animated"));

  test("rejects more bytes than a photo needs", () => {
    expect(pictureProblem(new Uint8Array(PICTURE_MAX_BYTES + 1))).toBe("bytes");
  });

  test("rejects a picture without a size", () => {
    expect(pictureProblem(png(9, 9).subarray(0, 20))).toBe("unreadable");
    expect(pictureProblem(png(0, 9))).toBe("unreadable");
  });
});
