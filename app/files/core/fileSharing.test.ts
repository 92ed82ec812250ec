import { expect, test } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import { LIMITS } from "#contracts/limits.ts";
import { FakeFile, fileSharingScene as scene, until } from "../../../tests/fakes/fileSharing.ts";

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

test("shows the server's error", async () => {
  const { sharing, states } = scene({ handlers: { offer_file: () => fail("file/quota") } });
  sharing.add([new FakeFile("a.pdf")]);
  await sharing.shareAll();
  expect(states()).toEqual([["1", { name: "failed", error: { code: "file/quota" } }]]);
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
