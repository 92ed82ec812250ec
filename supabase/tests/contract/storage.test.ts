/**
 * Files under policies through the unmodified clients, attackers first. What hosted does is pinned by:
 * - supabase/storage, `src/internal/errors`, `src/http/error-handler.ts`: a refusal is HTTP 400 with its own status in the
 *   body as text; resumable uploads answer with that status itself;
 * - Supabase, "Storage Access Control": uploading needs the insert policy, replacing also select and update;
 * - tus.io, "Resumable upload protocol 1.0.0"; RFC 9110, 13 and 14: preconditions and ranges; RFC 6266: file names.
 */
import { randomBytes } from "node:crypto";
import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { notes, storageForFile } from "./storage.support.ts";
import { onlyHere } from "./target.ts";

const storage = storageForFile();
const RLS = "new row violates row-level security policy";
/** A name in somebody's folder that nobody had before. */
const fresh = ({ id }: { id: string }, tail = "a.bin") => `${id}/${crypto.randomUUID()}/${tail}`;
const some = (size = 1000) => Buffer.from(randomBytes(size));
const codeOf = async (response: Response) => z.object({ code: z.string() }).parse(await response.json()).code;
const textOf = async (blob: Blob | null) => Buffer.from(await (blob ?? new Blob()).arrayBuffer());

/** Ana's, ready to be attacked. */
async function stored(tail?: string, body = some()) {
  const name = fresh(storage.ana, tail);
  const { error } = await storage.bucket(storage.ana).upload(name, body, { contentType: "text/plain" });
  expect(error).toBeNull();
  return { name, body };
}

describe("without a policy nothing", () => {
  test("no upload, and no byte is taken before that is said", async (context) => {
    const { error } = await storage.bucket(storage.ana, "contract_bare").upload("a/b.txt", some());
    expect(error).toMatchObject({ status: 400, statusCode: "403", message: RLS });
    const begun = await storage.begin(storage.ana, "contract_bare/a/b.txt", 10);
    expect([begun.status, await begun.text()]).toEqual([403, RLS]);
    expect(begun.headers.get("location")).toBeNull();
    expect((await storage.begin(storage.nobody, "contract_files/a/b.txt", 10)).status).toBe(403);
    expect(await storage.rows("a/b.txt")).toEqual([]);
    // Larger than its bucket takes, which is found out by reading it: it is not read.
    const large = new Blob([some(65_537)], { type: "image/png" });
    const pictures = storage.bucket(storage.eva, "contract_pictures");
    const asked = await pictures.upload(fresh(storage.ana), large, { contentType: "image/png" });
    expect(asked.error).toMatchObject({ statusCode: "403", message: RLS });
    onlyHere(context, "reads the data folder");
    expect(await storage.files()).toEqual([]);
  });

  test("no reading, signing or deleting what a stranger owns: as if it were not there", async () => {
    const { name, body } = await stored();
    const foreign = storage.bucket(storage.eva);
    const absent = { status: 400, statusCode: "404", message: "Object not found" };
    for (const [path, method] of [
      [`/object/contract_files/${name}`, "GET"],
      [`/object/authenticated/contract_files/${name}`, "GET"],
      [`/object/contract_files/${name}`, "DELETE"],
    ] as const) {
      const response = await storage.raw(path, { method }, storage.eva);
      expect([response.status, await response.json()]).toEqual([
        400,
        { statusCode: "404", code: "NoSuchKey", error: "not_found", message: "Object not found" },
      ]);
    }
    expect((await foreign.createSignedUrl(name, 60)).error).toMatchObject(absent);
    const { data: many } = await foreign.createSignedUrls([name], 60);
    expect(many).toEqual([expect.objectContaining({ path: name, signedUrl: null, error: expect.any(String) })]);
    expect((await foreign.exists(name)).data).toBe(false);
    expect(await foreign.remove([name])).toEqual({ data: [], error: null });
    expect((await foreign.upload(name, some(), { upsert: true })).error).toMatchObject({ statusCode: "403" });
    expect(await textOf((await storage.bucket(storage.ana).download(name)).data)).toEqual(body);
  });

  test("nobody at all is nobody here", async () => {
    const { name } = await stored();
    expect((await storage.raw(`/object/contract_files/${name}`, {}, storage.nobody)).status).toBe(400);
    const bare = await fetch(`${storage.base()}/object/contract_files/${name}`);
    expect(bare.status).toBe(401);
    const forged = await storage.raw(`/object/contract_files/${name}`, {}, { accessToken: "a.b.c" });
    expect([forged.status, await forged.json()]).toMatchObject([400, { statusCode: "403", error: "Unauthorized" }]);
  });

  test("a bucket that is not there", async () => {
    expect((await storage.bucket(storage.ana, "contract_none").upload("a", some())).error).toMatchObject({
      status: 400,
      statusCode: "404",
      message: "Bucket not found",
    });
    expect((await storage.begin(storage.ana, "contract_none/a", 1)).status).toBe(404);
  });
});

