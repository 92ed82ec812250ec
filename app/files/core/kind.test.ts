import { expect, test } from "vitest";
import { FILE_TYPES } from "#contracts/files.ts";
import { kindOf } from "./kind.ts";

test("every type that can be shared is some kind of file", () => {
  const kinds = Object.entries(FILE_TYPES).map(([ending, type]) => `${ending} ${kindOf(type)}`);
  expect(kinds.join(", ")).toBe(
    "avif picture, bmp picture, gif picture, heic picture, jpeg picture, jpg picture, png picture, svg picture, tif picture, tiff picture, " +
      "webp picture, pdf pdf, txt text, md text, csv sheet, doc document, xls sheet, ppt slides, docx document, xlsx sheet, pptx slides, " +
      "odt document, ods sheet, odp slides, aac sound, flac sound, m4a sound, mp3 sound, oga sound, ogg sound, opus sound, wav sound, " +
      "weba sound, mp4 video, webm video",
  );
});
