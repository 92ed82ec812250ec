/**
 * Permissions on files with the unmodified clients, attacks first. The hosted behaviour is taken from supabase/storage
 * (`src/internal/errors`, `src/http/error-handler.ts`, `onIncomingRequest` of `src/http/routes/tus/lifecycle.ts`) and
 * from Supabase, "Storage Access Control". An error is HTTP 400 with the actual status in the body as text; resumable
 * uploads respond with the actual status.
 */
import { randomBytes } from "node:crypto";
import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { bytesOf, errorCodeOf, newName, RLS, randomBody, storageForFile } from "./storage.support.ts";
import { embeddedOnly } from "./target.ts";

const storage = storageForFile();

describe("without a policy", () => {
  test("an upload is rejected before its first byte", async (context) => {
    const { error } = await storage.bucket(storage.ana, "contract_bare").upload("a/b.txt", randomBody());
    expect(error).toMatchObject({ status: 400, statusCode: "403", message: RLS });
    const begun = await storage.createUpload(storage.ana, "contract_bare/a/b.txt", 10);
    expect([begun.status, await begun.text()]).toEqual([403, RLS]);
    expect(begun.headers.get("location")).toBeNull();
    expect((await storage.createUpload(storage.anonymous, "contract_files/a/b.txt", 10)).status).toBe(403);
    expect(await storage.rows("a/b.txt")).toEqual([]);
    // The body is above the size limit. The error shows that it is not read.
    const large = new Blob([randomBody(65_537)], { type: "image/png" });
    const pictures = storage.bucket(storage.eva, "contract_pictures");
    const result = await pictures.upload(newName(storage.ana), large, { contentType: "image/png" });
    expect(result.error).toMatchObject({ statusCode: "403", message: RLS });
    embeddedOnly(context, "reads the data folder");
    expect(await storage.files()).toEqual([]);
  });

  test("a foreign object is hidden from reading, signing and deleting", async () => {
    const { name, body } = await storage.stored();
    const foreign = storage.bucket(storage.eva);
    const absent = { status: 400, statusCode: "404", message: "Object not found" };
    for (const [path, method] of [
      [`/object/contract_files/${name}`, "GET"],
      [`/object/authenticated/contract_files/${name}`, "GET"],
    ] as const) {
      const response = await storage.raw(path, { method }, storage.eva);
      expect([response.status, await response.json()]).toEqual([
        400,
        { statusCode: "404", code: "NoSuchKey", error: "not_found", message: "Object not found" },
      ]);
    }
    const path = `/object/contract_files/${name}`;
    const deleted = await storage.raw(path, { method: "DELETE" }, storage.eva);
    expect([deleted.status, await deleted.json()]).toMatchObject([
      400,
      { statusCode: "403", message: "Access denied" },
    ]);
    const none = await storage.raw(`${path}.none`, { method: "DELETE" }, storage.eva);
    expect([none.status, await errorCodeOf(none)]).toEqual([400, "NoSuchKey"]);
    expect((await foreign.createSignedUrl(name, 60)).error).toMatchObject(absent);
    const { data: many } = await foreign.createSignedUrls([name], 60);
    expect(many).toEqual([expect.objectContaining({ path: name, signedUrl: null, error: expect.any(String) })]);
    expect((await foreign.exists(name)).data).toBe(false);
    expect(await foreign.remove([name])).toEqual({ data: [], error: null });
    expect((await foreign.upload(name, randomBody(), { upsert: true })).error).toMatchObject({ statusCode: "403" });
    expect(await bytesOf((await storage.bucket(storage.ana).download(name)).data)).toEqual(body);
  });

  test("an anonymous caller or invalid token is rejected", async () => {
    const { name } = await storage.stored();
    expect((await storage.raw(`/object/contract_files/${name}`, {}, storage.anonymous)).status).toBe(400);
    const bare = await fetch(`${storage.base()}/object/contract_files/${name}`);
    expect(bare.status).toBe(401);
    const forged = await storage.raw(`/object/contract_files/${name}`, {}, { accessToken: "a.b.c" });
    expect([forged.status, await forged.json()]).toMatchObject([400, { statusCode: "403", error: "Unauthorized" }]);
  });

  test("a missing bucket is reported", async () => {
    expect((await storage.bucket(storage.ana, "contract_none").upload("a", randomBody())).error).toMatchObject({
      status: 400,
      statusCode: "404",
      message: "Bucket not found",
    });
    expect((await storage.createUpload(storage.ana, "contract_none/a", 1)).status).toBe(404);
  });
});

