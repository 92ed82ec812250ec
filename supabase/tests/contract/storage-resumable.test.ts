/** Uploads in parts, with the unmodified client of tus.io, "Resumable upload protocol 1.0.0". */
import { describe, expect, test } from "vitest";
import { fresh, notes, RLS, some, storageForFile, textOf } from "./storage.support.ts";
import { onlyHere } from "./target.ts";

const storage = storageForFile();

describe("resumable", () => {
  test("in parts; the row is the caller's, and says what was said", async () => {
    const name = fresh(storage.ana);
    const body = some(1_000_000);
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
    expect(await textOf((await storage.bucket(storage.ana).download(name)).data)).toEqual(body);
  });

  test("an empty one, and one whose length is told later", async () => {
    const [empty, later] = [fresh(storage.ana), fresh(storage.ana)];
    const first = storage.upload(storage.ana, `contract_files/${empty}`, Buffer.alloc(0));
    first.upload.start();
    const second = storage.upload(storage.ana, `contract_files/${later}`, some(10), { uploadLengthDeferred: true });
    second.upload.start();
    expect([(await first.done).status, (await second.done).status]).toEqual([200, 200]);
    expect([(await storage.rows(empty)).length, (await storage.rows(later)).length]).toEqual([1, 1]);
  });

  test("what is there is refused at the beginning, or replaced where that is asked for and allowed", async () => {
    const { name } = await storage.stored();
    const taken = storage.upload(storage.ana, `contract_files/${name}`, some());
    taken.upload.start();
    expect(await taken.done).toEqual({ url: null, status: 409, said: "The resource already exists" });
    const [headers, draft] = [
      { authorization: `Bearer ${storage.ana.accessToken}`, "x-upsert": "true" },
      fresh(storage.ana),
    ];
    for (const body of [some(10), some(20)]) {
      const { upload, done } = storage.upload(storage.ana, `contract_drafts/${draft}`, body, { headers });
      upload.start();
      expect((await done).status).toBe(200);
      expect(await textOf((await storage.bucket(storage.ana, "contract_drafts").download(draft)).data)).toEqual(body);
    }
  });

  test("two at once to one name: one is refused, and takes nothing of the other's along", async () => {
    const name = fresh(storage.ana);
    const bodies = [some(2000), some(2000)];
    const runs = bodies.map((body) => storage.upload(storage.ana, `contract_files/${name}`, body));
    for (const { upload } of runs) upload.start();
    const outcomes = await Promise.all(runs.map(({ done }) => done));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = bodies[outcomes.findIndex(({ status }) => status === 200)];
    expect(await textOf((await storage.bucket(storage.ana).download(name)).data)).toEqual(winner);
  });

  test("broken off in the middle, it goes on where it was", async () => {
    const name = fresh(storage.ana);
    const body = some(900_000);
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
    expect(await textOf((await storage.bucket(storage.ana).download(name)).data)).toEqual(body);
  });

  test("the answer to the last part is lost: asked again, it is done, once", async () => {
    const name = fresh(storage.ana);
    const first = storage.upload(storage.ana, `contract_files/${name}`, some());
    first.upload.start();
    const { url } = await first.done;
    const again = storage.upload(storage.ana, `contract_files/${name}`, some(), { uploadUrl: url });
    again.upload.start();
    expect((await again.done).status).toBe(200);
    expect(await storage.rows(name)).toHaveLength(1);
    const headers = { "tus-resumable": "1.0.0" };
    expect((await storage.raw(url ?? "", { method: "DELETE", headers })).status).toBe(400);
    expect(await storage.rows(name)).toHaveLength(1);
  });

  test("given up, nothing of it is left", async (context) => {
    const begun = await storage.begin(storage.ana, `contract_files/${fresh(storage.ana)}`, 4);
    const url = begun.headers.get("location") ?? "";
    const headers = { "tus-resumable": "1.0.0" };
    expect((await storage.raw(url, { method: "DELETE", headers })).status).toBe(204);
    expect((await storage.raw(url, { method: "HEAD", headers })).status).toBe(404);
    onlyHere(context, "reads the data folder");
    expect((await storage.files()).filter((file) => url.includes(file.replace(".json", "")))).toEqual([]);
  });

  test("the right is lost on the way: refused at the next part, and nothing of it can be read", async () => {
    const guest = await storage.target().guest();
    const name = fresh(guest);
    const { upload, done } = storage.upload(guest, `contract_files/${name}`, some(900), {
      chunkSize: 300,
      onAfterResponse: async (request) => {
        if (request.getMethod() !== "POST") return;
        await storage.target().owner`insert into public.contract_barred values (${guest.id})`;
      },
    });
    upload.start();
    expect(await done).toMatchObject({ status: 403, said: RLS });
    expect(await storage.rows(name)).toEqual([]);
    const headers = { "tus-resumable": "1.0.0" };
    const asked = await storage.raw(upload.url ?? "", { method: "HEAD", headers }, guest);
    expect(asked.headers.get("upload-offset"), "not a byte was taken").toBe("0");
  });
});

test("a browser elsewhere may send all that the protocol needs, and read what it answers", async () => {
  const asked = "authorization,tus-resumable,upload-length,upload-metadata,upload-offset,x-upsert,content-type";
  const preflight = await fetch(`${storage.base()}/upload/resumable`, {
    method: "OPTIONS",
    headers: {
      origin: "https://parley.example",
      "access-control-request-method": "PATCH",
      "access-control-request-headers": asked,
    },
  });
  expect(preflight.ok).toBe(true);
  expect(preflight.headers.get("access-control-allow-methods")).toContain("PATCH");
  const allowed = preflight.headers.get("access-control-allow-headers")?.toLowerCase() ?? "";
  for (const name of asked.split(",")) expect(allowed).toContain(name);

  const able = await fetch(`${storage.base()}/upload/resumable`, { method: "OPTIONS" });
  expect(able.headers.get("tus-version")).toBe("1.0.0");
  expect(able.headers.get("tus-extension")).toContain("creation");

  const begun = await storage.begin(storage.ana, `contract_files/${fresh(storage.ana)}`, 4);
  expect([begun.status, begun.headers.get("access-control-allow-origin")]).toEqual([201, "*"]);
  const exposed = begun.headers.get("access-control-expose-headers")?.toLowerCase() ?? "";
  for (const name of ["location", "upload-offset", "upload-length", "tus-resumable"]) expect(exposed).toContain(name);
});

test("notes that cannot be read, and parts out of turn", async () => {
  const begin = (metadata: string) =>
    storage.raw("/upload/resumable", {
      method: "POST",
      headers: { "tus-resumable": "1.0.0", "upload-length": "4", ...(metadata ? { "upload-metadata": metadata } : {}) },
    });
  for (const metadata of [
    "",
    "bucketName",
    notes({ bucketName: "contract_files" }),
    "a b c",
    notes({ objectName: "a" }),
  ])
    expect((await begin(metadata)).status, metadata).toBe(400);
  const url =
    (await storage.begin(storage.ana, `contract_files/${fresh(storage.ana)}`, 4)).headers.get("location") ?? "";
  const headers = { "tus-resumable": "1.0.0", "upload-offset": "2", "content-type": "application/offset+octet-stream" };
  expect((await storage.raw(url, { method: "PATCH", headers, body: "cd" })).status).toBe(409);
});
