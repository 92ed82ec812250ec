/**
 * Uploads in one request, and downloads, with the unmodified clients. Sources: RFC 9110, sections 13 and 14
 * (preconditions and ranges); RFC 6266 (file names).
 */
import { describe, expect, test, vi } from "vitest";
import { bytesOf, newName, randomBody, storageForFile } from "./storage.support.ts";
import { embeddedOnly } from "./target.ts";

const storage = storageForFile();

describe("an upload in one request", () => {
  test.for(["a Blob", "a buffer", "a stream"] as const)("stores and returns %s", async (kind) => {
    const name = newName(storage.ana, "report (1).pdf");
    const body = randomBody(300_000);
    const blob = new Blob([body], { type: "application/pdf" });
    const content = { "a Blob": blob, "a buffer": body, "a stream": blob.stream() }[kind];
    const bucket = storage.bucket(storage.ana);
    const options = { contentType: "application/pdf", cacheControl: "60", metadata: { about: "café" } };
    const { data, error } = await bucket.upload(name, content, options);
    expect(error).toBeNull();
    const [row] = await storage.rows(name);
    expect(data).toEqual({ id: row?.id, path: name, fullPath: `contract_files/${name}` });
    expect(row).toMatchObject({
      bucket_id: "contract_files",
      owner: storage.ana.id,
      owner_id: storage.ana.id,
      path_tokens: name.split("/"),
      user_metadata: { about: "café" },
      metadata: {
        eTag: expect.stringMatching(/^"[\da-f]+"$/u),
        size: body.length,
        mimetype: "application/pdf",
        cacheControl: "max-age=60",
        lastModified: expect.any(String),
        contentLength: body.length,
        httpStatusCode: 200,
      },
    });
    const response = await storage.raw(`/object/contract_files/${name}`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-length": String(body.length),
      "cache-control": "max-age=60",
      "access-control-allow-origin": "*",
      "access-control-expose-headers": expect.stringContaining("Content-Disposition"),
    });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(body);
    expect((await bucket.exists(name)).data).toBe(true);
    const { data: info } = await bucket.info(name);
    expect(info).toMatchObject({
      id: row?.id,
      size: body.length,
      contentType: "application/pdf",
      bucketId: "contract_files",
    });
  });

  test("replaces an object only on request with permission", async (context) => {
    const { name, body } = await storage.stored();
    const bucket = storage.bucket(storage.ana);
    const taken = { status: 400, statusCode: "409", message: "The resource already exists" };
    expect((await bucket.upload(name, randomBody())).error).toMatchObject(taken);
    expect((await bucket.upload(name, randomBody(), { upsert: true })).error).toMatchObject({ statusCode: "403" });
    expect(await bytesOf((await bucket.download(name)).data)).toEqual(body);

    const drafts = storage.bucket(storage.ana, "contract_drafts");
    expect((await drafts.upload(name, "one", { upsert: true })).error).toBeNull();
    const [before] = await storage.rows(name).then((rows) => rows.filter((row) => row.bucket_id === "contract_drafts"));
    expect((await drafts.upload(name, "two", { upsert: true })).data?.id).toBe(before?.id);
    expect((await drafts.update(name, "three")).error).toBeNull();
    expect(await (await drafts.download(name)).data?.text()).toBe("three");
    embeddedOnly(context, "reads the data folder");
    expect(await storage.files()).not.toContain(before?.version);
  });

  // supabase/storage, `completeUpload` of `src/storage/uploader.ts`: an upsert without a policy.
  test("replaces an object that was stored while it ran", async (context) => {
    embeddedOnly(context, "watches the data folder");
    const name = newName(storage.ana);
    const before = (await storage.files()).length;
    const { readable, writable } = new TransformStream<Uint8Array>();
    const writer = writable.getWriter();
    const held = storage.bucket(storage.ana).upload(name, readable, { contentType: "text/plain" });
    await writer.write(Buffer.from("la"));
    await vi.waitFor(async () => expect(await storage.files()).toHaveLength(before + 1), 10_000);
    expect((await storage.bucket(storage.ana).upload(name, "early")).error).toBeNull();
    await writer.write(Buffer.from("te"));
    await writer.close();
    expect((await held).error).toBeNull();
    expect(await (await storage.bucket(storage.ana).download(name)).data?.text()).toBe("late");
    expect(await storage.rows(name)).toHaveLength(1);
    expect(await storage.files()).toHaveLength(before + 1);
  });

  test("can be deleted with its bytes", async (context) => {
    const [first, second, single] = [await storage.stored(), await storage.stored(), await storage.stored()];
    const versions = await storage.target().owner<{ version: string }[]>`
      select version from storage.objects where name in (${first.name}, ${second.name}, ${single.name})`;
    const { data } = await storage.bucket(storage.ana).remove([first.name, second.name, "none"]);
    expect(data?.map(({ name }) => name).sort()).toEqual([first.name, second.name].sort());
    const path = `/object/contract_files/${single.name}`;
    const response = await storage.raw(path, { method: "DELETE" });
    expect([response.status, await response.json()]).toEqual([200, { message: "Successfully deleted" }]);
    expect((await storage.raw(path)).status).toBe(400);
    embeddedOnly(context, "reads the data folder");
    const files = await storage.files();
    for (const { version } of versions) expect(files).not.toContain(version);
  });
});