describe("an upload belongs to who began it", () => {
  test.for(["eva", "nobody"] as const)("its address opens nothing to %s", async (who) => {
    const name = fresh(storage.ana);
    const url = (await storage.begin(storage.ana, `contract_files/${name}`, 4)).headers.get("location") ?? "";
    const headers = { "tus-resumable": "1.0.0" };
    const patch = {
      method: "PATCH",
      headers: { ...headers, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
      body: "evil",
    };
    const by = storage[who];
    expect((await storage.raw(url, { method: "HEAD", headers }, by)).status).toBe(403);
    expect((await storage.raw(url, patch, by)).status).toBe(403);
    expect((await storage.raw(url, { method: "DELETE", headers }, by)).status).toBe(403);
    expect((await storage.raw(url, { headers }, by)).status).toBe(404);
    expect(await storage.rows(name)).toEqual([]);

    const own = await storage.raw(url, { method: "HEAD", headers });
    expect([own.status, own.headers.get("upload-offset")]).toEqual([200, "0"]);
    expect((await storage.raw(url, { ...patch, body: "good" })).status).toBe(204);
    expect((await textOf((await storage.bucket(storage.ana).download(name)).data)).toString()).toBe("good");
  });

  test("it is not somebody else's because its notes say so", async () => {
    const begun = await storage.begin(storage.eva, `contract_files/${fresh(storage.eva)}`, 4, {
      owner: storage.ana.id,
    });
    const url = begun.headers.get("location") ?? "";
    const headers = { "tus-resumable": "1.0.0" };
    expect((await storage.raw(url, { method: "HEAD", headers })).status).toBe(403);
    expect((await storage.raw(url, { method: "HEAD", headers }, storage.eva)).status).toBe(200);
  });

  test("addresses that were never given", async () => {
    const headers = { "tus-resumable": "1.0.0" };
    for (const id of [crypto.randomUUID(), "..%2f..%2fsigning-secret", "%2e%2e", "x".repeat(5000), "%00"]) {
      const { status } = await storage.raw(`/upload/resumable/${id}`, { method: "HEAD", headers });
      expect([400, 404], id).toContain(status);
    }
  });
});

describe("a signed address opens one object for a while", () => {
  const open = async (name: string, token: string) => {
    const response = await fetch(`${storage.base()}/object/sign/contract_files/${name}?token=${token}`);
    return [response.status, response.ok ? "open" : await codeOf(response)];
  };

  test("not by a token that was made up, ran out, or is another object's", async (context) => {
    const { name } = await stored();
    const { name: other } = await stored();
    const { data } = await storage.bucket(storage.ana).createSignedUrl(other, 60);
    const foreign = new URL(data?.signedUrl ?? "").searchParams.get("token") ?? "";
    expect(await open(other, foreign)).toEqual([200, "open"]);
    expect(await open(name, foreign)).toEqual([400, "InvalidSignature"]);
    const [head, body] = foreign.split(".");
    for (const token of ["", "a.b.c", `${head}.${body}.`, storage.ana.accessToken])
      expect(await open(other, token)).toEqual([400, "InvalidJWT"]);
    const signed = (secret: Uint8Array, exp: number) =>
      new SignJWT({ url: `contract_files/${name}`, exp }).setProtectedHeader({ alg: "HS256" }).sign(secret);
    const now = Math.floor(Date.now() / 1000);
    expect(await open(name, await signed(randomBytes(32), now + 60))).toEqual([400, "InvalidJWT"]);

    onlyHere(context, "reads the signing secret");
    const secret = await storage.secret();
    expect(await open(name, await signed(secret, now + 60))).toEqual([200, "open"]);
    expect(await open(name, await signed(secret, now - 1))).toEqual([400, "InvalidJWT"]);
    const endless = await new SignJWT({ url: `contract_files/${name}` })
      .setProtectedHeader({ alg: "HS256" })
      .sign(secret);
    expect(await open(name, endless)).toEqual([400, "InvalidSignature"]);
  });

  test("not once the object is gone; and it writes and deletes nothing", async () => {
    const { name } = await stored();
    const { data } = await storage.bucket(storage.ana).createSignedUrl(name, 60);
    const url = data?.signedUrl ?? "";
    for (const method of ["PUT", "DELETE", "PATCH"]) expect((await fetch(url, { method })).status).toBe(401);
    expect((await fetch(url)).status).toBe(200);
    await storage.bucket(storage.ana).remove([name]);
    expect((await fetch(url)).status).toBe(400);
  });

  test("a life of none, or for ever, is refused", async () => {
    const { name } = await stored();
    for (const expiresIn of [0, -1, 1.5, "60", null]) {
      const body = JSON.stringify({ expiresIn });
      const response = await storage.raw(`/object/sign/contract_files/${name}`, { method: "POST", body });
      expect(response.status).toBe(400);
    }
  });
});

describe("a name is never a path", () => {
  test.for([
    "../evil",
    "%2e%2e/%2e%2e/evil",
    "..%2f..%2fevil",
    "a/./b",
    "nul%00.txt",
    "back%5cslash",
    "%D8%AA.pdf",
    "per%25cent",
    "%ff",
    "x".repeat(1025),
    "line%0d%0abreak",
  ])("%s", async (name) => {
    const { status, body } = await storage.untidy("POST", `/object/contract_files/${storage.ana.id}/${name}`);
    expect([status, JSON.parse(body).code]).toEqual([400, "InvalidKey"]);
    expect((await storage.untidy("GET", `/object/sign/contract_files/${name}?token=x`)).status).toBe(400);
    let plain: string;
    try {
      plain = decodeURIComponent(name);
    } catch {
      return;
    }
    const begun = await storage.begin(storage.ana, `contract_files/${storage.ana.id}/${plain}`, 1);
    expect([begun.status, await begun.text()]).toEqual([400, expect.stringContaining("Invalid key")]);
  });

  test.for(["..", "a/b", "%2e%2e", "x".repeat(64), ""])("nor is a bucket's: %s", async (bucket) => {
    expect([400, 404]).toContain((await storage.untidy("POST", `/object/${bucket}/${storage.ana.id}/a`)).status);
  });

  test("of all this nothing is left, and what is there is named by us", async (context) => {
    onlyHere(context, "reads the data folder");
    const versions = await storage.target().owner<{ version: string }[]>`select version from storage.objects`;
    const files = (await storage.files()).filter((file) => !file.endsWith(".json"));
    for (const { version } of versions) expect(files).toContain(version);
    for (const file of files) expect(file).toMatch(/^[\da-f-]{36}$/u);
  });
});

describe("sizes and kinds are held to", () => {
  const LARGE = 65_537;
  const refused = { status: 400, statusCode: "413", message: "The object exceeded the maximum allowed size" };

  test("an object that is too large, however it comes", async () => {
    const pictures = storage.bucket(storage.ana, "contract_pictures");
    const options = { contentType: "image/png" };
    const name = fresh(storage.ana);
    expect((await pictures.upload(name, some(LARGE), options)).error).toMatchObject(refused);
    const blob = new Blob([some(LARGE)], { type: "image/png" });
    expect((await pictures.upload(name, blob, options)).error).toMatchObject(refused);
    expect((await pictures.upload(name, blob.stream(), options)).error).toMatchObject(refused);
    const begun = await storage.begin(storage.ana, `contract_pictures/${name}`, LARGE, options);
    expect(begun.status).toBe(413);
    expect(await storage.rows(name)).toEqual([]);
    expect((await pictures.upload(name, some(LARGE - 1), options)).error).toBeNull();
  });

  test("more than any object may have", async (context) => {
    onlyHere(context, "the limit is that of config.toml");
    const begun = await storage.begin(storage.ana, `contract_drafts/${fresh(storage.ana)}`, 50 * 1024 * 1024 + 1);
    expect(begun.status).toBe(413);
  });

  test("more bytes than were declared: none of them counts", async () => {
    const name = fresh(storage.ana);
    const url = (await storage.begin(storage.ana, `contract_files/${name}`, 4)).headers.get("location") ?? "";
    const headers = {
      "tus-resumable": "1.0.0",
      "upload-offset": "0",
      "content-type": "application/offset+octet-stream",
    };
    expect((await storage.raw(url, { method: "PATCH", headers, body: "too much" })).status).toBe(413);
    const endless = new Blob(["too much"]).stream();
    const init: RequestInit & { duplex: "half" } = { method: "PATCH", headers, body: endless, duplex: "half" };
    expect((await storage.raw(url, init)).status).toBe(413);
    expect(await storage.rows(name)).toEqual([]);
    const length = { ...headers, "upload-length": "1000" };
    expect((await storage.raw(url, { method: "PATCH", headers: length, body: "x" })).status).toBe(400);
  });

  test.for(["text/html", "image", "imagex/png", "application/pdfx", "image/png\r\nset-cookie: a=b"])(
    "a kind that the bucket does not take: %j",
    async (contentType) => {
      const name = fresh(storage.ana);
      const begun = await storage.begin(storage.ana, `contract_pictures/${name}`, 4, { contentType });
      expect([begun.status, await begun.text()]).toEqual([415, `mime type ${contentType} is not supported`]);
      const form = new FormData();
      form.append("contentType", contentType);
      form.append("", new Blob(["abcd"]));
      const { error } = await storage.bucket(storage.ana, "contract_pictures").upload(name, form);
      expect(error).toMatchObject({ status: 400, statusCode: "415" });
      expect(await storage.rows(name)).toEqual([]);
    },
  );

  test("no kind at all is a kind too; those that it takes, with parameters and by a star", async () => {
    const at = () => `contract_pictures/${fresh(storage.ana)}`;
    expect((await storage.begin(storage.ana, at(), 4)).status).toBe(415);
    for (const contentType of ["image/png", "image/svg+xml; charset=utf-8", "application/pdf"])
      expect((await storage.begin(storage.ana, at(), 4, { contentType })).status).toBe(201);
  });

  test("a form without a file, cut off, or of endless fields", async () => {
    const type = "multipart/form-data; boundary=b";
    const part = (name: string, value = "x") =>
      `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const file = '--b\r\ncontent-disposition: form-data; name=""; filename="a"\r\ncontent-type: a/b\r\n\r\nx\r\n--b--';
    for (const body of [
      "",
      "--b--",
      `${part("a")}--b--`,
      '--b\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\nhalf',
      "--b\r\n\r\nno header\r\n--b--",
      file.replace("content-type", `x: ${"y".repeat(20_000)}\r\ncontent-type`),
      Array.from({ length: 12 }, (_value, index) => part(String(index))).join("") + file,
      part("metadata", "m".repeat(1024 * 1024 + 1)) + file,
    ]) {
      const name = fresh(storage.ana);
      const headers = { "content-type": type };
      const response = await storage.raw(`/object/contract_files/${name}`, { method: "POST", body, headers });
      expect([response.status, await codeOf(response)]).toEqual([400, "InvalidRequest"]);
      expect(await storage.rows(name)).toEqual([]);
    }
    const headers = { "content-type": type };
    const path = `/object/contract_files/${fresh(storage.ana)}`;
    expect((await storage.raw(path, { method: "POST", body: part("metadata", "{}") + file, headers })).status).toBe(
      200,
    );
  });
});

test("rows are not deleted by SQL, and the tables are not the project's to change", async () => {
  const { owner } = storage.target();
  const { name } = await stored();
  await expect(owner`delete from storage.objects where name = ${name}`).rejects.toMatchObject({ code: "42501" });
  await expect(owner`delete from storage.buckets where id = 'contract_bare'`).rejects.toMatchObject({ code: "42501" });
  await expect(owner`alter table storage.objects disable row level security`).rejects.toMatchObject({ code: "42501" });
  await expect(owner`create table storage.contract_own (id int)`).rejects.toMatchObject({ code: "42501" });
  expect(await storage.rows(name)).toHaveLength(1);
});

describe("in one request", () => {
  test.for(["a Blob", "a buffer", "a stream"] as const)("%s, and back again", async (kind) => {
    const name = fresh(storage.ana, "report (1).pdf");
    const body = some(300_000);
    const blob = new Blob([body], { type: "application/pdf" });
    const given = { "a Blob": blob, "a buffer": body, "a stream": blob.stream() }[kind];
    const bucket = storage.bucket(storage.ana);
    const options = { contentType: "application/pdf", cacheControl: "60", metadata: { about: "café" } };
    const { data, error } = await bucket.upload(name, given, options);
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

  test("what is there is not replaced unless that is asked for and allowed", async (context) => {
    const { name, body } = await stored();
    const bucket = storage.bucket(storage.ana);
    const taken = { status: 400, statusCode: "409", message: "The resource already exists" };
    expect((await bucket.upload(name, some())).error).toMatchObject(taken);
    expect((await bucket.upload(name, some(), { upsert: true })).error).toMatchObject({ statusCode: "403" });
    expect(await textOf((await bucket.download(name)).data)).toEqual(body);

    const drafts = storage.bucket(storage.ana, "contract_drafts");
    expect((await drafts.upload(name, "one", { upsert: true })).error).toBeNull();
    const [before] = await storage.rows(name).then((rows) => rows.filter((row) => row.bucket_id === "contract_drafts"));
    expect((await drafts.upload(name, "two", { upsert: true })).data?.id).toBe(before?.id);
    expect((await drafts.update(name, "three")).error).toBeNull();
    expect(await (await drafts.download(name)).data?.text()).toBe("three");
    onlyHere(context, "reads the data folder");
    expect(await storage.files()).not.toContain(before?.version);
  });

  test("deleting gives the rows, and the bytes are gone", async (context) => {
    const [one, two, single] = [await stored(), await stored(), await stored()];
    const versions = await storage.target().owner<{ version: string }[]>`
      select version from storage.objects where name in (${one.name}, ${two.name}, ${single.name})`;
    const { data } = await storage.bucket(storage.ana).remove([one.name, two.name, "none"]);
    expect(data?.map(({ name }) => name).sort()).toEqual([one.name, two.name].sort());
    const path = `/object/contract_files/${single.name}`;
    const response = await storage.raw(path, { method: "DELETE" });
    expect([response.status, await response.json()]).toEqual([200, { message: "Successfully deleted" }]);
    expect((await storage.raw(path)).status).toBe(400);
    onlyHere(context, "reads the data folder");
    const files = await storage.files();
    for (const { version } of versions) expect(files).not.toContain(version);
  });
});

describe("reading", () => {
  const get = async (name: string, headers: Record<string, string> = {}, method = "GET") =>
    await storage.raw(`/object/contract_files/${name}`, { method, headers });

  test("ranges", async () => {
    const { name, body } = await stored("range.bin", Buffer.from("0123456789"));
    for (const [range, text, told] of [
      ["bytes=0-3", "0123", "bytes 0-3/10"],
      ["bytes=7-", "789", "bytes 7-9/10"],
      ["bytes=-2", "89", "bytes 8-9/10"],
      ["bytes=5-500", "56789", "bytes 5-9/10"],
      ["bytes=-500", "0123456789", "bytes 0-9/10"],
    ] as const) {
      const response = await get(name, { range });
      expect([response.status, response.headers.get("content-range"), await response.text()]).toEqual([
        206,
        told,
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

  test("what one has already is not sent again, and a question without a body gets none", async () => {
    const { name } = await stored();
    const tag = (await get(name)).headers.get("etag") ?? "";
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const response = await get(name, { "if-none-match": known });
      expect([response.status, await response.text()]).toEqual([304, ""]);
    }
    expect((await get(name, { "if-none-match": '"other"' })).status).toBe(200);
    const head = await get(name, {}, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "1000", ""]);
  });

  test("an empty one, and a page as its text", async () => {
    const name = fresh(storage.ana);
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

  test("by signed addresses, without key or token", async () => {
    const [one, two] = [await stored("a b.txt"), await stored("c+d&e.txt")];
    const bucket = storage.bucket(storage.ana);
    const { data: single } = await bucket.createSignedUrl(one.name, 60);
    const response = await fetch(single?.signedUrl ?? "");
    expect(Buffer.from(await response.arrayBuffer())).toEqual(one.body);
    expect(new Date(response.headers.get("expires") ?? "").getTime()).toBeGreaterThan(Date.now() + 50_000);
    expect((await fetch(single?.signedUrl ?? "", { method: "HEAD" })).headers.get("content-length")).toBe("1000");
    const { data: many } = await bucket.createSignedUrls([one.name, two.name, "none"], 60);
    expect(many?.map(({ error }) => error === null)).toEqual([true, true, false]);
    expect(Buffer.from(await (await fetch(many?.[1]?.signedUrl ?? "")).arrayBuffer())).toEqual(two.body);
  });

  test.for([
    "plan.pdf",
    "تقرير الاجتماع.pdf",
    'a "quoted" name.txt',
    "line\r\nset-cookie: a=b",
    "it's (1)*.txt",
    "\u{1F600}",
  ])("saved under a name of any kind: %j", async (download) => {
    const { name } = await stored();
    const { data } = await storage.bucket(storage.ana).createSignedUrl(name, 60);
    const response = await fetch(`${data?.signedUrl}&${new URLSearchParams({ download })}`);
    const disposition = response.headers.get("content-disposition") ?? "";
    const [, escaped] = /^attachment; filename=[\w%.~!-]+; filename\*=UTF-8''([\w%.~!-]+);$/u.exec(disposition) ?? [];
    expect(decodeURIComponent(escaped ?? "")).toBe(download);
    expect(response.headers.get("set-cookie")).toBeNull();
  });
});

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
    const { name } = await stored();
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
