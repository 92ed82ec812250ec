import { openAsBlob } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import type { NamedBlob } from "./preparedFile.ts";
import { prepareFile } from "./prepareFile.client.ts";
import { withoutRecordedPlace } from "./recordedPlace.ts";

const PLACE = "+40.4168-003.7038/";
const bytesOf = (text: string) => Buffer.from(text, "latin1");

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A name is text, or the number of a key. */
function box(name: string | number, ...content: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => (typeof part === "string" ? bytesOf(part) : part)));
  return Buffer.concat([uint32(8 + body.length), typeof name === "number" ? uint32(name) : bytesOf(name), body]);
}

/** The text of QuickTime and Android: length, language, characters. */
const text = (name: string, value: string) => box(name, Buffer.from([0, value.length, 0x15, 0xc7]), value);
/** 3GPP: a name, a role, and three numbers. */
const loci = box(
  "loci",
  uint32(0),
  Buffer.from([0x15, 0xc7]),
  "Home\0\0",
  uint32(0xfffc4bd7),
  uint32(0x00286ab3),
  uint32(0),
);
const data = (value: string) => box("data", uint32(1), uint32(0), value);

/** Apple's list of keys and values. The box of ISO has a version. */
function meta(entries: Readonly<Record<string, string>>, version = ""): Buffer {
  const keys = Object.keys(entries).map((key) => box("mdta", key));
  const items = Object.values(entries).map((value, index) => box(index + 1, data(value)));
  const handler = box("hdlr", uint32(0), uint32(0), "mdta", Buffer.alloc(14));
  return box("meta", version, handler, box("keys", uint32(0), uint32(keys.length), ...keys), box("ilst", ...items));
}

const HEAD = box("ftyp", "isom", uint32(512), "isommp41");
const SAMPLES = box("mdat", `samples ${PLACE} samples`);
const moovWith = (...metadata: readonly Buffer[]) =>
  box("moov", box("mvhd", Buffer.alloc(100)), box("trak", box("tkhd", Buffer.alloc(84))), ...metadata);
const fileOf = (...parts: readonly Buffer[]): NamedBlob =>
  new File([new Uint8Array(Buffer.concat(parts))], "walk.mp4", { type: "video/mp4" });
const contentOf = async (file: Blob) => Buffer.from(await file.arrayBuffer());

afterEach(() => vi.restoreAllMocks());

