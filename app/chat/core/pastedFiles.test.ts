import { expect, test } from "vitest";
import { pastedFiles } from "./pastedFiles.ts";

const PICTURE = new File([], "image.png", { type: "image/png" });

const paste = (data: Readonly<Record<string, string>>, ...files: File[]) =>
  pastedFiles({ getData: (type) => data[type] ?? "", files: Object.assign(files, { item: () => null }) });

test.each([
  ["cells of a spreadsheet", { "text/plain": "a\tb", "text/html": "<table></table>" }, 0],
  ["a picture of a page", { "text/html": "<img>" }, 1],
  ["a screenshot", {}, 1],
  ["a copied file", { "text/plain": "image.png" }, 1],
])("%s: shares %i files", (_, data, count) => {
  expect(paste(data, PICTURE)).toHaveLength(count);
});
