/** Invalid names, sizes and types of files, for every kind of upload. */
import { describe, expect, test } from "vitest";
import { errorCodeOf, newName, randomBody, storageForFile } from "./storage.support.ts";
import { embeddedOnly } from "./target.ts";

const storage = storageForFile();

describe("an invalid name", () => {
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
  ])("is rejected: %s", async (name) => {
    const { status, body } = await storage.sendRawPath("POST", `/object/contract_files/${storage.ana.id}/${name}`);
    expect([status, JSON.parse(body).code]).toEqual([400, "InvalidKey"]);
    expect((await storage.sendRawPath("GET", `/object/sign/contract_files/${name}?token=x`)).status).toBe(400);
    let plain: string;
    try {
      plain = decodeURIComponent(name);
    } catch {
      return;
    }
    const begun = await storage.createUpload(storage.ana, `contract_files/${storage.ana.id}/${plain}`, 1);
    expect([begun.status, await begun.text()]).toEqual([400, expect.stringContaining("Invalid key")]);
  });

  test.for(["..", "a/b", "%2e%2e", "x".repeat(64), ""])("for a bucket is rejected: %j", async (bucket) => {
    expect([400, 404]).toContain((await storage.sendRawPath("POST", `/object/${bucket}/${storage.ana.id}/a`)).status);
  });

  test("leaves no file; all files have generated names", async (context) => {
    embeddedOnly(context, "reads the data folder");
    const versions = await storage.target().owner<{ version: string }[]>`select version from storage.objects`;
    const files = (await storage.files()).filter((file) => !file.endsWith(".json"));
    for (const { version } of versions) expect(files).toContain(version);
    for (const file of files) expect(file).toMatch(/^[\da-f-]{36}$/u);
  });
});

describe("an upload", () => {
  const LARGE = 65_537;
  const rejected = { status: 400, statusCode: "413", message: "The object exceeded the maximum allowed size" };

  test("above the bucket's size limit is rejected", async () => {
    const pictures = storage.bucket(storage.ana, "contract_pictures");
    const options = { contentType: "image/png" };
    const name = newName(storage.ana);
    expect((await pictures.upload(name, randomBody(LARGE), options)).error).toMatchObject(rejected);
    const blob = new Blob([randomBody(LARGE)], { type: "image/png" });
    expect((await pictures.upload(name, blob, options)).error).toMatchObject(rejected);
    const begun = await storage.createUpload(storage.ana, `contract_pictures/${name}`, LARGE, options);
    expect(begun.status).toBe(413);
    expect(await storage.rows(name)).toEqual([]);
    expect((await pictures.upload(name, randomBody(LARGE - 1), options)).error).toBeNull();
  });

  // supabase/storage, `src/storage/uploader.ts`: "unknown-size binary uploads do not have a later truncation signal".
  test("without a declared length has no size limit", async () => {
    const pictures = storage.bucket(storage.ana, "contract_pictures");
    const stream = new Blob([randomBody(LARGE)]).stream();
    expect((await pictures.upload(newName(storage.ana), stream, { contentType: "image/png" })).error).toBeNull();
  });

  test("above the global size limit is rejected", async (context) => {
    embeddedOnly(context, "the limit is in config.toml");
    const begun = await storage.createUpload(
      storage.ana,
      `contract_drafts/${newName(storage.ana)}`,
      50 * 1024 * 1024 + 1,
    );
    expect(begun.status).toBe(413);
  });

  test("with more bytes than declared is rejected", async () => {
    const name = newName(storage.ana);
    const url = (await storage.createUpload(storage.ana, `contract_files/${name}`, 4)).headers.get("location") ?? "";
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
    "with a type that its bucket forbids is rejected: %j",
    async (contentType) => {
      const name = newName(storage.ana);
      const begun = await storage.createUpload(storage.ana, `contract_pictures/${name}`, 4, { contentType });
      expect([begun.status, await begun.text()]).toEqual([415, `mime type ${contentType} is not supported`]);
      const form = new FormData();
      form.append("contentType", contentType);
      form.append("", new Blob(["abcd"]));
      const { error } = await storage.bucket(storage.ana, "contract_pictures").upload(name, form);
      expect(error).toMatchObject({ status: 400, statusCode: "415" });
      expect(await storage.rows(name)).toEqual([]);
    },
  );

  // supabase/storage, `validateMimeType` of `src/storage/uploader.ts`, and `onCreate` of `src/http/routes/tus/lifecycle.ts`.
  test("compares types with their parameters, and none without a type", async () => {
    const at = () => `contract_pictures/${newName(storage.ana)}`;
    for (const contentType of ["image/png", "image/svg+xml; charset=utf-8", "application/pdf", undefined])
      expect((await storage.createUpload(storage.ana, at(), 4, { ...(contentType && { contentType }) })).status).toBe(
        201,
      );
    expect(
      (await storage.createUpload(storage.ana, at(), 4, { contentType: "application/pdf;version=1" })).status,
    ).toBe(415);
  });

  test("with a malformed or oversized form is rejected", async () => {
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
      const name = newName(storage.ana);
      const headers = { "content-type": type };
      const response = await storage.raw(`/object/contract_files/${name}`, { method: "POST", body, headers });
      expect([response.status, await errorCodeOf(response)]).toEqual([400, "InvalidRequest"]);
      expect(await storage.rows(name)).toEqual([]);
    }
    const headers = { "content-type": type };
    const path = `/object/contract_files/${newName(storage.ana)}`;
    expect((await storage.raw(path, { method: "POST", body: part("metadata", "{}") + file, headers })).status).toBe(
      200,
    );
  });
});
