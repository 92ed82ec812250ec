/** Files that this person chose, on their way into a call: each is looked at, sent, and then it is a line. */
import { type ErrorCode, type Failure, fail, type Result } from "#contracts/errors.ts";
import { fileType } from "#contracts/fileTypes.ts";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Line } from "#contracts/lines.ts";
import type { Rpc } from "../../lib/rpc.ts";
import { createStore, type Store } from "../../lib/store.ts";

/** What a browser gives: a `File`. */
export interface NamedBlob extends Blob {
  readonly name: string;
}

export interface SelectedFile {
  /** Of the line that it becomes. */
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly state: SelectedFileState;
}

export type SelectedFileState =
  | { readonly name: "ready" }
  /** By the rules: it cannot be shared. */
  | { readonly name: "refused"; readonly code: ErrorCode }
  /** `share` of its bytes have arrived, between 0 and 1. */
  | { readonly name: "sending"; readonly share: number }
  /** What arrived stays; it goes on from there. */
  | { readonly name: "failed"; readonly error: Failure };

export interface FileSharingState {
  readonly files: readonly SelectedFile[];
  /** Files were chosen that are not among these: they were too many. */
  readonly tooMany: boolean;
  /** It goes on by itself until all are tried. */
  readonly busy: boolean;
  /** How many became lines since the last press. */
  readonly shared: number;
}

export interface FileSharing extends Store<FileSharingState> {
  add(files: readonly NamedBlob[]): void;
  /** Leaves one out; what of it is under way ends. */
  remove(id: string): void;
  /** One after the other, in their order; those that failed too. */
  shareAll(): Promise<void>;
  close(): void;
}

/** One upload, which `start` begins, or goes on with after it failed. */
export interface FileUpload {
  start(progress: (share: number) => void): Promise<Result<null>>;
  /** Ends it, and has what arrived forgotten. */
  abort(): void;
}

export interface FileSharingOptions {
  readonly rpc: Rpc;
  /** To the object's name that `offer_file` gave. */
  createUpload(file: Blob, path: string, type: string): FileUpload;
  newId(): string;
  /** Null: not in a call now. */
  callId(): string | null;
  spokenLanguage(): Language;
  /** The line that a file became. */
  onShared(line: Line): void;
}

/** Why a file cannot be shared, by itself. */
export function fileRejection({ name, size }: Pick<NamedBlob, "name" | "size">): ErrorCode | null {
  if (fileType(name) === null) return "file/type";
  if (size < LIMITS.file.min) return "file/too-small";
  if (size > LIMITS.file.max) return "file/too-large";
  return null;
}

/** A name within its bound, with its ending. */
export function truncateFileName(name: string): string {
  const points = [...name];
  if (points.length <= LIMITS.fileName.max) return name;
  const ending = [...(/\.[^.]+$/u.exec(name)?.[0] ?? "")];
  return [...points.slice(0, LIMITS.fileName.max - ending.length), ...ending].join("");
}

export function createFileSharing(options: FileSharingOptions): FileSharing {
  const { rpc, createUpload, newId, callId, spokenLanguage, onShared } = options;
  const store = createStore<FileSharingState>({ files: [], tooMany: false, busy: false, shared: 0 });
  /** By id: what is left of each while it is here. `offered`: the server knows of it. */
  const entries = new Map<string, { file: NamedBlob; upload: FileUpload | null; offered: boolean }>();

  const change = (next: Partial<FileSharingState>) => store.set({ ...store.getSnapshot(), ...next });
  const without = (id: string) => store.getSnapshot().files.filter((file) => file.id !== id);
  const setFileState = (id: string, state: SelectedFileState) =>
    change({ files: store.getSnapshot().files.map((file) => (file.id === id ? { ...file, state } : file)) });

  async function shareOne({ id, name, bytes }: SelectedFile): Promise<Result<Line>> {
    const entry = entries.get(id);
    const call = callId();
    const type = fileType(name);
    if (entry === undefined || call === null || type === null) return fail("meeting/not-entered");
    entry.offered = true;
    const offered = await rpc("offer_file", {
      p_file_id: id,
      p_call_id: call,
      p_name: name,
      p_type: type,
      p_bytes: bytes,
    });
    if (!offered.ok) return offered;
    if (!entries.has(id)) return REMOVED;
    entry.upload ??= createUpload(entry.file, offered.value.path, type);
    const sent = await entry.upload.start((share) => entries.has(id) && setFileState(id, { name: "sending", share }));
    if (!sent.ok) return sent;
    return entries.has(id) ? rpc("share_file", { p_file_id: id, p_language: spokenLanguage() }) : REMOVED;
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
        const state: SelectedFileState = code === null ? { name: "ready" } : { name: "refused", code };
        return { id, name: truncateFileName(file.name), bytes: file.size, state };
      });
      change({ files: [...files, ...added], tooMany: selected.length > freeSlots, shared: 0 });
    },
    remove(id) {
      const one = entries.get(id);
      entries.delete(id);
      change({ files: without(id), tooMany: false });
      one?.upload?.abort();
      // Where it does not get through, the server forgets it by itself.
      if (one?.offered) void rpc("withdraw_file", { p_file_id: id });
    },
    async shareAll() {
      if (store.getSnapshot().busy) return;
      change({ busy: true, tooMany: false, shared: 0 });
      for (const file of store.getSnapshot().files) {
        if (!entries.has(file.id) || file.state.name === "refused") continue;
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

/** It was left out meanwhile: nobody hears of it. */
const REMOVED: Result<never> = fail("file/not-found");
