/** Files that the user shares: each is validated, uploaded, and becomes a line. */
import { type ErrorCode, type Failure, fail, type Result } from "#contracts/errors.ts";
import { fileType } from "#contracts/fileTypes.ts";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Line } from "#contracts/lines.ts";
import type { Clock } from "../../lib/clock.ts";
import { retry } from "../../lib/retry.ts";
import type { Rpc } from "../../lib/rpc.ts";
import { createStore, type Store } from "../../lib/store.ts";
import { isNetworkError } from "../../lib/transientErrors.ts";

/** A browser's `File`, or a fake. */
export interface NamedBlob extends Blob {
  readonly name: string;
}

export interface SelectedFile {
  /** Also the id of its line. */
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly state: SelectedFileState;
}

export type SelectedFileState =
  | { readonly name: "ready" }
  /** Its type or size is not allowed. */
  | { readonly name: "rejected"; readonly code: ErrorCode }
  /** `share`: the uploaded part, between 0 and 1. */
  | { readonly name: "sending"; readonly share: number }
  /** A retry resumes the upload. */
  | { readonly name: "failed"; readonly error: Failure };

export interface FileSharingState {
  readonly files: readonly SelectedFile[];
  /** Some chosen files were dropped because of the limit. */
  readonly tooMany: boolean;
  /** `shareAll` is running. */
  readonly busy: boolean;
  /** Files shared since the last click. */
  readonly shared: number;
}

export interface FileSharing extends Store<FileSharingState> {
  add(files: readonly NamedBlob[]): void;
  /** Removes a file and aborts its upload. */
  remove(id: string): void;
  /** Shares the files one after the other, and retries failed ones. */
  shareAll(): Promise<void>;
  close(): void;
}

export interface FileUpload {
  /** Starts the upload, or resumes it after a failure. */
  start(progress: (share: number) => void): Promise<Result<null>>;
  /** Stops the upload and deletes the received bytes. */
  abort(): void;
}

/** After the last delay the upload fails, and the user's next click resumes it. */
export const UPLOAD_RETRY_DELAYS_MS = [500, 1_500, 4_000, 8_000, 10_000] as const;

/** A file is shared in a call, or on the board of a meeting. */
export type FilePlace = { readonly p_call_id: string } | { readonly p_meeting_id: string };

export interface FileSharingOptions {
  readonly rpc: Rpc;
  readonly clock: Clock;
  /** Shares an uploaded file whose content fits its type, and returns its line. */
  share(id: string, language: Language): Promise<Result<Line>>;
  /** Removes the bytes of withdrawn files. If this request fails, the server removes them later. */
  removeBytes(ids: readonly string[]): Promise<unknown>;
  /** `path`: the object name that `offer_file` returned. */
  createUpload(file: Blob, path: string, type: string): FileUpload;
  newId(): string;
  /** Null: not in a call. */
  place(): FilePlace | null;
  spokenLanguage(): Language;
  /** Receives the line of a shared file. */
  onShared(line: Line): void;
}

/** Returns an error if the file's type or size is not allowed. */
export function fileRejection({ name, size }: Pick<NamedBlob, "name" | "size">): ErrorCode | null {
  if (fileType(name) === null) return "file/type";
  if (size < LIMITS.fileBytes.min) return "file/too-small";
  if (size > LIMITS.fileBytes.max) return "file/too-large";
  return null;
}

/** Shortens a name to the limit and keeps its extension. */
export function truncateFileName(name: string): string {
  const points = [...name];
  if (points.length <= LIMITS.fileName.max) return name;
  const extension = [...(/\.[^.]+$/u.exec(name)?.[0] ?? "")];
  return [...points.slice(0, LIMITS.fileName.max - extension.length), ...extension].join("");
}

