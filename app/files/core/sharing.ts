/** Files that this person chose, on their way into a call: each is looked at, sent, and then it is a line. */
import { type ErrorCode, type Failure, fail, type Result } from "#contracts/errors.ts";
import type { SharedFile } from "#contracts/files.ts";
import { fileType } from "#contracts/fileTypes.ts";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Line } from "#contracts/lines.ts";
import type { Rpc } from "../../platform/rpc.ts";
import { createStore, type Store } from "../../platform/store.ts";

/** What a browser gives: a `File`. */
export interface Chosen extends Blob {
  readonly name: string;
}

export interface ChosenFile {
  /** Of the line that it becomes. */
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly state: FileState;
}

export type FileState =
  | { readonly name: "ready" }
  /** By the rules: it cannot be shared. */
  | { readonly name: "refused"; readonly code: ErrorCode }
  /** `share` of its bytes have arrived, between 0 and 1. */
  | { readonly name: "sending"; readonly share: number }
  /** What arrived stays; it goes on from there. */
  | { readonly name: "failed"; readonly error: Failure };

export interface SharingState {
  readonly files: readonly ChosenFile[];
  /** Files were chosen that are not among these: they were too many. */
  readonly tooMany: boolean;
  /** It goes on by itself until all are tried. */
  readonly busy: boolean;
  /** How many became lines since the last press. */
  readonly shared: number;
}

export interface Sharing extends Store<SharingState> {
  add(files: readonly Chosen[]): void;
  /** Leaves one out; what of it is under way ends. */
  remove(id: string): void;
  /** One after the other, in their order; those that failed too. */
  share(): Promise<void>;
  close(): void;
}

/** One upload, which `start` begins, or goes on with after it failed. */
export interface Upload {
  start(progress: (share: number) => void): Promise<Result<null>>;
  /** Ends it, and has what arrived forgotten. */
  end(): void;
}

export interface SharingParts {
  readonly rpc: Rpc;
  /** To the object's name that `offer_file` gave. */
  makeUpload(file: Blob, path: string, type: string): Upload;
  newId(): string;
  /** Null: not in a call now. */
  callId(): string | null;
  speaks(): Language;
  /** The line that a file became. */
  take(line: Line): void;
}

/** Why a file cannot be shared, by itself. */
export function refusalOf({ name, size }: Pick<Chosen, "name" | "size">): ErrorCode | null {
  if (fileType(name) === null) return "file/type";
  if (size < LIMITS.file.min) return "file/too-small";
  if (size > LIMITS.file.max) return "file/too-large";
  return null;
}

/** A name within its bound, with its ending. */
export function shortName(name: string): string {
  const points = [...name];
  if (points.length <= LIMITS.fileName.max) return name;
  const ending = [...(/\.[^.]+$/u.exec(name)?.[0] ?? "")];
  return [...points.slice(0, LIMITS.fileName.max - ending.length), ...ending].join("");
}

export function createSharing(parts: SharingParts): Sharing {
  const { rpc, makeUpload, newId, callId, speaks, take } = parts;
  const store = createStore<SharingState>({ files: [], tooMany: false, busy: false, shared: 0 });
  /** By id: what is left of each while it is here. `offered`: the server knows of it. */
  const held = new Map<string, { file: Chosen; upload: Upload | null; offered: boolean }>();

  const change = (next: Partial<SharingState>) => store.set({ ...store.getSnapshot(), ...next });
  const without = (id: string) => store.getSnapshot().files.filter((file) => file.id !== id);
  const show = (id: string, state: FileState) =>
    change({ files: store.getSnapshot().files.map((file) => (file.id === id ? { ...file, state } : file)) });

  async function shareOne({ id, name, bytes }: ChosenFile): Promise<Result<Line>> {
    const one = held.get(id);
    const call = callId();
    const type = fileType(name);
    if (one === undefined || call === null || type === null) return fail("meeting/not-entered");
    const file: SharedFile = { name, type, bytes };
    one.offered = true;
    const offered = await rpc("offer_file", { id, call_id: call, ...file });
    if (!offered.ok) return offered;
    if (!held.has(id)) return GONE;
    one.upload ??= makeUpload(one.file, offered.value.path, type);
    const sent = await one.upload.start((share) => held.has(id) && show(id, { name: "sending", share }));
    if (!sent.ok) return sent;
    return held.has(id) ? rpc("share_file", { id, language: speaks() }) : GONE;
  }

  const sharing: Sharing = {
    ...{ getSnapshot: store.getSnapshot, subscribe: store.subscribe },
    add(chosen) {
      const { files } = store.getSnapshot();
      const room = Math.max(0, LIMITS.filesAtOnce - files.length);
      const added = chosen.slice(0, room).map((file): ChosenFile => {
        const id = newId();
        const code = refusalOf(file);
        held.set(id, { file, upload: null, offered: false });
        const state: FileState = code === null ? { name: "ready" } : { name: "refused", code };
        return { id, name: shortName(file.name), bytes: file.size, state };
      });
      change({ files: [...files, ...added], tooMany: chosen.length > room, shared: 0 });
    },
    remove(id) {
      const one = held.get(id);
      held.delete(id);
      change({ files: without(id), tooMany: false });
      one?.upload?.end();
      // Where it does not get through, the server forgets it by itself.
      if (one?.offered) void rpc("withdraw_file", { id });
    },
    async share() {
      if (store.getSnapshot().busy) return;
      change({ busy: true, tooMany: false, shared: 0 });
      for (const file of store.getSnapshot().files) {
        if (!held.has(file.id) || file.state.name === "refused") continue;
        show(file.id, { name: "sending", share: 0 });
        const line = await shareOne(file);
        if (!held.has(file.id)) continue;
        if (!line.ok) {
          show(file.id, { name: "failed", error: line.error });
          continue;
        }
        held.delete(file.id);
        change({ files: without(file.id), shared: store.getSnapshot().shared + 1 });
        take(line.value);
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
const GONE: Result<never> = fail("file/not-found");
