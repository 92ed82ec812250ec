import { expect, test } from "vitest";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Line } from "#contracts/lines.ts";
import type { Handlers } from "../../../tests/fakes/backend/state.ts";
import { fakeRpc } from "../../../tests/fakes/rpc.ts";
import { transcriptLine } from "../../../tests/fakes/transcriptLine.ts";
import { createFileSharing, type FileUpload, fileRejection, truncateFileName } from "./fileSharing.ts";

const CALL = "00000000-0000-4000-8000-00000000000c";

class FakeFile extends Blob {
  readonly name: string;
  constructor(name: string, size = 10) {
    super(["x".repeat(size)]);
    this.name = name;
  }
}

/** An upload that goes as far as a test lets it. */
class FakeUpload implements FileUpload {
  progress: (share: number) => void = () => {};
  answer: (result: Result<null>) => void = () => {};
  starts = 0;
  ended = false;
  start(progress: (share: number) => void) {
    this.starts += 1;
    this.progress = progress;
    return new Promise<Result<null>>((resolve) => {
      this.answer = resolve;
    });
  }
  abort() {
    this.ended = true;
    this.answer(fail("network/offline"));
  }
}

function scene(answers: Partial<Handlers> = {}) {
  const asked: string[] = [];
  const uploads: FakeUpload[] = [];
  const lines: Line[] = [];
  let ids = 0;
  let call: string | null = CALL;
  const sharing = createFileSharing({
    rpc: fakeRpc({
      offer_file: ({ p_file_id: id }) => {
        asked.push(`offer ${id}`);
        return ok({ path: `${CALL}/${id}` });
      },
      share_file: ({ p_file_id: id, p_language: language }) => {
        asked.push(`share ${id} ${language}`);
        return ok(transcriptLine(1, { id, kind: "chat" }));
      },
      withdraw_file: ({ p_file_id: id }) => {
        asked.push(`withdraw ${id}`);
        return ok(null);
      },
      ...answers,
    }),
    createUpload: (_, path, type) => {
      asked.push(`upload ${path.split("/")[1]} ${type}`);
      const upload = new FakeUpload();
      uploads.push(upload);
      return upload;
    },
    newId: () => {
      ids += 1;
      return String(ids);
    },
    callId: () => call,
    spokenLanguage: () => "es",
    onShared: (line) => lines.push(line),
  });
  const states = () => sharing.getSnapshot().files.map(({ id, state }) => [id, state]);
  const leave = () => {
    call = null;
  };
  return { sharing, asked, uploads, lines, states, leave };
}

/** Until what was asked is answered: each step takes a few turns of promises. */
async function until(done: () => boolean): Promise<void> {
  for (let turn = 0; turn < 50; turn++) {
    if (done()) return;
    await Promise.resolve();
  }
  throw new Error("It never came to that.");
}

test.each([
  ["plan.pdf", 10, null],
  ["Foto.JPG", LIMITS.file.max, null],
  ["plan.pdf", LIMITS.file.max + 1, "file/too-large"],
  ["plan.pdf", 0, "file/too-small"],
  ["setup.exe", 10, "file/type"],
  ["page.html", 10, "file/type"],
  ["pdf", 10, "file/type"],
  ["plan.pdf.constructor", 10, "file/type"],
])("%s of %d bytes: %s", (name, size, code) => {
  expect(fileRejection({ name, size })).toBe(code);
});

test("a name that is too long is cut before its ending, between letters", () => {
  const name = truncateFileName(`${"😀".repeat(400)}.docx`);
  expect([...name]).toHaveLength(LIMITS.fileName.max);
  expect(name.endsWith("😀.docx")).toBe(true);
  expect(truncateFileName("plan.pdf")).toBe("plan.pdf");
});

test("what is chosen goes one after the other, and is a line then", async () => {
  const { sharing, asked, uploads, lines, states } = scene();
  sharing.add([new FakeFile("a.pdf"), new FakeFile("b.png")]);
  const shared = sharing.shareAll();
  await until(() => uploads.length === 1);
  uploads[0]?.progress(0.5);
  expect(states()).toEqual([
    ["1", { name: "sending", share: 0.5 }],
    ["2", { name: "ready" }],
  ]);
  uploads[0]?.answer(ok(null));
  await until(() => uploads.length === 2);
  expect(lines.map(({ id }) => id)).toEqual(["1"]);
  uploads[1]?.answer(ok(null));
  await shared;
  expect(sharing.getSnapshot()).toEqual({ files: [], tooMany: false, busy: false, shared: 2 });
  expect(asked).toEqual([
    ...["offer 1", "upload 1 application/pdf", "share 1 es"],
    ...["offer 2", "upload 2 image/png", "share 2 es"],
  ]);
});

