/** The state of files that a user shares, with uploads that a test controls. */
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { Line } from "#contracts/lines.ts";
import { createFileSharing } from "../../app/files/core/fileSharing.ts";
import { createUnfinishedUploads } from "../../app/files/core/unfinishedUploads.ts";
import type { FileUpload } from "../../app/files/core/uploadFile.ts";
import type { PrepareFile } from "../../app/files/preview/preparedFile.ts";
import type { KeyValueStorage } from "../../app/lib/storage.ts";
import type { Handlers } from "./backend/state.ts";
import { createFakeClock } from "./clock.ts";
import { fakeRpc } from "./rpc.ts";
import { transcriptLine } from "./transcriptLine.ts";

export const CALL = "00000000-0000-4000-8000-00000000000c";

export class FakeFile extends Blob {
  readonly name: string;
  constructor(name: string, size = 10) {
    super(["x".repeat(size)]);
    this.name = name;
  }
}

/** An upload that a test controls. */
export class FakeUpload implements FileUpload {
  progress: (share: number) => void = () => {};
  settle: (result: Result<null>) => void = () => {};
  starts = 0;
  aborted = false;
  start(progress: (share: number) => void) {
    this.starts += 1;
    this.progress = progress;
    return new Promise<Result<null>>((resolve) => {
      this.settle = resolve;
    });
  }
  pause() {
    this.settle(fail("network/offline"));
  }
  abort() {
    this.aborted = true;
    this.settle(fail("network/offline"));
  }
}

export const sharedLine = (id: string): Result<Line> => ok(transcriptLine(1, { id, kind: "chat" }));

export function memory(): KeyValueStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

interface SceneOptions {
  handlers?: Partial<Handlers>;
  share?: (id: string) => Promise<Result<Line>>;
  prepare?: PrepareFile;
  storage?: KeyValueStorage;
  firstId?: number;
}

/** Files that a user shares, with a fake server. Ids are counted from `firstId`. */
export function fileSharingScene({
  handlers = {},
  share = async (id) => sharedLine(id),
  prepare = async (file) => ok({ file, preview: null }),
  storage = memory(),
  firstId = 1,
}: SceneOptions = {}) {
  const clock = createFakeClock();
  const calls: string[] = [];
  const uploads: FakeUpload[] = [];
  const lines: Line[] = [];
  let ids = firstId - 1;
  let call: string | null = CALL;
  const sharing = createFileSharing({
    clock,
    rpc: fakeRpc({
      offer_file: ({ p_file_id: id }) => {
        calls.push(`offer ${id}`);
        return ok({ path: `${CALL}/${id}` });
      },
      withdraw_file: ({ p_file_id: id }) => {
        calls.push(`withdraw ${id}`);
        return ok(null);
      },
      ...handlers,
    }),
    share: async (id, language) => {
      calls.push(`share ${id} ${language}`);
      return await share(id);
    },
    removeBytes: async (ids) => calls.push(`remove ${ids}`),
    createUpload: (_, path, type) => {
      calls.push(`upload ${path.split("/")[1]} ${type}`);
      const upload = new FakeUpload();
      uploads.push(upload);
      return upload;
    },
    prepare,
    unfinished: createUnfinishedUploads(() => storage, clock),
    newId: () => {
      ids += 1;
      return String(ids);
    },
    place: () => (call === null ? null : { p_call_id: call }),
    spokenLanguage: () => "es",
    onShared: (line) => lines.push(line),
  });
  const states = () => sharing.getSnapshot().files.map(({ id, state }) => [id, state]);
  const leave = () => {
    call = null;
  };
  return { sharing, clock, calls, uploads, lines, states, leave };
}

/** Runs microtasks until `done`: each step takes a few. */
export async function until(done: () => boolean): Promise<void> {
  for (let turn = 0; turn < 50; turn++) {
    if (done()) return;
    await Promise.resolve();
  }
  throw new Error("The condition was never met.");
}