describe("a resumable upload", () => {
  test.for(["eva", "anonymous"] as const)("gives no access to %s by its URL", async (who) => {
    const name = newName(storage.ana);
    const url = (await storage.createUpload(storage.ana, `contract_files/${name}`, 4)).headers.get("location") ?? "";
    const headers = { "tus-resumable": "1.0.0" };
    const patch = {
      method: "PATCH",
      headers: { ...headers, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
      body: "evil",
    };
    const by = storage[who];
    // As hosted, its offset is no secret.
    const head = await storage.raw(url, { method: "HEAD", headers }, by);
    expect([head.status, head.headers.get("upload-offset")]).toEqual([200, "0"]);
    for (const method of ["PATCH", "DELETE"]) {
      const response = await storage.raw(url, method === "PATCH" ? patch : { method, headers }, by);
      expect([response.status, await response.text()]).toEqual([403, RLS]);
    }
    expect((await storage.raw(url, { headers }, by)).status).toBe(404);
    expect(await storage.rows(name)).toEqual([]);

    const own = await storage.raw(url, { method: "HEAD", headers });
    expect([own.status, own.headers.get("upload-offset")]).toEqual([200, "0"]);
    expect((await storage.raw(url, { ...patch, body: "good" })).status).toBe(204);
    expect((await bytesOf((await storage.bucket(storage.ana).download(name)).data)).toString()).toBe("good");
  });

  test("ignores an owner in its metadata", async () => {
    const name = newName(storage.eva);
    const begun = await storage.createUpload(storage.eva, `contract_files/${name}`, 4, { owner: storage.ana.id });
    const headers = {
      "tus-resumable": "1.0.0",
      "upload-offset": "0",
      "content-type": "application/offset+octet-stream",
    };
    const patch = { method: "PATCH", headers, body: "evil" };
    expect((await storage.raw(begun.headers.get("location") ?? "", patch, storage.eva)).status).toBe(204);
    expect(await storage.rows(name)).toMatchObject([{ owner_id: storage.eva.id }]);
  });

  test("is not found by an invalid id", async () => {
    const headers = { "tus-resumable": "1.0.0" };
    for (const id of [crypto.randomUUID(), "..%2f..%2fsigning-secret", "%2e%2e", "x".repeat(5000), "%00"]) {
      const { status } = await storage.raw(`/upload/resumable/${id}`, { method: "HEAD", headers });
      expect([400, 404], id).toContain(status);
    }
  });
});

describe("a signed URL", () => {
  const open = async (name: string, token: string) => {
    const response = await fetch(`${storage.base()}/object/sign/contract_files/${name}?token=${token}`);
    return [response.status, response.ok ? "open" : await errorCodeOf(response)];
  };

  test("needs a valid, unexpired token for its object", async (context) => {
    const { name } = await storage.stored();
    const { name: other } = await storage.stored();
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

    embeddedOnly(context, "reads the signing secret");
    const secret = await storage.secret();
    expect(await open(name, await signed(secret, now + 60))).toEqual([200, "open"]);
    expect(await open(name, await signed(secret, now - 1))).toEqual([400, "InvalidJWT"]);
    const endless = await new SignJWT({ url: `contract_files/${name}` })
      .setProtectedHeader({ alg: "HS256" })
      .sign(secret);
    expect(await open(name, endless)).toEqual([400, "InvalidSignature"]);
  });

  test("only reads, and only while the object exists", async () => {
    const { name } = await storage.stored();
    const { data } = await storage.bucket(storage.ana).createSignedUrl(name, 60);
    const url = data?.signedUrl ?? "";
    for (const method of ["PUT", "DELETE", "PATCH"]) expect((await fetch(url, { method })).status).toBe(401);
    expect((await fetch(url)).status).toBe(200);
    await storage.bucket(storage.ana).remove([name]);
    expect((await fetch(url)).status).toBe(400);
  });

  test("needs a valid lifetime", async () => {
    const { name } = await storage.stored();
    for (const expiresIn of [0, -1, 1.5, "6x", null]) {
      const body = JSON.stringify({ expiresIn });
      const response = await storage.raw(`/object/sign/contract_files/${name}`, { method: "POST", body });
      expect(response.status).toBe(400);
    }
  });
});

test("rejects deletes by SQL and changes of the tables", async () => {
  const { owner } = storage.target();
  const { name } = await storage.stored();
  await expect(owner`delete from storage.objects where name = ${name}`).rejects.toMatchObject({ code: "42501" });
  await expect(owner`delete from storage.buckets where id = 'contract_bare'`).rejects.toMatchObject({ code: "42501" });
  await expect(owner`alter table storage.objects disable row level security`).rejects.toMatchObject({ code: "42501" });
  await expect(owner`create table storage.contract_own (id int)`).rejects.toMatchObject({ code: "42501" });
  expect(await storage.rows(name)).toHaveLength(1);
});