test("what cannot be shared says why, stays out, and holds up no other", async () => {
  const { sharing, uploads, states, lines } = scene();
  sharing.add([new FakeFile("a.exe"), new FakeFile("b.pdf", 0), new FakeFile("c.pdf")]);
  const shared = sharing.shareAll();
  await until(() => uploads.length === 1);
  uploads[0]?.answer(ok(null));
  await shared;
  expect(lines.map(({ id }) => id)).toEqual(["3"]);
  expect(states()).toEqual([
    ["1", { name: "refused", code: "file/type" }],
    ["2", { name: "refused", code: "file/too-small" }],
  ]);
});

test("of more than ten the first ten stay, and it is said until something else is done", () => {
  const { sharing } = scene();
  sharing.add(Array.from({ length: LIMITS.filesAtOnce + 1 }, (_, index) => new FakeFile(`${index}.pdf`)));
  expect(sharing.getSnapshot()).toMatchObject({ tooMany: true });
  expect(sharing.getSnapshot().files).toHaveLength(LIMITS.filesAtOnce);
  sharing.remove("1");
  expect(sharing.getSnapshot()).toMatchObject({ tooMany: false });
});

test("one that failed says why, the next goes on, and another press goes on with the same upload", async () => {
  const { sharing, uploads, states, lines, asked } = scene();
  sharing.add([new FakeFile("a.pdf"), new FakeFile("b.pdf")]);
  const shared = sharing.shareAll();
  await until(() => uploads.length === 1);
  uploads[0]?.answer(fail("network/offline"));
  await until(() => uploads.length === 2);
  uploads[1]?.answer(ok(null));
  await shared;
  expect(states()).toEqual([["1", { name: "failed", error: { code: "network/offline" } }]]);
  const again = sharing.shareAll();
  await until(() => uploads[0]?.starts === 2);
  uploads[0]?.answer(ok(null));
  await again;
  expect(lines.map(({ id }) => id)).toEqual(["2", "1"]);
  expect(asked.filter((one) => one.startsWith("upload 1"))).toHaveLength(1);
});

test("the server's refusal is told as it says it", async () => {
  const { sharing, states } = scene({ offer_file: () => fail("file/quota") });
  sharing.add([new FakeFile("a.pdf")]);
  await sharing.shareAll();
  expect(states()).toEqual([["1", { name: "failed", error: { code: "file/quota" } }]]);
});

test("one that is left out while it goes ends, is taken back, and becomes no line", async () => {
  const { sharing, uploads, lines, asked, states } = scene();
  sharing.add([new FakeFile("a.pdf"), new FakeFile("b.pdf")]);
  const shared = sharing.shareAll();
  await until(() => uploads.length === 1);
  sharing.remove("1");
  expect(uploads[0]?.ended).toBe(true);
  await until(() => uploads.length === 2);
  uploads[0]?.progress(0.9);
  uploads[1]?.answer(ok(null));
  await shared;
  expect(lines.map(({ id }) => id)).toEqual(["2"]);
  expect(states()).toEqual([]);
  expect(asked).toContain("withdraw 1");
  expect(asked).not.toContain("withdraw 2");
});

test("two presses share once; outside of a call nothing goes and nothing is lost", async () => {
  const { sharing, uploads, states, leave } = scene();
  sharing.add([new FakeFile("a.pdf")]);
  const shared = sharing.shareAll();
  await sharing.shareAll();
  await until(() => uploads.length === 1);
  uploads[0]?.answer(fail("network/offline"));
  await shared;
  expect(uploads[0]?.starts).toBe(1);
  leave();
  await sharing.shareAll();
  expect(states()).toEqual([["1", { name: "failed", error: { code: "meeting/not-entered" } }]]);
});

test("closed, what is under way ends and is taken back; what was only chosen is nobody's business", async () => {
  const { sharing, uploads, asked } = scene();
  sharing.add([new FakeFile("a.pdf"), new FakeFile("b.pdf")]);
  const shared = sharing.shareAll();
  await until(() => uploads.length === 1);
  // As an effect's end calls it.
  const { close } = sharing;
  close();
  await shared;
  expect(uploads.map(({ ended }) => ended)).toEqual([true]);
  expect(asked.filter((one) => one.startsWith("withdraw"))).toEqual(["withdraw 1"]);
});
