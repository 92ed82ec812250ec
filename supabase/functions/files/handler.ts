/** Handles requests to share a file, to sign addresses and to remove bytes of deleted lines. */
import type { Caller } from "../_shared/caller.ts";
import { BOARD } from "../_shared/contracts/board.ts";
import { type Failure, fail, ok, type Result } from "../_shared/contracts/errors.ts";
import { type FilesRequest, filesRequest, type SignedFiles } from "../_shared/contracts/fileRequests.ts";
import { createJsonEndpoint } from "../_shared/endpoint.ts";
import { hasContents, readContents } from "./contents.ts";
import { fitsType, HEAD_BYTES } from "./contentType.ts";
import type { FileStore, UploadedFile } from "./fileStore.ts";
import { checkPicture } from "./pictureCheck.ts";

export interface FilesDependencies {
  readonly store: FileStore;
  /** Counts a request of the user. Returns false above the limit. */
  checkRateLimit(userId: string): boolean;
}

/** Checks of pictures at the same time, of 5 MB each. */
const MAX_CHECKS = 8;

export function createFilesHandler(tools: FilesDependencies, log: (failure: Failure) => void) {
  const checks = createChecks(tools.store);
  return createJsonEndpoint({
    schema: filesRequest,
    maxBodyBytes: 10_000,
    handle: (request, caller) => dispatch(request, caller, tools, checks),
    log,
  });
}

function dispatch(
  request: FilesRequest,
  caller: Caller,
  tools: FilesDependencies,
  checks: Checks,
): Promise<Result<unknown>> {
  if ("share" in request) return share(request.share, caller, tools, checks);
  if ("sign" in request) return sign(request.sign, caller, tools);
  return remove(request.remove, caller, tools);
}

/** Shares an uploaded file. In each case the database comes first: it verifies the token that the rate limit relies on. */
async function share(
  { file_id, language }: { file_id: string; language: string },
  caller: Caller,
  { store, checkRateLimit }: FilesDependencies,
  checks: Checks,
): Promise<Result<unknown>> {
  const uploaded = await store.uploaded(caller, file_id);
  if (!uploaded.ok) return uploaded;
  if (!checkRateLimit(caller.userId)) return fail("request/rate-limited");
  const checked = uploaded.value.checked ? ok(null) : await checks(file_id, uploaded.value);
  return checked.ok ? await store.share(caller, file_id, language) : checked;
}

type Uploaded = Pick<UploadedFile, "path" | "type" | "version">;
type Checks = (fileId: string, uploaded: Uploaded) => Promise<Result<unknown>>;

/** Returns a function that checks each version once, also for many requests at the same time. */
function createChecks(store: FileStore): Checks {
  const pending = new Map<string, Promise<Result<unknown>>>();
  return async (fileId, uploaded) => {
    const key = `${fileId} ${uploaded.version}`;
    const known = pending.get(key);
    if (known !== undefined) return await known;
    if (pending.size >= MAX_CHECKS) return fail("request/busy");
    const started = check(fileId, uploaded, store);
    pending.set(key, started);
    try {
      return await started;
    } finally {
      pending.delete(key);
    }
  };
}

/** Checks the bytes of a version, and stores what was found. */
async function check(fileId: string, { path, type, version }: Uploaded, store: FileStore): Promise<Result<unknown>> {
  const isText = hasContents(type);
  const head = await store.readHead(path, isText ? BOARD.contentsBytes : HEAD_BYTES);
  if (!head.ok) return head;
  const { bytes, isWhole } = head.value;
  const fits = fitsType(bytes.subarray(0, HEAD_BYTES), type, isWhole && bytes.length <= HEAD_BYTES);
  const picture = fits ? await checkPicture(store, path, type, head.value) : fail("file/content");
  // The bytes of a version never change. `uploaded_file` rejects a bad one again, `share_file` any but the approved one.
  if (!picture.ok && picture.error.code === "file/content") await store.refuse(fileId, version);
  return picture.ok ? await store.approve(fileId, version, isText ? readContents(bytes) : null) : picture;
}

async function sign(
  fileIds: readonly string[],
  caller: Caller,
  { store, checkRateLimit }: FilesDependencies,
): Promise<Result<SignedFiles>> {
  const files = await store.readable(caller, fileIds);
  if (!files.ok) return files;
  if (!checkRateLimit(caller.userId)) return fail("request/rate-limited");
  if (files.value.length === 0) return ok([]);
  const addresses = await store.sign([...new Set(files.value.map(({ path }) => path))]);
  if (!addresses.ok) return addresses;
  return ok(
    files.value.flatMap(({ id, name, type, path }) => {
      const address = addresses.value.get(path);
      return address === undefined ? [] : [{ id, name, type, address }];
    }),
  );
}

async function remove(
  fileIds: readonly string[],
  caller: Caller,
  { store, checkRateLimit }: FilesDependencies,
): Promise<Result<{ removed: number }>> {
  const paths = await store.removable(caller, fileIds);
  if (!paths.ok) return paths;
  if (!checkRateLimit(caller.userId)) return fail("request/rate-limited");
  if (paths.value.length > 0) {
    const removed = await store.remove(paths.value);
    if (!removed.ok) return removed;
  }
  return ok({ removed: paths.value.length });
}
