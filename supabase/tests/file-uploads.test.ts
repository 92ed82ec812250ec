/** Uploads of offered files to the real Storage: their declared length, and bytes that are written once. */
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { FILES_BUCKET } from "#contracts/files.ts";
import { fileVisitors, PLAN } from "./support/fileVisitors.ts";
import { type FunctionStack, startFunctionStack, type Visitor } from "./support/functionStack.ts";

let stack: FunctionStack;
beforeAll(async () => {
  stack = await startFunctionStack(
    (_, response) => response.end(),
    () => ({}),
  );
});
afterAll(() => stack.close());

const { bucketOf, offer, bring, share, contentOf, scene } = fileVisitors(() => stack);

const EVIL = "<svg/>";
const filesOnDisk = async () => (await readdir(join(stack.data, "storage/bytes"))).length;

/** Starts an upload as one raw body. Without `content-length` the body is chunked. */
function startUpload({ token }: Visitor, path: string, headers: Record<string, string>): ClientRequest {
  const url = `${stack.url}/storage/v1/object/${FILES_BUCKET}/${path}`;
  const identity = { authorization: `Bearer ${token}`, apikey: stack.publishableKey };
  return request(url, { method: "POST", headers: { ...identity, ...headers } });
}

async function statusOf(upload: ClientRequest): Promise<unknown> {
  const [response]: IncomingMessage[] = await once(upload, "response");
  const body = await response?.toArray();
  return response?.statusCode === 200 ? 200 : JSON.parse(Buffer.concat(body ?? []).toString()).statusCode;
}

describe("an upload that is held open", () => {
  async function held() {
    const { ana, call } = await scene();
    const offered = await offer(ana, call);
    const before = await filesOnDisk();
    const upload = startUpload(ana, offered.path, {
      "content-type": "application/octet-stream",
      "content-length": "6",
    });
    const status = statusOf(upload);
    upload.write(EVIL.slice(0, 3));
    await vi.waitFor(async () => expect(await filesOnDisk()).toBe(before + 1), 10_000);
    const end = async () => {
      upload.end(EVIL.slice(3));
      return await status;
    };
    return { ana, end, ...offered };
  }

  test("replaces no shared bytes when it ends", async () => {
    const { ana, id, path, end } = await held();
    expect((await bucketOf(ana).upload(path, PLAN, { contentType: PLAN.type })).error).toBeNull();
    await share(ana, id);
    expect(await end()).toBe("403");
    expect(await contentOf(path)).toBe("a plan");
  });
});

describe("an upload's declared length", () => {
  test("is needed", async () => {
    const { ana, call } = await scene();
    const { path } = await offer(ana, call);
    const upload = startUpload(ana, path, { "content-type": PLAN.type, "transfer-encoding": "chunked" });
    const status = statusOf(upload);
    upload.end("a plan and much more than a plan");
    expect(await status).toBe("403");
    expect(await contentOf(path)).toBeNull();
  });

  test("is the offered one, with room for a form", async () => {
    const { ana, call } = await scene();
    for (const [bytes, status] of [
      [PLAN.size - 1, "403"],
      [PLAN.size + 65_537, "403"],
      [PLAN.size, 200],
    ] as const) {
      const { path } = await offer(ana, call);
      const upload = startUpload(ana, path, { "content-type": PLAN.type, "content-length": String(bytes) });
      const answer = statusOf(upload);
      upload.end("x".repeat(bytes));
      expect(await answer).toBe(status);
    }
    const { path } = await bring(ana, call);
    expect(await contentOf(path)).toBe("a plan");
  });
});
