import { crc32, deflateSync } from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import { prepareFile } from "./prepareFile.client.ts";

function chunk(name: string, ...content: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat([Buffer.from(name), ...content.map((part) => Buffer.from(part))]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A black pixel, with chunks in front of it and behind it. */
function png(before: readonly Buffer[] = [], after: readonly Buffer[] = []): Buffer {
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  const header = chunk("IHDR", Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]));
  const pixels = chunk("IDAT", deflateSync(Buffer.alloc(2)));
  return Buffer.concat([signature, header, ...before, pixels, ...after, chunk("IEND")]);
}

/** Exif with a position, as ImageMagick writes it. */
const PROFILE = "\nexif\n 18\n45786966000088250004000000010000001a\n";
const XMP = '<x exif:GPSLatitude="40,25.008N"/>';
const COMMENT = [chunk("tEXt", "Comment\0A wall"), chunk("iTXt", "Title\0\0\0es\0\0La pared")];

async function shared(bytes: Buffer): Promise<Buffer> {
  vi.stubGlobal("createImageBitmap", () => Promise.reject(new Error("not decodable")));
  const result = await prepareFile(new File([new Uint8Array(bytes)], "wall.png"));
  if (!result.ok) throw new Error(result.error.code);
  expect(result.value.file.name).toBe("wall.png");
  return Buffer.from(await result.value.file.arrayBuffer());
}

afterEach(() => vi.unstubAllGlobals());

describe("a PNG", () => {
  test.each([
    ["a compressed profile", chunk("zTXt", "Raw profile type exif\0\0", deflateSync(PROFILE))],
    ["a compressed text", chunk("zTXt", "Comment\0\0", deflateSync(XMP))],
    ["compressed XMP", chunk("iTXt", "XML:com.adobe.xmp\0\u0001\0\0\0", deflateSync(XMP))],
    ["a profile of digits", chunk("tEXt", "Raw profile type APP1\0", PROFILE)],
    ["an international profile", chunk("iTXt", "Raw profile type exif\0\0\0\0\0", PROFILE)],
  ])("is shared without %s", async (_, hidden) => {
    expect(await shared(png([...COMMENT, hidden]))).toEqual(png(COMMENT));
    expect(await shared(png([hidden, ...COMMENT], [hidden]))).toEqual(png(COMMENT));
  });

  test("keeps texts without a place", async () => {
    expect(await shared(png(COMMENT))).toEqual(png(COMMENT));
  });

  test("that ends within a chunk is shared", async () => {
    const broken = Buffer.concat([png().subarray(0, 33), Buffer.from("ffffffff7a545874", "hex"), Buffer.alloc(20)]);
    expect(await shared(broken)).toHaveLength(33);
    const pixels = Buffer.concat([png().subarray(0, 33), Buffer.from("fffffffe49444154", "hex"), Buffer.alloc(20)]);
    expect(await shared(pixels)).toEqual(pixels);
  });
});
