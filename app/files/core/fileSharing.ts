/** Files that the user shares: each is validated, uploaded, and becomes a line. */
import { LIMITS } from "#contracts/limits.ts";
import type { Line } from "#contracts/lines.ts";
import { createStore, type Store } from "../../lib/store.ts";
import type { NamedBlob } from "../preview/preparedFile.ts";
import {
  fileRejection,
  isShareable,
  type SelectedFile,
  type SelectedFileState,
  truncateFileName,
} from "./selectedFile.ts";
import { createFileTransfer, type FileTransfer, type UploadOptions } from "./uploadFile.ts";

export interface FileSharingState {
  readonly files: readonly SelectedFile[];
  /** Files are being shared. */
  readonly busy: boolean;
  /** Files shared since the last click. */
  readonly shared: number;
}

export interface FileSharing extends Store<FileSharingState> {
  add(files: readonly NamedBlob[]): void;
  /** Removes a file and aborts its upload. */
  remove(id: string): void;
  pause(id: string): void;
  resume(id: string): Promise<void>;
  /** Shares the files one after the other, and retries failed ones. */
  shareAll(): Promise<void>;
  close(): void;
}

export interface FileSharingOptions extends UploadOptions {
  newId(): string;
  /** Receives the line of a shared file. */
  onShared(line: Line): void;
}

/** Rejected files that are listed. A whole folder may have been dropped. */
const MAX_REJECTED = 50;

export function createFileSharing(options: FileSharingOptions): FileSharing {
  const { newId, onShared } = options;
  const store = createStore<FileSharingState>({ files: [], busy: false, shared: 0 });
  const transfers = new Map<string, FileTransfer>();

  const change = (next: Partial<FileSharingState>) => store.set({ ...store.getSnapshot(), ...next });
  const find = (id: string) => store.getSnapshot().files.find((file) => file.id === id);
  const without = (id: string) => store.getSnapshot().files.filter((file) => file.id !== id);
  const setFileState = (id: string, state: SelectedFileState) =>
    change({ files: store.getSnapshot().files.map((file) => (file.id === id ? { ...file, state } : file)) });

  function select(file: NamedBlob, isFull: boolean): SelectedFile {
    const id = newId();
    const code = fileRejection(file) ?? (isFull ? "file/too-many" : null);
    if (code === null) transfers.set(id, createFileTransfer(id, file, options));
    const state: SelectedFileState = code === null ? { name: "ready" } : { name: "rejected", code };
    return { id, name: truncateFileName(file.name), bytes: file.size, state };
  }

  async function shareOne(id: string, transfer: FileTransfer): Promise<void> {
    setFileState(id, { name: "sending", share: 0 });
    const line = await transfer.run((share) => setFileState(id, { name: "sending", share }));
    if (line === null || find(id) === undefined) return;
    if (!line.ok) {
      setFileState(id, { name: "failed", error: line.error });
      return;
    }
    transfers.delete(id);
    change({ files: without(id), shared: store.getSnapshot().shared + 1 });
    onShared(line.value);
  }

  async function shareQueued(): Promise<void> {
    if (store.getSnapshot().busy) return;
    change({ busy: true, shared: 0 });
    for (;;) {
      const next = store.getSnapshot().files.find(({ state }) => state.name === "queued");
      const transfer = next && transfers.get(next.id);
      if (next === undefined || transfer === undefined) break;
      await shareOne(next.id, transfer);
    }
    change({ busy: false });
  }

  const sharing: FileSharing = {
    ...{ getSnapshot: store.getSnapshot, subscribe: store.subscribe },
    add(selected) {
      const { files } = store.getSnapshot();
      const rejected = files.filter((file) => !isShareable(file)).length;
      let shareable = files.length - rejected;
      const added = selected.map((file) => {
        const entry = select(file, shareable >= LIMITS.filesAtOnce);
        if (isShareable(entry)) shareable += 1;
        return entry;
      });
      const listed = Math.max(0, MAX_REJECTED - rejected);
      const hidden = new Set(added.filter((file) => !isShareable(file)).slice(listed));
      change({ files: [...files, ...added.filter((file) => !hidden.has(file))], shared: 0 });
    },
    remove(id) {
      transfers.get(id)?.remove();
      transfers.delete(id);
      change({ files: without(id) });
    },
    pause(id) {
      const state = find(id)?.state;
      if (state?.name !== "sending") return;
      setFileState(id, { name: "paused", share: state.share });
      transfers.get(id)?.pause();
    },
    async resume(id) {
      if (find(id)?.state.name !== "paused") return;
      setFileState(id, { name: "queued" });
      await shareQueued();
    },
    async shareAll() {
      const { files } = store.getSnapshot();
      for (const { id, state } of files)
        if (state.name === "ready" || state.name === "failed") setFileState(id, { name: "queued" });
      await shareQueued();
    },
    close() {
      for (const { id } of store.getSnapshot().files) sharing.remove(id);
    },
  };
  return sharing;
}
