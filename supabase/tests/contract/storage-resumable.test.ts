/** Resumable uploads with the unmodified client of tus.io, "Resumable upload protocol 1.0.0". */
import { describe, expect, test } from "vitest";
import { bytesOf, newName, RLS, randomBody, storageForFile, tusMetadata } from "./storage.support.ts";
import { embeddedOnly } from "./target.ts";

const storage = storageForFile();

describe("a resumable upload", () => {
  test("stores the caller's row and metadata", async () => {
    const name = newName(storage.ana);
    const body = randomBody(1_000_000);
    const { upload, done } = storage.upload(storage.ana, `contract_files/${name}`, body, { chunkSize: 400_000 });
    upload.options.metadata = { ...upload.options.metadata, cacheControl: "3600", metadata: '{"about":"café"}' };
    upload.start();
    expect(await done).toMatchObject({ status: 200, url: expect.stringContaining(storage.target().url) });
    expect(await storage.rows(name)).toEqual([
      expect.objectContaining({
        owner_id: storage.ana.id,
        user_metadata: { about: "café" },
        metadata: expect.objectContaining({
          size: body.length,
          contentLength: body.length,
          mimetype: "application/octet-stream",
          cacheControl: "max-age=3600",
          httpStatusCode: 200,
        }),
      }),
    ]);
    expect(await bytesOf((await storage.bucket(storage.ana).download(name)).data)).toEqual(body);
  });

  test("may be empty or have a deferred length", async () => {
    const [empty, later] = [newName(storage.ana), newName(storage.ana)];
    const first = storage.upload(storage.ana, `contract_files/${empty}`, Buffer.alloc(0));
    first.upload.start();
    const second = storage.upload(storage.ana, `contract_files/${later}`, randomBody(10), {
      uploadLengthDeferred: true,
    });
    second.upload.start();
    expect([(await first.done).status, (await second.done).status]).toEqual([200, 200]);
    expect([(await storage.rows(empty)).length, (await storage.rows(later)).length]).toEqual([1, 1]);
  });

  test("replaces an object only on request with permission", async () => {
    const { name } = await storage.stored();
    const taken = storage.upload(storage.ana, `contract_files/${name}`, randomBody());
    taken.upload.start();
    expect(await taken.done).toEqual({ url: null, status: 409, message: "The resource already exists" });
    const [headers, draft] = [
      { authorization: `Bearer ${storage.ana.accessToken}`, "x-upsert": "true" },
      newName(storage.ana),
    ];
    for (const body of [randomBody(10), randomBody(20)]) {
      const { upload, done } = storage.upload(storage.ana, `contract_drafts/${draft}`, body, { headers });
      upload.start();
      expect((await done).status).toBe(200);
      expect(await bytesOf((await storage.bucket(storage.ana, "contract_drafts").download(draft)).data)).toEqual(body);
    }
  });

  test("resumes where it was aborted", async () => {
    const name = newName(storage.ana);
    const body = randomBody(900_000);
    const first = storage.upload(storage.ana, `contract_files/${name}`, body, { chunkSize: 300_000 });
    const half = new Promise<void>((resolve) => {
      first.upload.options.onChunkComplete = () => void first.upload.abort().then(resolve);
    });
    first.upload.start();
    await half;
    expect(await storage.rows(name)).toEqual([]);

    const sent: number[] = [];
    const { upload, done } = storage.upload(storage.ana, `contract_files/${name}`, body, {
      uploadUrl: first.upload.url,
      onProgress: (bytes) => void sent.push(bytes),
    });
    upload.start();
    expect((await done).status).toBe(200);
    expect(Math.min(...sent)).toBeGreaterThanOrEqual(300_000);
    expect(await bytesOf((await storage.bucket(storage.ana).download(name)).data)).toEqual(body);
  });

  test("finishes once when the last response is lost", async () => {
    const name = newName(storage.ana);
    const first = storage.upload(storage.ana, `contract_files/${name}`, randomBody());
    first.upload.start();
    const { url } = await first.done;
    const resumed = storage.upload(storage.ana, `contract_files/${name}`, randomBody(), { uploadUrl: url });
    resumed.upload.start();
    expect((await resumed.done).status).toBe(200);
    expect(await storage.rows(name)).toHaveLength(1);
    const headers = { "tus-resumable": "1.0.0" };
    expect((await storage.raw(url ?? "", { method: "DELETE", headers })).status).toBe(409);
    expect(await storage.rows(name)).toHaveLength(1);
  });

  test("leaves nothing behind when canceled", async (context) => {
    const begun = await storage.createUpload(storage.ana, `contract_files/${newName(storage.ana)}`, 4);
    const url = begun.headers.get("location") ?? "";
    const headers = { "tus-resumable": "1.0.0" };
    expect((await storage.raw(url, { method: "DELETE", headers })).status).toBe(204);
    expect((await storage.raw(url, { method: "HEAD", headers })).status).toBe(404);
    embeddedOnly(context, "reads the data folder");
    expect((await storage.files()).filter((file) => url.includes(file.replace(".json", "")))).toEqual([]);
  });

  test("is rejected at the next part without permission", async () => {
    const guest = await storage.target().guest();
    const name = newName(guest);
    const { upload, done } = storage.upload(guest, `contract_files/${name}`, randomBody(900), {
      chunkSize: 300,
      onAfterResponse: async (request) => {
        if (request.getMethod() !== "POST") return;
        await storage.target().owner`insert into public.contract_barred values (${guest.id})`;
      },
    });
    upload.start();
    expect(await done).toMatchObject({ status: 403, message: RLS });
    expect(await storage.rows(name)).toEqual([]);
    const headers = { "tus-resumable": "1.0.0" };
    const head = await storage.raw(upload.url ?? "", { method: "HEAD", headers }, guest);
    expect(head.headers.get("upload-offset"), "no byte was stored").toBe("0");
  });
});

