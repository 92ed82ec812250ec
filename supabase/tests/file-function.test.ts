/** The edge function `files` with the real database and Storage: who reads and shares what, and how long. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { signedFiles } from "#contracts/fileRequests.ts";
import { line as lineShape } from "#contracts/lines.ts";
import { fileVisitors, PLAN } from "./support/fileVisitors.ts";
import { type FunctionStack, inCall, rpc, startFunctionStack } from "./support/functionStack.ts";

let stack: FunctionStack;
beforeAll(async () => {
  stack = await startFunctionStack(
    (_, response) => response.end(),
    () => ({}),
  );
});
afterAll(() => stack.close());

const { bucketOf, bring, call, share, read, contentOf, scene } = fileVisitors(() => stack);

async function two() {
  const [ana, bob] = [await stack.visitor(), await stack.visitor()];
  const place = await inCall([
    [ana, "en"],
    [bob, "en"],
  ]);
  return { ana, bob, ...place };
}
const removed = z.object({ removed: z.number() });
const wipe = (who: Parameters<typeof rpc>[0], id: string) => rpc(who, "delete_line", { p_line_id: id }, lineShape);

describe("sharing", () => {
  test("posts one line, also when repeated", async () => {
    const { ana, call: callId } = await scene();
    const { id } = await bring(ana, callId);
    const line = await share(ana, id);
    expect(line).toMatchObject({ id, text: "plan.txt", file: { name: "plan.txt", bytes: PLAN.size } });
    expect(await share(ana, id)).toEqual(line);
  });

  test("rejects a page under the name of a text", async () => {
    const { ana, call: callId } = await scene();
    const { id } = await bring(ana, callId, new Blob(["<!doctype html><script>"], { type: PLAN.type }));
    await expect(share(ana, id)).rejects.toThrow("file/content");
    await expect(rpc(ana, "share_file", { p_file_id: id, p_language: "en" }, z.unknown())).rejects.toThrow(
      "file/not-found",
    );
  });

  test("is rejected without upload and for others", async () => {
    const { ana, bob, call: callId } = await two();
    await expect(share(ana, randomUUID())).rejects.toThrow("file/not-found");
    const { id } = await bring(ana, callId);
    await expect(share(bob, id)).rejects.toThrow("file/not-found");
    const nobody = { ...ana, token: `${ana.token.slice(0, -4)}AAAA` };
    await expect(share(nobody, id)).rejects.toThrow("request/sign-in-needed");
  });
});

describe("reading", () => {
  test("is for readers of the line until their removal", async () => {
    const { ana, bob, meeting, call: callId } = await two();
    const { id } = await bring(ana, callId);
    expect([await read(ana, id), await read(bob, id)]).toEqual([null, null]);
    await share(ana, id);
    expect([await read(ana, id), await read(bob, id)]).toEqual([
      [200, "a plan"],
      [200, "a plan"],
    ]);
    expect(await read(await stack.visitor(), id)).toBeNull();
    await rpc(ana, "remove_participant", { p_meeting_id: meeting, p_user_id: bob.id }, z.unknown());
    expect(await read(bob, id)).toBeNull();
  });

  test("is possible for a minute by an address", async () => {
    const { ana, call: callId } = await scene();
    const { id } = await bring(ana, callId);
    await share(ana, id);
    const before = Date.now();
    const files = await call(ana, { sign: [id] }, signedFiles);
    const token = new URLSearchParams(String(typeof files === "string" ? "" : files[0]?.address.split("?")[1])).get(
      "token",
    );
    const { exp } = z.object({ exp: z.number() }).parse(JSON.parse(atob(token?.split(".")[1] ?? "")));
    expect(exp * 1_000 - before).toBeLessThanOrEqual(61_000);
  });

  test("is impossible for clients of Storage", async () => {
    const { ana, call: callId } = await scene();
    const { id, path } = await bring(ana, callId);
    await share(ana, id);
    for (const attempt of [bucketOf(ana).createSignedUrl(path, 3600), bucketOf(ana).download(path)])
      expect((await attempt).error).toMatchObject({ status: 400 });
    expect((await bucketOf(ana).createSignedUrls([path], 3600)).data).toMatchObject([{ signedUrl: null }]);
    expect(await bucketOf(ana).remove([path])).toEqual({ data: [], error: null });
    expect(await contentOf(path)).toBe("a plan");
  });
});

describe("a deleted line", () => {
  test("takes its bytes with it", async () => {
    const { ana, bob, call: callId } = await two();
    const { id, path } = await bring(ana, callId);
    await share(ana, id);
    const files = await call(bob, { sign: [id] }, signedFiles);
    const address = typeof files === "string" ? "" : (files[0]?.address ?? "");
    expect(await call(ana, { remove: [id] }, removed)).toEqual({ removed: 0 });
    await wipe(ana, id);
    expect(await call(bob, { remove: [id] }, removed)).toEqual({ removed: 0 });
    expect(await call(ana, { remove: [id] }, removed)).toEqual({ removed: 1 });
    expect(await contentOf(path)).toBeNull();
    expect((await fetch(`${stack.url}/storage/v1${address}`)).status).toBe(400);
    expect(await call(ana, { remove: [id] }, removed)).toEqual({ removed: 1 });
  });

  test("keeps bytes that a forwarded line uses", async () => {
    const { ana, call: callId } = await scene();
    const other = await inCall([[ana, "en"]]);
    const { id } = await bring(ana, callId);
    await share(ana, id);
    const copy = { p_line_id: randomUUID(), p_source_line_id: id, p_meeting_id: other.meeting };
    await rpc(ana, "forward_line", copy, lineShape);
    await wipe(ana, id);
    expect(await call(ana, { remove: [id] }, removed)).toEqual({ removed: 0 });
    expect(await read(ana, copy.p_line_id)).toEqual([200, "a plan"]);
  });
});
