/**
 * Two people and four buckets for the tests of `/storage/v1`: in `contract_files` and `contract_pictures` each has a folder
 * of their own, named by their id, which is closed to others; in `contract_drafts` they may also replace what is there; in
 * `contract_bare` nobody may do anything.
 */
import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { Upload, type UploadOptions } from "tus-js-client";
import { beforeAll, expect } from "vitest";
import * as z from "zod/mini";
import { type Guest, type TargetOptions, targetForFile } from "./target.ts";

/** Bytes that an object of `contract_files` may have. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024;

export const PROJECT: TargetOptions = {
  sql: `
    insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
      ('contract_files', 'contract_files', false, ${MAX_FILE_BYTES}, null),
      ('contract_pictures', 'contract_pictures', false, 65536, array['image/*', 'application/pdf']),
      ('contract_drafts', 'contract_drafts', false, null, null),
      ('contract_bare', 'contract_bare', false, null, null);
    create table public.contract_barred (id uuid primary key);
    grant select, insert on public.contract_barred to authenticated;
    create policy "contract own in" on storage.objects for insert to authenticated with check (
      bucket_id in ('contract_files', 'contract_pictures', 'contract_drafts')
      and (storage.foldername(name))[1] = (select auth.uid())::text
      and not exists (select from public.contract_barred where id = (select auth.uid())));
    create policy "contract own out" on storage.objects for select to authenticated using (
      bucket_id in ('contract_files', 'contract_pictures', 'contract_drafts')
      and (storage.foldername(name))[1] = (select auth.uid())::text);
    create policy "contract own away" on storage.objects for delete to authenticated using (
      bucket_id = 'contract_files' and (storage.foldername(name))[1] = (select auth.uid())::text);
    create policy "contract own anew" on storage.objects for update to authenticated using (
      bucket_id = 'contract_drafts' and (storage.foldername(name))[1] = (select auth.uid())::text);`,
  undo: `
    drop policy if exists "contract own in" on storage.objects;
    drop policy if exists "contract own out" on storage.objects;
    drop policy if exists "contract own away" on storage.objects;
    drop policy if exists "contract own anew" on storage.objects;
    drop table if exists public.contract_barred;
    select set_config('storage.allow_delete_query', 'true', false);
    delete from storage.objects where bucket_id like 'contract_%';
    delete from storage.buckets where id like 'contract_%';
    select set_config('storage.allow_delete_query', 'false', false);`,
};

/** What a resumable upload came to: its address, and the status and words of a refusal. */
export interface UploadOutcome {
  readonly url: string | null;
  readonly status: number;
  readonly said: string;
}

/** Who calls: a person, or a key alone. */
type By = Pick<Guest, "accessToken">;

export function storageForFile() {
  const target = targetForFile(PROJECT);
  let people: { ana: Guest; eva: Guest } | undefined;
  beforeAll(async () => {
    people = { ana: await target().guest(), eva: await target().guest() };
  });
  const opened = () => {
    if (people === undefined) throw new Error("The storage is not open yet.");
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
    /** A stranger to all that Ana owns. */
    get eva() {
      return opened().eva;
    },
    /** Nobody: the publishable key alone. */
    get nobody(): By {
      return { accessToken: target().publishableKey };
    },
    /** A bucket as somebody sees it. */
    bucket: ({ client }: Guest, name = "contract_files") => client.storage.from(name),
    /** Asks in words that no client would send. */
    raw: (path: string, init: RequestInit = {}, by: By = opened().ana) =>
      fetch(path.startsWith("http") ? path : `${base()}${path}`, {
        ...init,
        headers: { ...headersOf(by), ...init.headers },
      }),
    /** Asks for a path as it is written: every URL library would tidy it up. @returns status and body */
    untidy: async (method: string, path: string, by: By = opened().ana) =>
      await untidy(method, `${target().url}`, `/storage/v1${path}`, headersOf(by)),
    /** An unmodified tus client, without tries of its own. It is not started. */
    upload: (by: By, place: string, body: Buffer, options: Partial<UploadOptions> = {}) => {
      const [bucketName = "", ...name] = place.split("/");
      return tusUpload(body, {
        endpoint: `${base()}/upload/resumable`,
        headers: { authorization: `Bearer ${by.accessToken}` },
        metadata: { bucketName, objectName: name.join("/"), contentType: "application/octet-stream" },
        ...options,
      });
    },
    /** Begins an upload, and sends none of it. @returns its address */
    begin: async (by: By, place: string, size: number, more: Record<string, string> = {}) => {
      const [bucketName = "", ...name] = place.split("/");
      return await fetch(`${base()}/upload/resumable`, {
        method: "POST",
        headers: {
          ...headersOf(by),
          "tus-resumable": "1.0.0",
          "upload-length": String(size),
          "upload-metadata": notes({ bucketName, objectName: name.join("/"), ...more }),
        },
      });
    },
    /** Ana's, ready to be attacked. */
    async stored(tail?: string, body = some()) {
      const name = fresh(opened().ana, tail);
      const { error } = await opened().ana.client.storage.from("contract_files").upload(name, body, {
        contentType: "text/plain",
      });
      expect(error).toBeNull();
      return { name, body };
    },
    /** What is really there, past every policy. */
    async rows(name: string) {
      const rows = await target().owner`select * from storage.objects where name = ${name}`;
      return rows.map((row) => ({ ...row }));
    },
    /** Names of all files that this stack keeps. */
    files: async () => await readdir(join(target().embedded.root, ".local/storage/bytes")),
    secret: async () => await readFile(join(target().embedded.root, ".local/storage/signing-secret")),
  };
}

export const RLS = "new row violates row-level security policy";

/** A name in somebody's folder that nobody had before. */
export const fresh = ({ id }: { id: string }, tail = "a.bin") => `${id}/${crypto.randomUUID()}/${tail}`;
export const some = (size = 1000) => Buffer.from(randomBytes(size));
export const errorCodeOf = async (response: Response) =>
  z.object({ code: z.string() }).parse(await response.json()).code;
export const textOf = async (blob: Blob | null) => Buffer.from(await (blob ?? new Blob()).arrayBuffer());

export const notes = (metadata: Record<string, string>): string =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");

/** A client, and what its upload came to. */
export function tusUpload(body: Buffer, options: UploadOptions) {
  let settle: (outcome: UploadOutcome) => void;
  const done = new Promise<UploadOutcome>((resolve) => {
    settle = resolve;
  });
  const upload = new Upload(body, {
    retryDelays: null,
    ...options,
    onSuccess: () => settle({ url: upload.url, status: 200, said: "" }),
    onError: (error) => {
      const response = "originalResponse" in error ? error.originalResponse : null;
      settle({ url: upload.url, status: response?.getStatus() ?? 0, said: response?.getBody() ?? error.message });
    },
  });
  return { upload, done };
}

async function untidy(method: string, origin: string, path: string, headers: Record<string, string>) {
  const { hostname, port } = new URL(origin);
  return await new Promise<{ status: number; body: string }>((resolve, reject) => {
    const asked = request({ hostname, port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
    });
    asked.on("error", reject);
    asked.end(method === "POST" ? "bytes" : undefined);
  });
}
