/** Previews that the browser makes before an upload, and what it removes from pictures. */
import type { Page } from "@playwright/test";
import { createMeeting, joinAsAccount, openAccount, signIn } from "../support/accounts.ts";
import { waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";

/** A picture of 64 by 48 pixels by libheif. */
const HEIC = Buffer.from(
  "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAPQACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAAEVtZGF0AAAAOSgBrxmA72IYx857i+P50cfM9+/J1KhFPYDCUn7r34m0v9l44WzYlPlVr46u1KOHuPbNCzbNG+RUJQ==",
  "base64",
);

/** An empty page of 200 by 100 points. */
const PDF = Buffer.from(
  [
    "%PDF-1.4",
    "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
    "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj",
    "trailer<</Root 1 0 R>>",
    "%%EOF",
    "",
  ].join("\n"),
);

/** Exif with the position 1° N, 1° E. */
const EXIF = Buffer.from(
  [
    "ffe1005e457869660000", // APP1 of 94 bytes, Exif
    "4d4d002a00000008", // big-endian
    "0001882500040000000100000" + "01a00000000", // GPS at 26
    "0003", // three entries
    "000000010000000402030000", // version
    "0001000200000002" + "4e000000", // N
    "000200050000000300000044", // latitude at 68
    "00000000",
    "000000010000000100000000000000010000000000000001",
  ].join(""),
  "hex",
);

/** Draws a JPEG in the page, and adds where it was taken. */
async function photo(page: Page): Promise<Buffer> {
  const drawn = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(300, 200);
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("no canvas");
    context.fillStyle = "rgb(200 30 30)";
    context.fillRect(0, 0, 300, 200);
    const jpeg = await canvas.convertToBlob({ type: "image/jpeg" });
    return [...new Uint8Array(await jpeg.arrayBuffer())];
  });
  const jpeg = Buffer.from(drawn);
  return Buffer.concat([jpeg.subarray(0, 2), EXIF, jpeg.subarray(2)]);
}

/** Records a second of a video of 320 by 240 pixels in the page. */
async function video(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    canvas.width = 320;
    canvas.height = 240;
    const context = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: "video/webm" });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let frame = 0; frame < 30; frame++) {
      context?.fillRect(frame, frame, 50, 50);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    recorder.stop();
    await stopped;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return Buffer.from(bytes);
}

test("previews are made and the place is removed", async ({ app, person }) => {
  const host = await openAccount(app, "ines");
  const code = await createMeeting(host, "Los viernes");
  await joinAsAccount(host, code, { name: "Inés", speaks: "es", reads: "en" });
  const { page } = await person({ locale: "en" });
  await signIn(page, host);
  await page.goto("/home");
  await page.getByRole("link", { name: "Los viernes" }).first().click();
  await waitForHydration(page);
  const files = page.getByRole("region", { name: "Files", exact: true });
  const original = await photo(page);
  await files.getByLabel("Choose files").setInputFiles([
    { name: "playa.jpg", mimeType: "image/jpeg", buffer: original },
    { name: "IMG_1.heic", mimeType: "image/heic", buffer: HEIC },
    { name: "mapa.pdf", mimeType: "application/pdf", buffer: PDF },
    { name: "paseo.webm", mimeType: "video/webm", buffer: await video(page) },
  ]);
  await files.getByRole("button", { name: "Share 4 files" }).click();
  await expect(files.getByRole("article")).toHaveCount(4, { timeout: 30_000 });

  for (const [name, width, height] of [
    ["Image: playa.jpg", 300, 200],
    ["Image: IMG_1.jpg", 64, 48],
    ["Preview: mapa.pdf", 560, 280],
    ["Preview: paseo.webm", 320, 240],
  ] as const) {
    const picture = files.getByRole("img", { name });
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]))
      .toEqual([width, height]);
  }

  const link = files.getByRole("link", { name: "playa.jpg" });
  const response = await page.request.get(`${await link.getAttribute("href")}`);
  const stored = await response.body();
  expect(original.includes("Exif")).toBe(true);
  expect(stored.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  expect(stored.includes("Exif")).toBe(false);
});
