/** Failures between two runs of the stack. These tests need the embedded stack, to stop it and to read its folder. */
import { randomBytes } from "node:crypto";
import { cp, mkdtemp, readdir, rename, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Stack, startStack } from "../../../local/index.ts";
import { mountTinyDisk } from "../../../tests/support/tinyDisk.ts";
import { tusUpload } from "./storage.support.ts";

const BUCKET = `
  insert into storage.buckets (id, name) values ('saved', 'saved');
  create policy "all" on storage.objects for all to authenticated using (bucket_id = 'saved') with check (bucket_id = 'saved');`;

let data: string;
let bytes: string;
let stack: Stack;
let accessToken: string;
/** The log of the stack. */
const lines: string[] = [];

const start = async (port: number) =>
  await startStack({
    root: join(import.meta.dirname, "../../.."),
    data,
    port,
    siteUrl: "http://127.0.0.1:8787",
    migrations: false,
    temporary: true,
    log: (line) => void lines.push(line),
  });

/** Restarts the stack at the same address. */
async function restart(whileStopped: () => Promise<void> = async () => {}) {
  await stack.close();
  await whileStopped();
  stack = await start(Number(new URL(stack.url).port));
}

async function asOwner(text: string) {
  const owner = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} });
  await owner.unsafe(text).simple();
  await owner.end();
}
/** Replaces the insert policy. */
const policy = (check: string) => asOwner(`alter policy "all" on storage.objects with check (${check})`);

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "storage-test-"));
  bytes = join(data, "storage/bytes");
  stack = await start(0);
  await asOwner(BUCKET);
  const { data: signedIn } = await createClient(stack.url, stack.publishableKey).auth.signInAnonymously();
  accessToken = signedIn.session?.access_token ?? "";
});
afterAll(async () => {
  await stack.close();
  await rm(data, { recursive: true, force: true });
});

const upload = (name: string, body: Buffer, options: Parameters<typeof tusUpload>[1] = {}) =>
  tusUpload(body, {
    endpoint: `${stack.url}/storage/v1/upload/resumable`,
    headers: { authorization: `Bearer ${accessToken}` },
    metadata: { bucketName: "saved", objectName: name },
    ...options,
  });

/** Sends the first part and aborts. @returns the URL of the upload */
async function abortedUpload(name: string, body: Buffer, chunkSize: number): Promise<string> {
  const { upload: begun } = upload(name, body, { chunkSize });
  await new Promise<void>((resolve) => {
    begun.options.onChunkComplete = () => void begun.abort().then(resolve);
    begun.start();
  });
  return begun.url ?? "";
}

const read = async (name: string): Promise<Buffer | number> => {
  const headers = { authorization: `Bearer ${accessToken}` };
  const response = await fetch(`${stack.url}/storage/v1/object/saved/${name}`, { headers });
  return response.ok ? Buffer.from(await response.arrayBuffer()) : response.status;
};
const idOf = (url: string) => url.split("/").at(-1) ?? "";