describe("a download", () => {
  const get = async (name: string, headers: Record<string, string> = {}, method = "GET") =>
    await storage.raw(`/object/contract_files/${name}`, { method, headers });

  test("supports ranges", async () => {
    const { name, body } = await storage.stored("range.bin", Buffer.from("0123456789"));
    for (const [range, text, contentRange] of [
      ["bytes=0-3", "0123", "bytes 0-3/10"],
      ["bytes=7-", "789", "bytes 7-9/10"],
      ["bytes=-2", "89", "bytes 8-9/10"],
      ["bytes=5-500", "56789", "bytes 5-9/10"],
      ["bytes=-500", "0123456789", "bytes 0-9/10"],
    ] as const) {
      const response = await get(name, { range });
      expect([response.status, response.headers.get("content-range"), await response.text()]).toEqual([
        206,
        contentRange,
        text,
      ]);
    }
    for (const range of ["bytes=3-1", "bytes=a-b", "bytes=-", "lines=0-1", "bytes=0-1,3-4"])
      expect((await get(name, { range })).status, range).toBe(200);
    const beyond = await get(name, { range: "bytes=10-" });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */10"]);
    const changed = await get(name, { range: "bytes=0-3", "if-range": '"other"' });
    expect([changed.status, Buffer.from(await changed.arrayBuffer())]).toEqual([200, body]);
  });

  test("supports If-None-Match and HEAD", async () => {
    const { name } = await storage.stored();
    const tag = (await get(name)).headers.get("etag") ?? "";
    for (const etag of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const response = await get(name, { "if-none-match": etag });
      expect([response.status, await response.text()]).toEqual([304, ""]);
    }
    expect((await get(name, { "if-none-match": '"other"' })).status).toBe(200);
    const head = await get(name, {}, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "1000", ""]);
  });

  test("may be empty and sends HTML as text", async () => {
    const name = newName(storage.ana);
    const bucket = storage.bucket(storage.ana);
    await bucket.upload(name, new Blob([], { type: "text/html" }), { contentType: "text/html" });
    const response = await get(name);
    expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
      200,
      "text/plain",
      "",
    ]);
    expect((await get(name, { range: "bytes=0-" })).status).toBe(416);
  });

  test("works by a signed URL without key or token", async () => {
    const [first, second] = [await storage.stored("a b.txt"), await storage.stored("c+d&e.txt")];
    const bucket = storage.bucket(storage.ana);
    const { data: single } = await bucket.createSignedUrl(first.name, 60);
    const response = await fetch(single?.signedUrl ?? "");
    expect(Buffer.from(await response.arrayBuffer())).toEqual(first.body);
    expect(new Date(response.headers.get("expires") ?? "").getTime()).toBeGreaterThan(Date.now() + 50_000);
    expect((await fetch(single?.signedUrl ?? "", { method: "HEAD" })).headers.get("content-length")).toBe("1000");
    const { data: many } = await bucket.createSignedUrls([first.name, second.name, "none"], 60);
    expect(many?.map(({ error }) => error === null)).toEqual([true, true, false]);
    expect(Buffer.from(await (await fetch(many?.[1]?.signedUrl ?? "")).arrayBuffer())).toEqual(second.body);
  });

  // supabase/storage, `src/http/routes/object/getPublicObject.ts`.
  test("in a public bucket needs no key, in others it seems missing", async () => {
    const name = newName(storage.ana, "a b.webp");
    const bucket = storage.bucket(storage.ana, "contract_open");
    const options = { contentType: "image/webp", cacheControl: "60" };
    expect((await bucket.upload(name, randomBody(), options)).error).toBeNull();
    const address = bucket.getPublicUrl(name).data.publicUrl;
    const response = await fetch(address);
    expect([response.status, response.headers.get("content-type"), response.headers.get("cache-control")]).toEqual([
      ...[200, "image/webp", "max-age=60"],
    ]);
    expect((await fetch(address, { method: "HEAD" })).headers.get("content-length")).toBe("1000");
    const refusalOf = async (url: string, method = "GET") => {
      const { status, ok, text } = await fetch(url, { method }).then(async (it) => ({
        ...{ status: it.status, ok: it.ok, text: await it.text() },
      }));
      expect(ok).toBe(false);
      return [status, JSON.parse(text).message];
    };
    const { name: closed } = await storage.stored();
    const missing = await refusalOf(`${storage.base()}/object/public/contract_none/${closed}`);
    expect(await refusalOf(`${storage.base()}/object/public/contract_files/${closed}`)).toEqual(missing);
    expect(await refusalOf(`${address}x`)).toEqual([400, "Object not found"]);
    expect((await fetch(address, { method: "DELETE" })).ok).toBe(false);
    expect((await fetch(address, { method: "POST", body: "x" })).ok).toBe(false);
    expect((await fetch(address)).status).toBe(200);
    // Reading without a token does not list, and does not write.
    expect(
      (await storage.bucket(storage.eva, "contract_open").upload(`${storage.ana.id}/x`, "x")).error,
    ).not.toBeNull();
  });

  // supabase/storage, `src/http/routes/object/getSignedURL.ts`.
  test("with a transformation gets an address of its own", async () => {
    const { name } = await storage.stored("a.png");
    const { data } = await storage.bucket(storage.ana).createSignedUrl(name, 60, { transform: { width: 10 } });
    expect(data?.signedUrl).toContain(`/storage/v1/render/image/sign/contract_files/${name}?token=`);
  });

  // storage-js, `test/storageFileApi.test.ts`: "get object info".
  test("has an empty object as metadata when none was given", async () => {
    const { name } = await storage.stored();
    expect((await storage.bucket(storage.ana).info(name)).data?.metadata).toEqual({});
    expect(await storage.rows(name)).toMatchObject([{ user_metadata: {} }]);
  });

  test.for([
    "plan.pdf",
    "تقرير الاجتماع.pdf",
    'a "quoted" name.txt',
    "line\r\nset-cookie: a=b",
    "it's (1)*.txt",
    "\u{1F600}",
  ])("escapes the file name %j", async (download) => {
    const { name } = await storage.stored();
    const { data } = await storage.bucket(storage.ana).createSignedUrl(name, 60);
    const response = await fetch(`${data?.signedUrl}&${new URLSearchParams({ download })}`);
    const disposition = response.headers.get("content-disposition") ?? "";
    // supabase/storage, `src/storage/renderer/renderer.ts`.
    const [, escaped] =
      /^attachment; filename=[\w%.~!'()*-]+; filename\*=UTF-8''([\w%.~!'()*-]+)$/u.exec(disposition) ?? [];
    expect(decodeURIComponent(escaped ?? "")).toBe(download);
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(response.headers.get("x-robots-tag")).toBe("none");
  });
});