export function createFileSharing(options: FileSharingOptions): FileSharing {
  const { rpc, clock, share, removeBytes, createUpload, newId, place, spokenLanguage, onShared } = options;
  const store = createStore<FileSharingState>({ files: [], tooMany: false, busy: false, shared: 0 });
  /** By id. `offered`: `offer_file` was called. */
  const entries = new Map<string, { file: NamedBlob; upload: FileUpload | null; offered: boolean }>();

  const change = (next: Partial<FileSharingState>) => store.set({ ...store.getSnapshot(), ...next });
  const without = (id: string) => store.getSnapshot().files.filter((file) => file.id !== id);
  const setFileState = (id: string, state: SelectedFileState) =>
    change({ files: store.getSnapshot().files.map((file) => (file.id === id ? { ...file, state } : file)) });

  /** Repeats a request of this file after network errors, until the file is removed. */
  const retryFor = <T>(id: string, attempt: () => Promise<Result<T>>): Promise<Result<T>> =>
    retry(attempt, {
      ...{ clock, delaysMs: UPLOAD_RETRY_DELAYS_MS },
      isTransient: (error) => entries.has(id) && isNetworkError(error),
    });

  async function shareOne({ id, name, bytes }: SelectedFile): Promise<Result<Line>> {
    const entry = entries.get(id);
    const target = place();
    const type = fileType(name);
    if (entry === undefined || target === null || type === null) return fail("meeting/not-entered");
    entry.offered = true;
    const offer = { ...target, p_file_id: id, p_name: name, p_type: type, p_bytes: bytes };
    const offered = await retryFor(id, () => rpc("offer_file", offer));
    if (!offered.ok) return offered;
    if (!entries.has(id)) return REMOVED;
    entry.upload ??= createUpload(entry.file, offered.value.path, type);
    const sent = await entry.upload.start((share) => entries.has(id) && setFileState(id, { name: "sending", share }));
    if (!sent.ok) return sent;
    return retryFor(id, async () => (entries.has(id) ? share(id, spokenLanguage()) : REMOVED));
  }

  const sharing: FileSharing = {
    ...{ getSnapshot: store.getSnapshot, subscribe: store.subscribe },
    add(selected) {
      const { files } = store.getSnapshot();
      const freeSlots = Math.max(0, LIMITS.filesAtOnce - files.length);
      const added = selected.slice(0, freeSlots).map((file): SelectedFile => {
        const id = newId();
        const code = fileRejection(file);
        entries.set(id, { file, upload: null, offered: false });
        const state: SelectedFileState = code === null ? { name: "ready" } : { name: "rejected", code };
        return { id, name: truncateFileName(file.name), bytes: file.size, state };
      });
      change({ files: [...files, ...added], tooMany: selected.length > freeSlots, shared: 0 });
    },
    remove(id) {
      const entry = entries.get(id);
      entries.delete(id);
      change({ files: without(id), tooMany: false });
      entry?.upload?.abort();
      // If this request fails, the server removes the file later.
      if (entry?.offered) void rpc("withdraw_file", { p_file_id: id }).then(({ ok }) => ok && removeBytes([id]));
    },
    async shareAll() {
      if (store.getSnapshot().busy) return;
      change({ busy: true, tooMany: false, shared: 0 });
      for (const file of store.getSnapshot().files) {
        if (!entries.has(file.id) || file.state.name === "rejected") continue;
        setFileState(file.id, { name: "sending", share: 0 });
        const line = await shareOne(file);
        if (!entries.has(file.id)) continue;
        if (!line.ok) {
          setFileState(file.id, { name: "failed", error: line.error });
          continue;
        }
        entries.delete(file.id);
        change({ files: without(file.id), shared: store.getSnapshot().shared + 1 });
        onShared(line.value);
      }
      change({ busy: false });
    },
    close() {
      for (const { id } of store.getSnapshot().files) sharing.remove(id);
    },
  };
  return sharing;
}

/** Result for a file that was removed during its upload. It is not shown. */
const REMOVED: Result<never> = fail("file/not-found");
