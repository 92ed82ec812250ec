import { expect, test } from "vitest";
import { pictureSource } from "./pictureSource.ts";

const cardOf = (type: string, bytes: number, size: { width: number; height: number } | null, hasPicture = false) => ({
  id: "f",
  file: { name: "f", type, bytes },
  preview: size === null && !hasPicture ? null : { size, hasPicture, colour: null, durationMs: null },
});

test.each([
  ["a preview", cardOf("application/pdf", 9e6, null, true), "/files/f?preview"],
  ["a small picture without a preview", cardOf("image/png", 4e6, null), "/files/f?show"],
  ["a large file without a preview", cardOf("image/png", 6e6, null), null],
  ["a small file of 30,000 by 30,000 pixels", cardOf("image/png", 1e6, { width: 30_000, height: 30_000 }), null],
  ["a text", cardOf("text/plain", 10, null), null],
])("the tile of %s", (_, card, source) => {
  expect(pictureSource(card)).toBe(source);
});