describe("storage", () => {
  test("keeps objects and resumes an upload after a restart", async () => {
    const [whole, body] = [randomBytes(500), randomBytes(3000)];
    const before = upload("before.bin", whole);
    before.upload.start();
    expect((await before.done).status).toBe(200);
    const uploadUrl = await abortedUpload("half.bin", body, 1000);

    await restart();
    expect(await read("before.bin")).toEqual(whole);
    expect(await read("half.bin")).toBe(400);
    const sent: number[] = [];
    const rest = upload("half.bin", body, { uploadUrl, onProgress: (size) => void sent.push(size) });
    rest.upload.start();
    expect((await rest.done).status).toBe(200);
    expect(Math.min(...sent)).toBe(1000);
    expect(await read("half.bin")).toEqual(body);
  });

  test("inserts a missing row at the client's next HEAD", async () => {
    const body = randomBytes(2000);
    const uploadUrl = await abortedUpload("late.bin", body, 1000);
    await restart(() => writeFile(join(bytes, idOf(uploadUrl)), body));
    expect(await read("late.bin")).toBe(400);
    const resumed = upload("late.bin", body, { uploadUrl });
    resumed.upload.start();
    expect((await resumed.done).status).toBe(200);
    expect(await read("late.bin")).toEqual(body);
  });

  test("inserts no row at a HEAD without permission", async () => {
    const body = randomBytes(2000);
    const uploadUrl = await abortedUpload("barred.bin", body, 1000);
    await restart(() => writeFile(join(bytes, idOf(uploadUrl)), body));
    await policy("name <> 'barred.bin'");
    const headers = { authorization: `Bearer ${accessToken}`, "tus-resumable": "1.0.0" };
    expect((await fetch(uploadUrl, { method: "HEAD", headers })).status).toBe(200);
    expect(await read("barred.bin")).toBe(400);
    await policy("true");
    expect((await fetch(uploadUrl, { method: "HEAD", headers })).status).toBe(200);
    expect(await read("barred.bin")).toEqual(body);
  });

  test("rejects uploads on a full disk and recovers", async ({ skip }) => {
    const disk = await mountTinyDisk(4);
    if (disk === null) return skip("needs the permission to mount a small disk");
    await restart(async () => {
      await cp(join(data, "storage"), disk.folder, { recursive: true });
      await rename(join(data, "storage"), join(data, "elsewhere"));
      await symlink(disk.folder, join(data, "storage"));
    });
    const url = `${stack.url}/storage/v1/object/saved/full.bin`;
    const init = { method: "POST", headers: { authorization: `Bearer ${accessToken}` } };
    expect((await fetch(url, { ...init, body: Buffer.alloc(8 * 1024 * 1024, "full") })).status).toBe(500);
    const resumed = upload("full.bin", randomBytes(8 * 1024 * 1024));
    resumed.upload.start();
    expect((await resumed.done).status).toBe(500);
    expect(lines).toContain(`The disk is full: free some space where the data folder ${data} is.`);
    expect(await read("full.bin")).toBe(400);
    await resumed.upload.abort(true);
    expect((await fetch(url, { ...init, body: "x".repeat(1000) })).status).toBe(200);
    expect(await read("full.bin")).toHaveLength(1000);

    await restart(async () => {
      await rm(join(data, "storage"));
      await rename(join(data, "elsewhere"), join(data, "storage"));
    });
    await disk.remove();
  });

  test("deletes expired uploads and orphaned bytes at the start", async () => {
    const body = randomBytes(2000);
    const [old, young] = [await abortedUpload("old.bin", body, 1000), await abortedUpload("young.bin", body, 1000)];
    const done = upload("done.bin", body);
    done.upload.start();
    const { url } = await done.done;
    const orphan = crypto.randomUUID();
    await restart(async () => {
      await writeFile(join(bytes, orphan), "bytes");
      const past = new Date(Date.now() - 25 * 60 * 60 * 1000);
      for (const id of [idOf(old), idOf(url ?? "")]) await utimes(join(bytes, `${id}.json`), past, past);
    });
    const files = await readdir(bytes);
    expect(files).toContain(idOf(young));
    expect(files).toContain(`${idOf(young)}.json`);
    for (const id of [orphan, idOf(old)]) expect(files.filter((file) => file.startsWith(id))).toEqual([]);
    expect(files.filter((file) => file.startsWith(idOf(url ?? "")))).toEqual([idOf(url ?? "")]);
    expect(await read("done.bin")).toEqual(body);
  });

  test("treats missing bytes as no object, and sends truncated ones", async () => {
    const files = new Set(await readdir(bytes));
    const taken = upload("taken.bin", randomBytes(100));
    taken.upload.start();
    expect((await taken.done).status).toBe(200);
    const [file = ""] = (await readdir(bytes)).filter((name) => !files.has(name) && !name.endsWith(".json"));
    await truncate(join(bytes, file), 10);
    expect(await read("taken.bin")).toHaveLength(10);
    await rm(join(bytes, file));
    expect(await read("taken.bin")).toBe(400);
  });
});
