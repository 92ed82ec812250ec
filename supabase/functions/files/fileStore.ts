/** Files in the database and in Storage. The database decides as the caller; the secret key then reads, signs and removes. */
import * as z from "zod/mini";
import { readHead, readJson, readText } from "../_shared/body.ts";
import type { Caller } from "../_shared/caller.ts";
import { fail, ok, type Result } from "../_shared/contracts/errors.ts";
import { SIGNED_URL_TTL_SECONDS } from "../_shared/contracts/fileRequests.ts";
import { FILES_BUCKET } from "../_shared/contracts/files.ts";
import type { Project } from "../_shared/env.ts";
import { createRestClient, parseRestResponse } from "../_shared/restClient.ts";

export interface FileStore {
  /** The caller's uploaded file. `checked`: nothing is left to check. Errors: `file/not-found`. */
  uploaded(caller: Caller, fileId: string): Promise<Result<UploadedFile>>;
  /** Returns the first bytes of an object, and whether it has no more. */
  readHead(path: string, bytes: number): Promise<Result<FileHead>>;
  /** `contents`: the beginning of a text file, null for other files. */
  approve(fileId: string, version: string, contents: string | null): Promise<Result<unknown>>;
  /** Remembers that this version is not what its file states. */
  refuse(fileId: string, version: string): Promise<Result<unknown>>;
  /** Returns the line of the shared file. */
  share(caller: Caller, fileId: string, language: string): Promise<Result<unknown>>;
  /** Returns those files that the caller may read. */
  readable(caller: Caller, fileIds: readonly string[]): Promise<Result<readonly ReadableFile[]>>;
  /** Returns signed addresses by path. An object that Storage does not have is missing. */
  sign(paths: readonly string[]): Promise<Result<ReadonlyMap<string, string>>>;
  /** Returns the paths of deleted files of the caller's that no line uses. */
  removable(caller: Caller, fileIds: readonly string[]): Promise<Result<readonly string[]>>;
  remove(paths: readonly string[]): Promise<Result<null>>;
}

const uploadedFile = z.object({ path: z.string(), type: z.string(), version: z.string(), checked: z.boolean() });
export type UploadedFile = z.infer<typeof uploadedFile>;

export interface FileHead {
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

const readableFile = z.object({ id: z.guid(), path: z.string(), name: z.string(), type: z.string() });
type ReadableFile = z.infer<typeof readableFile>;

const signed = z.array(z.object({ path: z.string(), signedURL: z.nullish(z.string()) }));

/** Larger than the response about any permitted number of files. */
const MAX_RESPONSE_CHARS = 1_000_000;

/** `timeout` returns the signal that aborts a request to Storage. */
export function createFileStore(project: Project, timeout: () => AbortSignal): FileStore {
  const { url, publishableKey, secretKey } = project;
  const asCaller = ({ token }: Caller) => createRestClient(url, publishableKey, token);

  const send = async (method: string, path: string, init: { headers?: Record<string, string>; body?: object }) => {
    try {
      const response = await fetch(`${url}/storage/v1/object/${path}`, {
        method,
        headers: {
          ...{ apikey: secretKey, authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
          ...init.headers,
        },
        ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
        redirect: "error",
        signal: timeout(),
      });
      if (response.ok) return ok(response);
      await response.body?.cancel();
      // Retried by pages: Storage is down, or slow.
      const code = response.status >= 500 || response.status === 429 ? "network/timeout" : "bug/unexpected";
      return fail(code, `storage answered ${response.status}`);
    } catch (error) {
      return fail("network/timeout", `storage: ${error instanceof Error ? error.name : "no response"}`);
    }
  };

  return {
    uploaded: async (caller, fileId) =>
      parseRestResponse(await asCaller(caller).rpc("uploaded_file", { p_file_id: fileId }), uploadedFile),
    readHead: async (path, bytes) => {
      const response = await send("GET", `authenticated/${FILES_BUCKET}/${path}`, {
        headers: { range: `bytes=0-${bytes - 1}` },
      });
      return response.ok ? await headOf(response.value, bytes) : response;
    },
    approve: async (fileId, version, contents) =>
      parseRestResponse(
        await createRestClient(url, secretKey).rpc("approve_file", {
          ...{ p_file_id: fileId, p_version: version, p_contents: contents },
        }),
        z.unknown(),
      ),
    refuse: async (fileId, version) =>
      parseRestResponse(
        await createRestClient(url, secretKey).rpc("refuse_file", { p_file_id: fileId, p_version: version }),
        z.unknown(),
      ),
    share: async (caller, fileId, language) =>
      parseRestResponse(
        await asCaller(caller).rpc("share_file", { p_file_id: fileId, p_language: language }),
        z.unknown(),
      ),
    readable: async (caller, fileIds) =>
      parseRestResponse(await asCaller(caller).rpc("readable_files", { p_file_ids: fileIds }), z.array(readableFile)),
    sign: async (paths) => {
      const response = await send("POST", `sign/${FILES_BUCKET}`, {
        body: { expiresIn: SIGNED_URL_TTL_SECONDS, paths },
      });
      if (!response.ok) return response;
      const parsed = signed.safeParse(readJson((await readText(response.value, MAX_RESPONSE_CHARS)) ?? ""));
      if (!parsed.success) return fail("bug/unexpected", "storage: a response of another shape");
      return ok(new Map(parsed.data.flatMap(({ path, signedURL }) => (signedURL ? [[path, signedURL]] : []))));
    },
    removable: async (caller, fileIds) =>
      parseRestResponse(await asCaller(caller).rpc("removable_files", { p_file_ids: fileIds }), z.array(z.string())),
    remove: async (paths) => {
      const response = await send("DELETE", FILES_BUCKET, { body: { prefixes: paths } });
      if (!response.ok) return response;
      await response.value.body?.cancel();
      return ok(null);
    },
  };
}

/** Reads no more than the head, also if Storage ignores the range. */
async function headOf(response: Response, bytes: number): Promise<Result<FileHead>> {
  const head = await readHead(response, bytes).catch(() => null);
  if (head === null) return fail("network/timeout", "storage: the body ended early");
  const size = Number(/\/(\d+)$/u.exec(response.headers.get("content-range") ?? "")?.[1] ?? head.length);
  return ok({ bytes: head.subarray(0, bytes), isWhole: size <= bytes });
}
