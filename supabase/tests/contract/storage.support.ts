/**
 * Two users and five buckets for the Storage tests. In `contract_files` and `contract_pictures` each user has a private
 * folder named by their id. In `contract_drafts` they may also replace objects. `contract_bare` has no policy. `contract_open` is public.
 */
import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { Upload, type UploadOptions } from "tus-js-client";
import { beforeAll, expect } from "vitest";
import * as z from "zod/mini";
import { type Guest, type TargetOptions, targetForFile } from "./target.ts";

/** Size limit of `contract_files`. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024;

export const PROJECT: TargetOptions = {
  sql: `
    insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
      ('contract_files', 'contract_files', false, ${MAX_FILE_BYTES}, null),
      ('contract_pictures', 'contract_pictures', false, 65536, array['image/*', 'application/pdf']),
      ('contract_drafts', 'contract_drafts', false, null, null),
      ('contract_bare', 'contract_bare', false, null, null),
      ('contract_open', 'contract_open', true, null, null);
    create table public.contract_barred (id uuid primary key);
    grant select, insert on public.contract_barred to authenticated;
    create policy "contract own insert" on storage.objects for insert to authenticated with check (
      bucket_id in ('contract_files', 'contract_pictures', 'contract_drafts', 'contract_open')
      and (storage.foldername(name))[1] = (select auth.uid())::text
      and not exists (select from public.contract_barred where id = (select auth.uid())));
    create policy "contract own select" on storage.objects for select to authenticated using (
      bucket_id in ('contract_files', 'contract_pictures', 'contract_drafts')
      and (storage.foldername(name))[1] = (select auth.uid())::text);
    create policy "contract own delete" on storage.objects for delete to authenticated using (
      bucket_id = 'contract_files' and (storage.foldername(name))[1] = (select auth.uid())::text);
    create policy "contract own update" on storage.objects for update to authenticated using (
      bucket_id = 'contract_drafts' and (storage.foldername(name))[1] = (select auth.uid())::text);`,
  cleanup: `
    drop policy if exists "contract own insert" on storage.objects;
    drop policy if exists "contract own select" on storage.objects;
    drop policy if exists "contract own delete" on storage.objects;
    drop policy if exists "contract own update" on storage.objects;
    drop table if exists public.contract_barred;
    select set_config('storage.allow_delete_query', 'true', false);
    delete from storage.objects where bucket_id like 'contract_%';
    delete from storage.buckets where id like 'contract_%';
    select set_config('storage.allow_delete_query', 'false', false);`,
};

/** The result of a resumable upload: its URL, and the status and message of an error. */
export interface UploadOutcome {
  readonly url: string | null;
  readonly status: number;
  readonly message: string;
}

/** The caller: a user, or a key alone. */
type By = Pick<Guest, "accessToken">;

export function storageForFile() {
  const target = targetForFile(PROJECT);
  let people: { ana: Guest; eva: Guest } | undefined;
  beforeAll(async () => {
    people = { ana: await target().guest(), eva: await target().guest() };
  });
  const opened = () => {
    if (people === undefined) throw new Error("The storage is not ready yet.");
    return people;
  };
  const base = () => `${target().url}/storage/v1`;
  const headersOf = ({ accessToken }: By) => ({
    apikey: target().publishableKey,
    authorization: `Bearer ${accessToken}`,
  });

  return {
    target,
    base,
    get ana() {
      return opened().ana;
    },
    /** A user without access to Ana's objects. */
    get eva() {
      return opened().eva;
    },
    /** The anonymous caller: the publishable key alone. */
    get anonymous(): By {
      return { accessToken: target().publishableKey };
    },
    /** Returns a bucket's API for a user. */
    bucket: ({ client }: Guest, name = "contract_files") => client.storage.from(name),
    /** Sends a raw request that no client library sends. */
    raw: (path: string, init: RequestInit = {}, by: By = opened().ana) =>
      fetch(path.startsWith("http") ? path : `${base()}${path}`, {
        ...init,
        headers: { ...headersOf(by), ...init.headers },
      }),
    /** Sends a request without normalizing its path, as every URL library would. @returns status and body */
    sendRawPath: async (method: string, path: string, by: By = opened().ana) =>
      await sendRawPath(method, `${target().url}`, `/storage/v1${path}`, headersOf(by)),
    /** Creates an unmodified tus client without retries, and does not start it. */
    upload: (by: By, place: string, body: Buffer, options: Partial<UploadOptions> = {}) => {
      const [bucketName = "", ...name] = place.split("/");
      return tusUpload(body, {
        endpoint: `${base()}/upload/resumable`,
        headers: { authorization: `Bearer ${by.accessToken}` },
        metadata: { bucketName, objectName: name.join("/"), contentType: "application/octet-stream" },
        ...options,
      });
    },
    /** Creates an upload and sends no bytes. */
    createUpload: async (by: By, place: string, size: number, more: Record<string, string> = {}) => {
      const [bucketName = "", ...name] = place.split("/");
      return await fetch(`${base()}/upload/resumable`, {
        method: "POST",
        headers: {
          ...headersOf(by),
          "tus-resumable": "1.0.0",
          "upload-length": String(size),
          "upload-metadata": tusMetadata({ bucketName, objectName: name.join("/"), ...more }),
        },
      });
    },
    /** Stores an object of Ana's. */
    async stored(tail?: string, body = randomBody()) {
      const name = newName(opened().ana, tail);
      const { error } = await opened().ana.client.storage.from("contract_files").upload(name, body, {
        contentType: "text/plain",
      });
      expect(error).toBeNull();
      return { name, body };
    },
    /** Returns all rows with a name, bypassing every policy. */
    async rows(name: string) {
      const rows = await target().owner`select * from storage.objects where name = ${name}`;
      return rows.map((row) => ({ ...row }));
    },
    /** Returns the names of all stored files. */
    files: async () => await readdir(join(target().embedded.root, ".local/storage/bytes")),
    secret: async () => await readFile(join(target().embedded.root, ".local/storage/signing-secret")),
  };
}

export const RLS = "new row violates row-level security policy";

/** Returns a new object name in a user's folder. */
export const newName = ({ id }: { id: string }, tail = "a.bin") => `${id}/${crypto.randomUUID()}/${tail}`;
export const randomBody = (size = 1000) => Buffer.from(randomBytes(size));
export const errorCodeOf = async (response: Response) =>
  z.object({ code: z.string() }).parse(await response.json()).code;
export const bytesOf = async (blob: Blob | null) => Buffer.from(await (blob ?? new Blob()).arrayBuffer());

export const tusMetadata = (metadata: Record<string, string>): string =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");

/** Returns a tus upload and a promise of its outcome. */
export function tusUpload(body: Buffer, options: UploadOptions) {
  let settle: (outcome: UploadOutcome) => void;
  const done = new Promise<UploadOutcome>((resolve) => {
    settle = resolve;
  });
  const upload = new Upload(body, {
    retryDelays: null,
    ...options,
    onSuccess: () => settle({ url: upload.url, status: 200, message: "" }),
    onError: (error) => {
      const response = "originalResponse" in error ? error.originalResponse : null;
      settle({ url: upload.url, status: response?.getStatus() ?? 0, message: response?.getBody() ?? error.message });
    },
  });
  return { upload, done };
}

async function sendRawPath(method: string, origin: string, path: string, headers: Record<string, string>) {
  const { hostname, port } = new URL(origin);
  return await new Promise<{ status: number; body: string }>((resolve, reject) => {
    const req = request({ hostname, port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
    });
    req.on("error", reject);
    req.end(method === "POST" ? "bytes" : undefined);
  });
}
