import { readFileSync } from "node:fs";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import { ok } from "#contracts/errors.ts";
import { fakeRpc } from "../../tests/fakes/rpc.ts";
import { sendFile } from "./sendFile.server.ts";

const ID = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c01";

/** Returns the status of the file's preview, and its bytes. */
async function preview(jpeg: Buffer) {
  const context: Partial<AppLoadContext> = {
    locale: "en",
    rpc: fakeRpc({ file_picture: () => ok({ jpeg: jpeg.toString("base64") }) }),
  };
  const request = new Request(`http://parley.test/files/${ID}?preview`);
  const response = await sendFile(context as AppLoadContext, { id: ID }, request);
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

const picture = readFileSync(new URL("../../supabase/samples/entrance.preview.jpg", import.meta.url));

/** The picture with another size in its head. */
function resized(side: number): Buffer {
  const bytes = Buffer.from(picture);
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc2, 0, 17, 8]));
  expect(frame).toBeGreaterThan(0);
  bytes.writeUInt16BE(side, frame + 5);
  bytes.writeUInt16BE(side, frame + 7);
  return bytes;
}

test("sends the preview of a page", async () => {
  expect(await preview(picture)).toEqual({ status: 200, bytes: picture });
});

test.each([
  ["of 65,500 pixels a side", () => resized(65_500)],
  ["of 1,001 pixels a side", () => resized(1_001)],
  ["without a size", () => picture.subarray(0, 20)],
])("sends no preview %s", async (_, jpeg) => {
  expect((await preview(jpeg())).status).toBe(404);
});