describe("a video", () => {
  test.each([
    ["Android", box("udta", text("\u00a9xyz", PLACE)), PLACE],
    ["3GPP", box("udta", loci), "Home"],
    ["QuickTime", meta({ "com.apple.quicktime.location.ISO6709": "+40.4168-003.7038+657.123/" }), "40.4168"],
    ["a name of the place", meta({ "com.apple.quicktime.location.name": "Calle Mayor" }), "Calle Mayor"],
    ["ISO", box("udta", meta({ "com.apple.quicktime.location.name": "Calle Mayor" }, "\0\0\0\0")), "Calle Mayor"],
    ["iTunes", box("udta", box("meta", uint32(0), box("ilst", box("\u00a9xyz", data("N 40, W 3"))))), "N 40"],
    ["a track", box("trak", box("udta", text("\u00a9xyz", PLACE))), PLACE],
    ["another text", box("udta", text("\u00a9cmt", `At ${PLACE}`)), PLACE],
    ["degrees and minutes", box("udta", text("\u00a9cmt", "+4025-00342/")), "+4025"],
    ["XMP", box("udta", box("XMP_", '<x exif:GPSLatitude="40,25.008N"/>')), "40,25"],
    ["Exif", box("udta", box("CNTH", Buffer.from([0x88, 0x25, 0, 4, 0, 0, 0, 1]), "Madrid")), "Madrid"],
    ["a box of its own", box("uuid", "0123456789abcdef", "<x>exif:GPSLatitude 40,25.008N</x>"), "40,25"],
    ["a text of its own", box("uuid", "0123456789abcdef", PLACE), PLACE],
  ])("by %s loses its place and keeps its length", async (_, metadata, place) => {
    for (const file of [fileOf(HEAD, moovWith(metadata), SAMPLES), fileOf(HEAD, SAMPLES, moovWith(metadata))]) {
      const before = await contentOf(file);
      const shared = await withoutRecordedPlace(file);
      const after = await contentOf(shared);
      expect(before.includes(bytesOf(place))).toBe(true);
      expect(after.toString("latin1").replace(SAMPLES.toString("latin1"), "")).not.toContain(place);
      expect(after).toHaveLength(before.length);
      expect(after.includes(SAMPLES)).toBe(true);
      expect(shared).toMatchObject({ name: "walk.mp4", type: "video/mp4" });
    }
  });

  test("keeps everything but its place", async () => {
    const title = text("\u00a9nam", "Walk +34-600-123-456 2027-01-15T10:00:00+0100");
    const around = (place: string) =>
      meta({ make: "Phone", "com.apple.quicktime.location.ISO6709": place, model: "5" });
    const file = fileOf(HEAD, SAMPLES, moovWith(box("udta", title), around(PLACE)));
    const expected = fileOf(HEAD, SAMPLES, moovWith(box("udta", title), around(" ".repeat(PLACE.length))));
    expect(await contentOf(await withoutRecordedPlace(file))).toEqual(await contentOf(expected));
  });

  test.each([
    ["without a place", fileOf(HEAD, moovWith(box("udta", text("\u00a9nam", "Walk"), uint32(0))), SAMPLES)],
    ["without boxes", fileOf(bytesOf("no boxes at all"))],
    ["with a box of no length", fileOf(HEAD, Buffer.concat([uint32(1), bytesOf("moov"), Buffer.alloc(8)]))],
    ["that is empty", fileOf()],
  ])("%s is the same file", async (_, file) => {
    expect(await withoutRecordedPlace(file)).toBe(file);
  });

  test("that is cut off loses its place", async () => {
    const whole = Buffer.concat([HEAD, moovWith(box("udta", text("\u00a9xyz", PLACE), text("\u00a9nam", "Walk")))]);
    const after = await contentOf(await withoutRecordedPlace(fileOf(whole.subarray(0, -2))));
    expect(after.includes(bytesOf(PLACE))).toBe(false);
  });

  test("of 50 MB is not read as a whole", async () => {
    const folder = await mkdtemp(join(tmpdir(), "parley-place-"));
    try {
      const path = join(folder, "walk.mov");
      const moov = moovWith(box("udta", text("\u00a9xyz", PLACE)));
      const samples = LIMITS.fileBytes.max - HEAD.length - moov.length;
      const file = await open(path, "w");
      // A length of 64 bits. The disk stores no zeros.
      await file.write(Buffer.concat([HEAD, uint32(1), bytesOf("mdat"), uint32(0), uint32(samples)]));
      await file.write(moov, 0, moov.length, HEAD.length + samples);
      await file.close();
      const reads: number[] = [];
      const arrayBuffer = Blob.prototype.arrayBuffer;
      vi.spyOn(Blob.prototype, "arrayBuffer").mockImplementation(function (this: Blob) {
        reads.push(this.size);
        return arrayBuffer.call(this);
      });
      const shared = await withoutRecordedPlace(Object.assign(await openAsBlob(path), { name: "walk.mov" }));
      expect(reads.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000);
      expect(shared.size).toBe(LIMITS.fileBytes.max);
      expect((await contentOf(shared.slice(-moov.length))).includes(bytesOf(PLACE))).toBe(false);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("a shared recording", () => {
  const recording = Buffer.concat([HEAD, moovWith(box("udta", text("\u00a9xyz", PLACE)))]);

  test.each(["walk.mp4", "walk.m4v", "walk.mov", "walk.m4a", "WALK.MOV"])("%s has no place", async (name) => {
    const result = await prepareFile(new File([new Uint8Array(recording)], name));
    if (!result.ok) throw new Error(result.error.code);
    expect(result.value.file.name).toBe(name);
    expect((await contentOf(result.value.file)).includes(bytesOf(PLACE))).toBe(false);
  });

  test("is not shared if it cannot be read", async () => {
    const file = new File([new Uint8Array(recording)], "walk.mp4");
    vi.spyOn(Blob.prototype, "arrayBuffer").mockRejectedValue(new DOMException("gone", "NotReadableError"));
    expect(await prepareFile(file)).toMatchObject({ ok: false, error: { code: "file/place" } });
  });
});
