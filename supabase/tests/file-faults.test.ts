/** Bad files and faults with the real edge function and Storage: disguises, bombs, outages and old addresses. */
import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { SIGNED_URL_TTL_SECONDS, signedFiles } from "#contracts/fileRequests.ts";
import { fileUploadOffer } from "#contracts/files.ts";
import { fileType } from "#contracts/fileTypes.ts";
import { LIMITS } from "#contracts/limits.ts";
import { fileVisitors } from "./support/fileVisitors.ts";
import { type FunctionStack, inCall, rpc, startFunctionStack, type Visitor } from "./support/functionStack.ts";

let stack: FunctionStack;
beforeAll(async () => {
  stack = await startFunctionStack(
    (_, response) => response.end(),
    () => ({}),
  );
});
afterAll(() => stack.close());
afterEach(() => vi.useRealTimers());

const { bucketOf, call, share, scene } = fileVisitors(() => stack);

const HTML = "<!doctype html><script>alert(document.domain)</script>";
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(document.domain)</script></svg>';
const PDF_WITH_SCRIPT = [
  "%PDF-1.4",
  "1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj",
  "2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj",
  "trailer<</Root 1 0 R>>",
  "%%EOF",
].join("\n");
/** The head of an archive whose single entry states 4 GB, and few bytes. */
const ZIP_BOMB = Buffer.concat([
  Buffer.from("504b0304140000000800000000000000000040000000ffffffff0100000061", "hex"),
  Buffer.alloc(64),
]);

/** Offers a file and uploads its bytes. Returns its id. */
async function bring(who: Visitor, callId: string, name: string, content: string | Buffer): Promise<string> {
  const id = randomUUID();
  const type = fileType(name) ?? "";
  const body = new Blob([Buffer.from(content)], { type });
  const { path } = await rpc(
    who,
    "offer_file",
    { p_file_id: id, p_call_id: callId, p_name: name, p_type: type, p_bytes: body.size },
    fileUploadOffer,
  );
  const { error } = await bucketOf(who).upload(path, body, { contentType: type });
  if (error !== null) throw error;
  return id;
}

/** Returns the address that `files` signs for the person. */
async function addressOf(who: Visitor, id: string): Promise<string> {
  const files = await call(who, { sign: [id] }, signedFiles);
  if (typeof files === "string" || files[0] === undefined) throw new Error(`no address: ${files}`);
  return `${stack.url}/storage/v1${files[0].address}`;
}

describe("a disguised file", () => {
  test.each([
    ["photo.png", HTML],
    ["photo.jpg", SVG],
    ["plan.pdf", HTML],
    ["drawing.svg", HTML],
    ["photo.png", PDF_WITH_SCRIPT],
  ])("%s is not shared", async (name, content) => {
    const { ana, call: callId } = await scene();
    const id = await bring(ana, callId, name, content);
    await expect(share(ana, id)).rejects.toThrow("file/content");
    expect(await call(ana, { sign: [id] }, signedFiles)).toEqual([]);
  });
});

describe("a file with a script or a bomb", () => {
  test.each([
    ["drawing.svg", SVG, "application/octet-stream"],
    ["plan.pdf", PDF_WITH_SCRIPT, "application/pdf"],
    ["all.zip", ZIP_BOMB, "application/zip"],
    ["all.docx", ZIP_BOMB, /^application\/vnd\.openxmlformats/u],
  ])("%s is stored unopened and served by its type", async (name, content, type) => {
    const { ana, call: callId } = await scene();
    const id = await bring(ana, callId, name, content);
    await share(ana, id);
    const response = await fetch(await addressOf(ana, id));
    expect(response.headers.get("content-type")).toMatch(type);
    expect(new URL(response.url).origin).toBe(stack.url);
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(content))).toBe(true);
    const texts = await stack.admin`select field from public.file_texts where file_id = ${id}`;
    expect(texts.map(({ field }) => field)).toEqual(["names"]);
  });
});

test("a removed person's old address ends after its minute", async () => {
  const [ana, bob] = [await stack.visitor(), await stack.visitor()];
  const { meeting, call: callId } = await inCall([
    [ana, "en"],
    [bob, "en"],
  ]);
  const id = await bring(ana, callId, "plan.txt", "a plan");
  await share(ana, id);
  const old = await addressOf(bob, id);
  await rpc(ana, "remove_participant", { p_meeting_id: meeting, p_user_id: bob.id }, z.unknown());
  expect(await call(bob, { sign: [id] }, signedFiles)).toEqual([]);
  const statusAt = async (seconds: number) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1_000 });
    const { status } = await fetch(old);
    vi.useRealTimers();
    return status;
  };
  expect(await statusAt(SIGNED_URL_TTL_SECONDS - 10)).toBe(200);
  expect(await statusAt(SIGNED_URL_TTL_SECONDS + 1)).toBe(400);
});

test("a full quota rejects the next file before its upload", async () => {
  const { ana, call: callId } = await scene();
  await stack.admin`
    insert into public.files (id, meeting_id, call_id, owner, path, name, type, bytes, shared_at)
    select id, meeting_id, ${callId}, ${ana.id}, ${callId} || '/' || id, 'a.pdf', 'application/pdf',
      ${LIMITS.fileBytes.max}, now()
    from (select gen_random_uuid() as id, meeting_id from public.calls, generate_series(1, 10) where calls.id = ${callId}) as made`;
  await expect(bring(ana, callId, "plan.txt", "a plan")).rejects.toThrow("file/quota");
});

test("an interrupted upload is not shared and can be repeated", async () => {
  const { ana, call: callId } = await scene();
  const id = randomUUID();
  const content = Buffer.alloc(2_000_000, "a");
  const { path } = await rpc(
    ana,
    "offer_file",
    { p_file_id: id, p_call_id: callId, p_name: "plan.txt", p_type: "text/plain", p_bytes: content.length },
    fileUploadOffer,
  );
  const address = `${stack.url}/storage/v1/object/files/${path}`;
  const headers = { authorization: `Bearer ${ana.token}`, apikey: stack.publishableKey, "content-type": "text/plain" };
  const tab = request(address, { method: "POST", headers: { ...headers, "content-length": content.length } });
  tab.on("error", () => {});
  await new Promise((resolve) => tab.write(content.subarray(0, content.length / 2), resolve));
  tab.destroy();
  await expect(share(ana, id)).rejects.toThrow("file/not-found");
  const again = await fetch(address, { method: "POST", headers, body: content });
  expect(again.status).toBe(200);
  expect(await share(ana, id)).toMatchObject({ id, file: { bytes: content.length } });
});
