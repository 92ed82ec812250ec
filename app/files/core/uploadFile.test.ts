import { expect, test } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import {
  CALL,
  FakeFile,
  memory,
  fileSharingScene as scene,
  sharedLine,
  until,
} from "../../../tests/fakes/fileSharing.ts";

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
