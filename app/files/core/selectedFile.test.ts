import { expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { fileRejection, truncateFileName } from "./selectedFile.ts";

test.each([
  ["plan.pdf", 10, null],
  ["Foto.JPG", LIMITS.fileBytes.max, null],
  ["plan.pdf", LIMITS.fileBytes.max + 1, "file/too-large"],
  ["plan.pdf", 0, "file/too-small"],
  ["IMG_0042.MOV", 10, null],
  ["clip.m4v", 10, null],
  ["letter.rtf", 10, null],
  ["all.zip", 10, null],
  ["trip.ics", 10, null],
  ["call.vtt", 10, null],
  ["call.srt", 10, null],
  ["call.json", 10, null],
  ["photo.jpg ", 10, null],
  ["photo.jpg\u200E", 10, null],
  ["README", 10, "file/type"],
  ["setup.exe", 10, "file/type"],
  ["page.html", 10, "file/type"],
  ["pdf", 10, "file/type"],
  ["plan.pdf.constructor", 10, "file/type"],
])("fileRejection returns for %s of %d bytes: %s", (name, size, code) => {
  expect(fileRejection({ name, size })).toBe(code);
});

test("truncateFileName keeps the extension and whole characters", () => {
  const name = truncateFileName(`${"😀".repeat(400)}.docx`);
  expect([...name]).toHaveLength(LIMITS.fileName.max);
  expect(name.endsWith("😀.docx")).toBe(true);
  expect(truncateFileName("plan.pdf")).toBe("plan.pdf");
});