test("allows the protocol's headers across origins", async () => {
  const requested = "authorization,tus-resumable,upload-length,upload-metadata,upload-offset,x-upsert,content-type";
  const preflight = await fetch(`${storage.base()}/upload/resumable`, {
    method: "OPTIONS",
    headers: {
      origin: "https://parley.example",
      "access-control-request-method": "PATCH",
      "access-control-request-headers": requested,
    },
  });
  expect(preflight.ok).toBe(true);
  expect(preflight.headers.get("access-control-allow-methods")).toContain("PATCH");
  const allowed = preflight.headers.get("access-control-allow-headers")?.toLowerCase() ?? "";
  for (const name of requested.split(",")) expect(allowed).toContain(name);

  const capabilities = await fetch(`${storage.base()}/upload/resumable`, { method: "OPTIONS" });
  expect(capabilities.headers.get("tus-version")).toBe("1.0.0");
  expect(capabilities.headers.get("tus-extension")).toContain("creation");

  const begun = await storage.createUpload(storage.ana, `contract_files/${newName(storage.ana)}`, 4);
  expect([begun.status, begun.headers.get("access-control-allow-origin")]).toEqual([201, "*"]);
  const exposed = begun.headers.get("access-control-expose-headers")?.toLowerCase() ?? "";
  for (const name of ["location", "upload-offset", "upload-length", "tus-resumable"]) expect(exposed).toContain(name);
});

test("rejects malformed metadata and wrong offsets", async () => {
  const begin = (metadata: string) =>
    storage.raw("/upload/resumable", {
      method: "POST",
      headers: { "tus-resumable": "1.0.0", "upload-length": "4", ...(metadata ? { "upload-metadata": metadata } : {}) },
    });
  for (const metadata of [
    "",
    "bucketName",
    tusMetadata({ bucketName: "contract_files" }),
    "a b c",
    tusMetadata({ objectName: "a" }),
  ])
    expect((await begin(metadata)).status, metadata).toBe(400);
  const url =
    (await storage.createUpload(storage.ana, `contract_files/${newName(storage.ana)}`, 4)).headers.get("location") ??
    "";
  const headers = { "tus-resumable": "1.0.0", "upload-offset": "2", "content-type": "application/offset+octet-stream" };
  expect((await storage.raw(url, { method: "PATCH", headers, body: "cd" })).status).toBe(409);
});
