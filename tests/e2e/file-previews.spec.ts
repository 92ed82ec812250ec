/** Previews that the browser makes before an upload, and what it removes from pictures. */
import { crc32, deflateSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { IMAGE_MAX_BYTES } from "#contracts/files.ts";
import { createMeeting, joinAsAccount, openAccount, signIn } from "../support/accounts.ts";
import type { App } from "../support/app.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";

/** A picture of 64 by 48 pixels by libheif. */
const HEIC = Buffer.from(
  "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAPQACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAAEVtZGF0AAAAOSgBrxmA72IYx857i+P50cfM9+/J1KhFPYDCUn7r34m0v9l44WzYlPlVr46u1KOHuPbNCzbNG+RUJQ==",
  "base64",
);

/** An empty page of 200 by 100 points, with a script that runs when a viewer with scripts opens it. */
const PDF = Buffer.from(
  [
    "%PDF-1.4",
    "1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj",
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

/** A PNG of black pixels, one bit each: small as a file, and gigabytes when it is decoded. Level 0 compresses nothing. */
function largePicture(side: number, level = 9): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(side / 8)) * side), { level });
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

/** Opens the files of a new meeting as its host. */
async function openFiles(app: App, page: Page) {
  const host = await openAccount(app, "ines");
  const code = await createMeeting(host, "Los viernes");
  await joinAsAccount(host, code, { name: "Inés", speaks: "es", reads: "en" });
  await signIn(page, host);
  await page.goto("/home");
  await page.getByRole("link", { name: "Los viernes" }).first().click();
  await waitForHydration(page);
  return page.getByRole("region", { name: "Files", exact: true });
}

test("previews are made and the place is removed", async ({ app, person }) => {
  const { page } = await person({ locale: "en" });
  const files = await openFiles(app, page);
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
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

  await files.getByRole("link", { name: "mapa.pdf" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Preview of the first page.")).toBeVisible();
  const firstPage = dialog.getByRole("img", { name: "Preview: mapa.pdf" });
  await expect.poll(() => firstPage.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(560);
  expect(dialogs).toEqual([]);
});

test("a small file of 30,000 × 30,000 pixels is not shared", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const ana = await person({ locale: "en" });
  const files = await openFiles(app, ana.page);
  ana.allowConsoleError(/status of 415/u);
  const buffer = largePicture(30_000);
  await files.getByLabel("Choose files").setInputFiles([{ name: "muro.png", mimeType: "image/png", buffer }]);
  await files.getByRole("button", { name: "Share 1 file" }).click();
  const refused = files.getByRole("listitem").filter({ hasText: "muro.png" });
  await expect(refused).toContainText("A picture can have 40 megapixels");
  await expect(files.getByRole("article")).toHaveCount(0);
});

test("a large file of 12,000 × 12,000 pixels is an icon", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const { page } = await person({ locale: "en" });
  const files = await openFiles(app, page);
  const shown: string[] = [];
  page.on("request", (request) => {
    if (/\/files\/[^/?]+\?show/u.test(request.url())) shown.push(request.url());
  });
  const buffer = largePicture(12_000, 0);
  expect(buffer.length).toBeGreaterThan(IMAGE_MAX_BYTES);
  await files.getByLabel("Choose files").setInputFiles([{ name: "muro.png", mimeType: "image/png", buffer }]);
  await files.getByRole("button", { name: "Share 1 file" }).click();
  await expect(files.getByRole("article")).toHaveCount(1, { timeout: 30_000 });
  await expect(files.getByRole("img", { name: "muro.png" })).toHaveCount(0);
  await files.getByRole("link", { name: "muro.png" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("cannot be shown here")).toBeVisible();
  expect(shown).toEqual([]);
});
