/** Avatars: bytes that are rejected or removed before everybody can read them. */
import assert from "node:assert/strict";
import { cleanPicture } from "../avatars/cleanPicture.ts";
import {
  chunk,
  extended,
  frame,
  jpegAvatar,
  jpegOf,
  lossless,
  lossy,
  riff,
  scan,
  segment,
  tables,
  webpAvatar,
} from "./avatar_pictures.ts";
import { avif, gif, join, png, webp } from "./pictureBytes.ts";

const text = (words: string) => new TextEncoder().encode(words);
const PAGE = text("<!doctype html><script>alert(1)</script>");
const JFIF = segment(0xe0, text("JFIF\0\x01\x02\0\0\x01\0\x01\0\0"));

const webpOf = (bytes: Uint8Array, side = 256) => cleanPicture(bytes, "image/webp", side);
const jpegFrom = (bytes: Uint8Array, side = 256) => cleanPicture(bytes, "image/jpeg", side);

Deno.test("clean picture: returns pictures of browsers unchanged", () => {
  for (const side of [256, 64]) {
    for (const bytes of [
      webpAvatar(side),
      riff(lossless(side)),
      riff(extended(side, side, 0x10), chunk("ALPH", text("a")), lossy(side)),
    ])
      assert.deepEqual(webpOf(bytes, side), bytes);
    for (const bytes of [jpegAvatar(side), jpegOf(tables(), frame(side, side, 0xc2), scan(), scan())])
      assert.deepEqual(jpegFrom(bytes, side), bytes);
  }
});

Deno.test("clean picture: removes metadata, with place and profile", () => {
  const meta = ["ICCP", "EXIF", "XMP "].map((name) => chunk(name, PAGE));
  const [profile = PAGE, ...others] = meta;
  const cleaned = webpOf(riff(extended(256, 256, 0x3c), profile, chunk("ALPH", text("a")), lossy(256), ...others));
  assert.deepEqual(cleaned, riff(extended(256, 256, 0x10), chunk("ALPH", text("a")), lossy(256)));
  const marked = jpegOf(JFIF, segment(0xe1, PAGE), segment(0xfe, PAGE), tables(), frame(256), scan());
  assert.deepEqual(jpegFrom(marked), jpegAvatar(256));
});

const ZIP = text("PK\x03\x04 a program in an archive");
const BAD_WEBP: Readonly<Record<string, Uint8Array>> = {
  "an SVG": text('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
  "a page": PAGE,
  nothing: new Uint8Array(),
  "a PNG": png(256, 256),
  "a GIF": gif(256, 256, { frames: 9 }),
  "an AVIF": avif([256, 256]),
  "a JPEG": jpegAvatar(256),
  "another size": webpAvatar(64),
  "a wide one": riff(lossy(256, 255)),
  "100 megapixels": riff(lossless(10_000)),
  "100 megapixels in a small canvas": riff(extended(256, 256, 0), lossy(10_000)),
  "a large canvas around a small picture": riff(extended(10_000, 10_000, 0), lossy(256)),
  "an animation": riff(extended(256, 256, 0x02), chunk("ANIM", text("123456")), chunk("ANMF", lossy(256))),
  "an animation that hides its flag": riff(extended(256, 256, 0), chunk("ANMF", lossy(256)), lossy(256)),
  "only a canvas": webp.extended(256, 256, false),
  "two pictures": riff(lossy(256), lossy(256)),
  "an unknown chunk": riff(lossy(256), chunk("HTML", PAGE)),
  "an archive behind the end": join(webpAvatar(256), ZIP),
  "an archive within the stated length": riff(lossy(256), ZIP),
  "a page in front": join(PAGE, webpAvatar(256)),
  "a cut one": webpAvatar(256).subarray(0, -3),
  "no key frame": riff(chunk("VP8 ", join([1, 0, 0, 0x9d, 1, 0x2a, 0, 1, 0, 1]))),
  "a chunk longer than the file": riff(join("VP8 ", [255, 255, 255, 255], lossy(256))),
};
for (const [name, bytes] of Object.entries(BAD_WEBP))
  Deno.test(`clean picture: rejects ${name} as WebP`, () => assert.equal(webpOf(bytes), null));

const BAD_JPEG: Readonly<Record<string, Uint8Array>> = {
  "a page": PAGE,
  "a WebP": webpAvatar(256),
  "another size": jpegAvatar(64),
  "100 megapixels": jpegAvatar(10_000),
  "two frames": jpegOf(tables(), frame(256), frame(10_000), scan()),
  "no pixels": jpegOf(tables(), frame(256)),
  "no frame": jpegOf(tables(), scan()),
  "thousands of scans": jpegOf(tables(), frame(256, 256, 0xc2), ...Array.from({ length: 3_000 }, scan)),
  "an arithmetic frame": jpegOf(tables(), frame(256, 256, 0xc9), scan()),
  "colours of Adobe": jpegOf(segment(0xee, text("Adobe")), tables(), frame(256), scan()),
  "an archive behind the end": join(jpegAvatar(256), ZIP),
  "a second picture behind the end": join(jpegAvatar(256), jpegAvatar(256)),
  "bytes between segments": jpegOf(tables(), PAGE, frame(256), scan()),
  "no end": jpegAvatar(256).subarray(0, -2),
  "a length of zero": jpegOf(join([0xff, 0xdb, 0, 0]), frame(256), scan()),
  "only a start": join([0xff, 0xd8]),
};
for (const [name, bytes] of Object.entries(BAD_JPEG))
  Deno.test(`clean picture: rejects ${name} as JPEG`, () => assert.equal(jpegFrom(bytes), null));

Deno.test("clean picture: ends on full size hostile bytes", () => {
  for (const byte of [0, 0xd3, 0xff]) {
    const many = new Uint8Array(65_536).fill(byte);
    assert.equal(webpOf(riff(lossy(256), many)), null);
    assert.equal(jpegFrom(join([0xff, 0xd8], tables(), frame(256), scan(), many)), null);
  }
});
