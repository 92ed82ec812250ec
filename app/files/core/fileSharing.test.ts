import { expect, test } from "vitest";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Line } from "#contracts/lines.ts";
import type { Handlers } from "../../../tests/fakes/backend/state.ts";
import { createFakeClock } from "../../../tests/fakes/clock.ts";
import { fakeRpc } from "../../../tests/fakes/rpc.ts";
import { transcriptLine } from "../../../tests/fakes/transcriptLine.ts";
import type { KeyValueStorage } from "../../lib/storage.ts";
import type { PrepareFile } from "../preview/preparedFile.ts";
import { createFileSharing } from "./fileSharing.ts";
import { fileRejection, truncateFileName } from "./selectedFile.ts";
import { createUnfinishedUploads } from "./unfinishedUploads.ts";
import type { FileUpload } from "./uploadFile.ts";

const CALL = "00000000-0000-4000-8000-00000000000c";

class FakeFile extends Blob {
  readonly name: string;
  constructor(name: string, size = 10) {
    super(["x".repeat(size)]);
    this.name = name;
  }
}

/** An upload that a test controls. */
class FakeUpload implements FileUpload {
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

const sharedLine = (id: string): Result<Line> => ok(transcriptLine(1, { id, kind: "chat" }));

function memory(): KeyValueStorage {
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

function scene({
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
async function until(done: () => boolean): Promise<void> {
  for (let turn = 0; turn < 50; turn++) {
    if (done()) return;
    await Promise.resolve();
  }
  throw new Error("The condition was never met.");
}

test.each([
  ["plan.pdf", 10, null],
  ["Foto.JPG", LIMITS.fileBytes.max, null],
  ["plan.pdf", LIMITS.fileBytes.max + 1, "file/too-large"],
  ["plan.pdf", 0, "file/too-small"],
  ["IMG_0042.MOV", 10, null],
  ["clip.m4v", 10, null],
  ["letter.rtf", 10, null],
  ["all.zip", 10, null],
  ["trip.ics", 10, null],
  ["call.vtt", 10, null],
  ["call.srt", 10, null],
  ["call.json", 10, null],
  ["photo.jpg ", 10, null],
  ["photo.jpg\u200E", 10, null],
  ["README", 10, "file/type"],
  ["setup.exe", 10, "file/type"],
  ["page.html", 10, "file/type"],
  ["pdf", 10, "file/type"],
  ["plan.pdf.constructor", 10, "file/type"],
])("fileRejection returns for %s of %d bytes: %s", (name, size, code) => {
  expect(fileRejection({ name, size })).toBe(code);
});

test("truncateFileName keeps the extension and whole characters", () => {
  const name = truncateFileName(`${"😀".repeat(400)}.docx`);
  expect([...name]).toHaveLength(LIMITS.fileName.max);
  expect(name.endsWith("😀.docx")).toBe(true);
  expect(truncateFileName("plan.pdf")).toBe("plan.pdf");
});

test("uploads files one after the other", async () => {
  const { sharing, calls, uploads, lines, states } = scene();
  sharing.add([new FakeFile("a.pdf"), new FakeFile("b.png")]);
  const shared = sharing.shareAll();
  await until(() => uploads.length === 1);
  uploads[0]?.progress(0.5);
  expect(states()).toEqual([
    ["1", { name: "sending", share: 0.5 }],
    ["2", { name: "queued" }],
  ]);
  uploads[0]?.settle(ok(null));
  await until(() => uploads.length === 2);
  expect(lines.map(({ id }) => id)).toEqual(["1"]);
  uploads[1]?.settle(ok(null));
  await shared;
  expect(sharing.getSnapshot()).toEqual({ files: [], busy: false, shared: 2 });
  expect(calls).toEqual([
    ...["offer 1", "upload 1 application/pdf", "share 1 es"],
    ...["offer 2", "upload 2 image/png", "share 2 es"],
  ]);
});

test("rejects disallowed files and shares the others", async () => {
  const { sharing, uploads, states, lines } = scene();
  sharing.add([new FakeFile("a.exe"), new FakeFile("b.pdf", 0), new FakeFile("c.pdf")]);
  const shared = sharing.shareAll();
  await until(() => uploads.length === 1);
  uploads[0]?.settle(ok(null));
  await shared;
  expect(lines.map(({ id }) => id)).toEqual(["3"]);
  expect(states()).toEqual([
    ["1", { name: "rejected", code: "file/type" }],
    ["2", { name: "rejected", code: "file/too-small" }],
  ]);
});

test("rejects the eleventh file by its name", async () => {
  const { sharing, states } = scene();
  sharing.add([new FakeFile("a.exe"), ...Array.from({ length: LIMITS.filesAtOnce + 1 }, () => new FakeFile("a.pdf"))]);
  const rejected = states().filter(([, state]) => typeof state === "object" && state.name === "rejected");
  expect(rejected).toEqual([
    ["1", { name: "rejected", code: "file/type" }],
    [String(LIMITS.filesAtOnce + 2), { name: "rejected", code: "file/too-many" }],
  ]);
  // A removed file makes room.
  sharing.remove("2");
  sharing.add([new FakeFile("b.pdf")]);
  expect(states().at(-1)?.[1]).toEqual({ name: "ready" });
});

test("lists fifty rejected files of a dropped folder", () => {
  const { sharing, states } = scene();
  sharing.add(Array.from({ length: 500 }, () => new FakeFile("a.exe")));
  sharing.add([new FakeFile("b.pdf"), new FakeFile("b.exe")]);
  expect(states()).toHaveLength(51);
});

test("pauses an upload and shares the next file", async () => {
  const { sharing, uploads, states, lines, calls } = scene();
  sharing.add([new FakeFile("a.pdf"), new FakeFile("b.pdf")]);
  const shared = sharing.shareAll();
  await until(() => uploads.length === 1);
  uploads[0]?.progress(0.4);
  sharing.pause("1");
  await until(() => uploads.length === 2);
  expect(states()[0]).toEqual(["1", { name: "paused", share: 0.4 }]);
  uploads[1]?.settle(ok(null));
  await shared;
  // Another click on Share leaves it paused.
  await sharing.shareAll();
  const resumed = sharing.resume("1");
  await until(() => uploads[0]?.starts === 2);
  uploads[0]?.settle(ok(null));
  await resumed;
  expect(lines.map(({ id }) => id)).toEqual(["2", "1"]);
  expect(calls.filter((call) => call.startsWith("offer"))).toEqual(["offer 1", "offer 2"]);
});

test("removes a file while it is prepared", async () => {
  let finish = () => {};
  const { sharing, calls } = scene({
    prepare: (file) =>
      new Promise((resolve) => {
        finish = () => resolve(ok({ file, preview: null }));
      }),
  });
  sharing.add([new FakeFile("a.pdf")]);
  const shared = sharing.shareAll();
  sharing.remove("1");
  finish();
  await shared;
  expect(calls).toEqual([]);
});

test("continues the upload of an earlier page", async () => {
  const storage = memory();
  const before = scene({ storage });
  before.sharing.add([new FakeFile("a.pdf")]);
  void before.sharing.shareAll();
  await until(() => before.uploads.length === 1);
  // The page is reloaded.
  const after = scene({ storage, firstId: 7 });
  after.sharing.add([new FakeFile("other.pdf", 3), new FakeFile("a.pdf")]);
  const shared = after.sharing.shareAll();
  await until(() => after.uploads.length === 1);
  after.uploads[0]?.settle(ok(null));
  await until(() => after.uploads.length === 2);
  after.uploads[1]?.settle(ok(null));
  await shared;
  expect(after.calls.filter((call) => call.startsWith("offer"))).toEqual(["offer 7", "offer 1"]);
  // It is finished, so the next one is new.
  const last = scene({ storage, firstId: 9 });
  last.sharing.add([new FakeFile("a.pdf")]);
  void last.sharing.shareAll();
  await until(() => last.uploads.length === 1);
  expect(last.calls).toContain("offer 9");
});

test("offers a file again whose earlier offer is gone", async () => {
  const storage = memory();
  const before = scene({ storage });
  before.sharing.add([new FakeFile("a.pdf")]);
  void before.sharing.shareAll();
  await until(() => before.uploads.length === 1);
  const after = scene({
    storage,
    firstId: 7,
    handlers: {
      offer_file: ({ p_file_id: id }) => (id === "1" ? fail("line/conflict") : ok({ path: `${CALL}/${id}` })),
    },
  });
  after.sharing.add([new FakeFile("a.pdf")]);
  const shared = after.sharing.shareAll();
  await until(() => after.uploads.length === 1);
  after.uploads[0]?.settle(ok(null));
  await shared;
  expect(after.lines.map(({ id }) => id)).toEqual(["7"]);
});

test("stores the preview and uploads the prepared file", async () => {
  const previews: object[] = [];
  const { sharing, uploads, calls } = scene({
    prepare: async () =>
      ok({
        file: new FakeFile("a.jpg", 20),
        preview: { width: 4, height: 3, durationMs: null, hash: "abc", picture: null },
      }),
    handlers: {
      set_preview: (preview) => {
        previews.push(preview);
        return fail("file/quota");
      },
    },
  });
  sharing.add([new FakeFile("a.heic")]);
  const shared = sharing.shareAll();
  await until(() => uploads.length === 1);
  uploads[0]?.settle(ok(null));
  await shared;
  expect(previews).toEqual([{ p_file_id: "1", p_width: 4, p_height: 3, p_hash: "abc" }]);
  expect(calls).toContain("upload 1 image/jpeg");
  expect(calls).toContain("share 1 es");
});

test("shares nothing whose place cannot be removed", async () => {
  const { sharing, calls, states } = scene({ prepare: async () => fail("file/place") });
  sharing.add([new FakeFile("a.tiff")]);
  await sharing.shareAll();
  expect(states()).toEqual([["1", { name: "failed", error: { code: "file/place" } }]]);
  expect(calls).toEqual([]);
});

test("continues after a failed file and resumes its upload", async () => {
  const { sharing, uploads, states, lines, calls } = scene();
  sharing.add([new FakeFile("a.pdf"), new FakeFile("b.pdf")]);
  const shared = sharing.shareAll();
  await until(() => uploads.length === 1);
  uploads[0]?.settle(fail("network/offline"));
  await until(() => uploads.length === 2);
  uploads[1]?.settle(ok(null));
  await shared;
  expect(states()).toEqual([["1", { name: "failed", error: { code: "network/offline" } }]]);
  const retried = sharing.shareAll();
  await until(() => uploads[0]?.starts === 2);
  uploads[0]?.settle(ok(null));
  await retried;
  expect(lines.map(({ id }) => id)).toEqual(["2", "1"]);
  expect(calls.filter((entry) => entry.startsWith("upload 1"))).toHaveLength(1);
});

test("shows the server's error", async () => {
  const { sharing, states } = scene({ handlers: { offer_file: () => fail("file/quota") } });
  sharing.add([new FakeFile("a.pdf")]);
  await sharing.shareAll();
  expect(states()).toEqual([["1", { name: "failed", error: { code: "file/quota" } }]]);
});

test("withdraws a file that is removed during its upload", async () => {
  const { sharing, uploads, lines, calls, states } = scene();
  sharing.add([new FakeFile("a.pdf"), new FakeFile("b.pdf")]);
  const shared = sharing.shareAll();
  await until(() => uploads.length === 1);
  sharing.remove("1");
  expect(uploads[0]?.aborted).toBe(true);
  await until(() => uploads.length === 2);
  uploads[0]?.progress(0.9);
  uploads[1]?.settle(ok(null));
  await shared;
  expect(lines.map(({ id }) => id)).toEqual(["2"]);
  expect(states()).toEqual([]);
  expect(calls).toContain("withdraw 1");
  expect(calls).toContain("remove 1");
  expect(calls).not.toContain("withdraw 2");
});

test("shares once per click, and nothing outside a call", async () => {
  const { sharing, uploads, states, leave } = scene();
  sharing.add([new FakeFile("a.pdf")]);
  const shared = sharing.shareAll();
  await sharing.shareAll();
  await until(() => uploads.length === 1);
  uploads[0]?.settle(fail("network/offline"));
  await shared;
  expect(uploads[0]?.starts).toBe(1);
  leave();
  await sharing.shareAll();
  expect(states()).toEqual([["1", { name: "failed", error: { code: "meeting/not-entered" } }]]);
});

test("withdraws only the current upload on close", async () => {
  const { sharing, uploads, calls } = scene();
  sharing.add([new FakeFile("a.pdf"), new FakeFile("b.pdf")]);
  const shared = sharing.shareAll();
  await until(() => uploads.length === 1);
  // An effect's cleanup calls `close` without its object.
  const { close } = sharing;
  close();
  await shared;
  expect(uploads.map(({ aborted }) => aborted)).toEqual([true]);
  expect(calls.filter((entry) => entry.startsWith("withdraw"))).toEqual(["withdraw 1"]);
});

test.each(["offer_file", "files"] as const)("continues after %s was not reached for 20 seconds", async (name) => {
  let reached = false;
  const { sharing, clock, uploads, lines, states } = scene({
    handlers:
      name === "files"
        ? {}
        : {
            offer_file: ({ p_file_id: id }) => (reached ? ok({ path: `${CALL}/${id}` }) : fail("network/not-reached")),
          },
    share: async (id) => (reached || name === "offer_file" ? sharedLine(id) : fail("network/timeout")),
  });
  sharing.add([new FakeFile("a.txt")]);
  const done = sharing.shareAll();
  if (name === "files") {
    await clock.advance(0);
    uploads[0]?.settle(ok(null));
  }
  await clock.advance(20_000);
  expect(states()).toEqual([["1", { name: "sending", share: 0 }]]);
  reached = true;
  await clock.advance(10_000);
  if (name === "offer_file") uploads[0]?.settle(ok(null));
  await done;
  expect(lines).toHaveLength(1);
});
