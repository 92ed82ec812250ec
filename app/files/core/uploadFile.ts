/** Shares one file: prepares it, offers it, uploads its bytes, and posts its line. */
import { type Failure, fail, ok, type Result } from "#contracts/errors.ts";
import { fileType } from "#contracts/fileTypes.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
import type { Clock } from "../../lib/clock.ts";
import { retry } from "../../lib/retry.ts";
import type { Rpc } from "../../lib/rpc.ts";
import { isNetworkError } from "../../lib/transientErrors.ts";
import type { NamedBlob, PreparedFile, PreparedPreview, PrepareFile } from "../preview/preparedFile.ts";
import { type FilePlace, truncateFileName } from "./selectedFile.ts";
import type { UnfinishedUploads } from "./unfinishedUploads.ts";

export interface FileUpload {
  /** Starts the upload, or resumes it after a failure or a pause. */
  start(progress: (share: number) => void): Promise<Result<null>>;
  /** Stops the upload and keeps the received bytes. */
  pause(): void;
  /** Stops the upload and deletes the received bytes. */
  abort(): void;
}

/** After the last delay the upload fails, and the user's next click resumes it. */
export const UPLOAD_RETRY_DELAYS_MS = [500, 1_500, 4_000, 8_000, 10_000] as const;

export interface UploadOptions {
  readonly rpc: Rpc;
  readonly clock: Clock;
  readonly prepare: PrepareFile;
  readonly unfinished: UnfinishedUploads;
  /** Shares an uploaded file whose content fits its type, and returns its line. */
  share(id: string, language: Language): Promise<Result<Line>>;
  /** Removes the bytes of withdrawn files. If this request fails, the server removes them later. */
  removeBytes(ids: readonly string[]): Promise<unknown>;
  /** `path`: the object name that `offer_file` returned. An earlier upload to it is resumed. */
  createUpload(file: Blob, path: string, type: string): FileUpload;
  /** Null: not in a call. */
  place(): FilePlace | null;
  spokenLanguage(): Language;
}

export interface FileTransfer {
  /** Shares the file, or continues where the last attempt ended. Null: the user paused or removed it. */
  run(progress: (share: number) => void): Promise<Result<Line> | null>;
  pause(): void;
  /** Aborts the upload and withdraws the file. */
  remove(): void;
}

/** `newId`: the id of the file and of its line, unless an interrupted upload had another. */
export function createFileTransfer(newId: string, file: NamedBlob, options: UploadOptions): FileTransfer {
  const { rpc, clock, unfinished, createUpload, spokenLanguage } = options;
  let prepared: PreparedFile | null = null;
  let offered: { readonly id: string; readonly path: string } | null = null;
  let upload: FileUpload | null = null;
  let state: "running" | "paused" | "removed" = "running";
  const isRunning = () => state === "running";
  const isRemoved = () => state === "removed";

  /** Repeats a request after network errors, until the file is removed. */
  const retried = <T>(attempt: () => Promise<Result<T>>): Promise<Result<T>> =>
    retry(attempt, {
      ...{ clock, delaysMs: UPLOAD_RETRY_DELAYS_MS },
      isTransient: (error: Failure) => isRunning() && isNetworkError(error),
    });

  /** Offers the file under the id of an interrupted upload, or else under a new id. */
  async function offer(
    { file: bytes }: PreparedFile,
    type: string,
    place: FilePlace,
  ): Promise<Result<{ id: string; path: string }>> {
    const offerAs = async (id: string) => {
      const values = { p_file_id: id, p_name: truncateFileName(bytes.name), p_type: type, p_bytes: bytes.size };
      const result = await retried(() => rpc("offer_file", { ...place, ...values }));
      return result.ok ? ok({ id, path: result.value.path }) : result;
    };
    const earlierId = unfinished.idOf(file, place);
    const earlier = earlierId === null ? null : await offerAs(earlierId);
    // The offer is withdrawn, or of another user of this browser.
    const isGone = earlier !== null && !earlier.ok && earlier.error.code === "line/conflict";
    if (earlierId !== null && isGone) unfinished.remove(earlierId);
    const result = earlier === null || isGone ? await offerAs(newId) : earlier;
    if (result.ok) unfinished.add(file, place, result.value.id);
    return result;
  }

  /** Stores the preview. Without one the file is shared all the same. */
  async function storePreview(id: string, preview: PreparedPreview): Promise<void> {
    const { width, height, durationMs, hash, picture } = preview;
    await retried(() =>
      rpc("set_preview", {
        p_file_id: id,
        ...(width !== null && height !== null && { p_width: width, p_height: height }),
        ...(durationMs !== null && { p_duration_ms: durationMs }),
        ...(hash !== null && { p_hash: hash }),
        ...(picture !== null && { p_picture: picture }),
      }),
    );
  }

  return {
    async run(progress) {
      state = "running";
      const place = options.place();
      if (place === null) return fail("meeting/not-entered");
      if (prepared === null) {
        const result = await options.prepare(file);
        if (!result.ok) return result;
        prepared = result.value;
      }
      const type = fileType(prepared.file.name);
      if (type === null) return fail("file/type");
      if (offered === null && isRunning()) {
        const result = await offer(prepared, type, place);
        if (!result.ok) return result;
        offered = result.value;
        if (isRunning() && prepared.preview !== null) await storePreview(offered.id, prepared.preview);
      }
      if (offered === null || !isRunning()) {
        if (isRemoved()) withdraw();
        return null;
      }
      const { id, path } = offered;
      upload ??= createUpload(prepared.file, path, type);
      const sent = await upload.start((share) => isRunning() && progress(share));
      if (!isRunning()) return null;
      if (!sent.ok) return sent;
      const line = await retried(() => options.share(id, spokenLanguage()));
      if (line.ok) unfinished.remove(id);
      return isRunning() ? line : null;
    },
    pause() {
      state = "paused";
      upload?.pause();
    },
    remove() {
      state = "removed";
      upload?.abort();
      withdraw();
    },
  };

  /** If a request fails, the server withdraws the file later. */
  function withdraw(): void {
    if (offered === null) return;
    const { id } = offered;
    offered = null;
    unfinished.remove(id);
    void rpc("withdraw_file", { p_file_id: id }).then((result) => result.ok && options.removeBytes([id]));
  }
}
