/** Offered and shared files of a call, and their limits. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { FILES_BUCKET } from "#contracts/files.ts";
import { FILE_TYPES } from "#contracts/fileTypes.ts";
import { LIMITS } from "#contracts/limits.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { captionActions } from "./support/captions.ts";
import { fileActions } from "./support/files.ts";
import { ageRateLimits, join, room } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { rejectionCode, service, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { offer, withdraw, share, filed, upload, removeBytes, readable, mayRead, removable, shareUploaded } =
  fileActions(db);
const { wipe, edit, forward, changesOf, broadcastsAfter, update, historyOf } = lineActions(db);
const { scene } = captionActions(db);

describe("offer_file", () => {
  test.each([
    ["file/type", { type: "text/html" }],
    ["file/type", { type: "application/x-msdownload" }],
    ["file/type", { name: "invoice.pdf.exe" }],
    ["file/type", { name: "invoice.pdf.exe." }],
    ["file/type", { name: "invoice.exe\u2024pdf" }],
    ["file/type", { name: "invoice.\u202efdp.exe" }],
    ["file/type", { name: "invoice.pdf\u0007.exe" }],
    ["file/type", { name: "invoice.txt" }],
    ["file/type", { name: "pdf" }],
    ["file/type", { name: "logo.svg", type: "image/svg+xml" }],
    ["file/too-small", { bytes: 0 }],
    ["file/too-large", { bytes: LIMITS.fileBytes.max + 1 }],
    ["request/invalid", { name: "" }],
    ["request/invalid", { name: " \u202e\u0007 " }],
    ["request/invalid", { name: `${"n".repeat(LIMITS.fileName.max)}.pdf` }],
    ["request/invalid", { id: null }],
    ["request/invalid", { bytes: null }],
    ["request/invalid", { type: null }],
  ])("rejects with %s: %j", async (code, more) => {
    const { ana } = await scene();
    expect(await rejectionCode(offer(ana, more))).toBe(code);
  });

  test("strips direction marks from names", async () => {
    const { ana, bob } = await scene();
    const { line } = await shareUploaded(ana, { name: " plan\u202Efdp.exe\u0007.pdf" });
    expect(line).toMatchObject({ text: "planfdp.exe .pdf", file: { name: "planfdp.exe .pdf" } });
    expect((await filed(bob, bob.call)).lines).toMatchObject([{ id: line.id }]);
  });

  test.each([
    ["../../etc/passwd.pdf", "../../etc/passwd.pdf"],
    ["..\u202e/\u2067x.pdf", "../x.pdf"],
    [`${"👩‍🚀".repeat(62)}abc.pdf`, `${"👩‍🚀".repeat(62)}abc.pdf`],
    [`${"🎉".repeat(251)}.pdf`, `${"🎉".repeat(251)}.pdf`],
  ])("keeps %j out of paths", async (name, stored) => {
    const { ana, bob } = await scene();
    const { line, path } = await shareUploaded(ana, { name });
    expect(path).toBe(`${ana.call}/${line.id}`);
    expect(await readable(bob, [line.id])).toEqual([path]);
    expect(line).toMatchObject({ text: stored, file: { name: stored } });
  });

  test("rejects 255 emoji before the ending", async () => {
    const { ana } = await scene();
    expect(await rejectionCode(offer(ana, { name: `${"🎉".repeat(255)}.pdf` }))).toBe("request/invalid");
  });

  test("a repeat is idempotent; reuse is a conflict", async () => {
    const { ana, bob } = await scene();
    const id = randomUUID();
    const path = await offer(ana, { id });
    expect(await offer(ana, { id })).toBe(path);
    expect(await rejectionCode(offer(bob, { id }))).toBe("line/conflict");
    expect(await rejectionCode(offer(ana, { id, bytes: 2 }))).toBe("line/conflict");
    await upload(ana, path);
    const { id: written } = await share(ana, id);
    expect(await offer(ana, { id })).toBe(path);
    await wipe(ana, written);
    expect(await rejectionCode(offer(ana, { id }))).toBe("line/conflict");
  });

  test("limits pending files and daily bytes", async () => {
    const { ana, bob } = await scene();
    const ids = Array.from({ length: LIMITS.filesAtOnce }, () => randomUUID());
    for (const id of ids) await offer(ana, { id });
    expect(await rejectionCode(offer(ana))).toBe("file/too-many");
    await offer(bob);
    await withdraw(ana, ids[0] ?? "");
    const { line } = await shareUploaded(ana, { id: randomUUID() });
    await wipe(ana, line.id);
    await db.admin`update public.files set bytes = ${LIMITS.fileBytes.max} where owner = ${ana.id}`;
    for (const id of ids) await withdraw(ana, id);
    expect(await rejectionCode(offer(ana))).toBe("file/quota");
    await db.admin`update public.files set offered_at = now() - interval '25 hours' where owner = ${ana.id}`;
    await ageRateLimits(db, ana, 60);
    await offer(ana);
  });

  test("forwarding counts nothing", async () => {
    const { ana, bob } = await scene();
    const { line } = await shareUploaded(ana);
    await db.admin`update public.files set bytes = ${LIMITS.fileBytes.max} where id = ${line.id}`;
    const other = await room(db);
    await join(db, other, {}, { role: "authenticated", id: bob.id });
    for (let number = 0; number < 10; number++) await forward(bob, line.id, other);
    await offer(bob);
  });

  test("counts uploaded bytes, not announced ones", async () => {
    const { ana } = await scene();
    for (let number = 0; number < 10; number++)
      await upload(ana, await offer(ana, { bytes: 1 }), { bytes: SERVER_LIMITS.fileBytesPerDay / 10, declared: 1 });
    const ownFiles = await db.admin<
      { id: string; path: string }[]
    >`select id, path from public.files where owner = ${ana.id}`;
    expect(await rejectionCode(offer(ana))).toBe("file/quota");
    for (const { id, path } of ownFiles) {
      await withdraw(ana, id);
      expect(await removable(ana, [id])).toEqual([path]);
      expect(await removeBytes(service, path)).toBe(1);
    }
    expect(await rejectionCode(offer(ana))).toBe("file/quota");
  });
});

describe("share_file", () => {
  test("broadcasts one line with the file", async () => {
    const { place, ana, bob } = await scene();
    const { seq } = await changesOf(bob, place);
    const { line } = await shareUploaded(ana);
    expect(line).toMatchObject({
      ...{ kind: "chat", author: ana.id, text: "plan.pdf", language: "es", seq: seq + 1, deleted: false },
      file: { name: "plan.pdf", type: "application/pdf", bytes: 1_000 },
    });
    expect(await broadcastsAfter(place, seq)).toMatchObject([{ name: "line_posted", body: { line } }]);
    expect(await share(ana, line.id)).toEqual(line);
    expect((await changesOf(bob, place, seq)).lines).toEqual([line]);
    expect((await historyOf(bob)).lines).toEqual([line]);
    expect(await filed(bob, bob.call)).toEqual({ lines: [line], more: false });
    const named = await edit(ana, line.id, "el plan nuevo");
    expect(named).toMatchObject({ text: "el plan nuevo", file: { name: "plan.pdf" } });
  });

  test("a deleted file is unreadable and removable", async () => {
    const { ana, bob } = await scene();
    const { line, path } = await shareUploaded(ana);
    expect(await wipe(ana, line.id)).toMatchObject({ deleted: true, text: "", file: null });
    expect([await mayRead(bob, line.id), await mayRead(ana, line.id)]).toEqual([false, false]);
    expect(await filed(bob, bob.call)).toEqual({ lines: [], more: false });
    const [left] = await db.admin<{ name: string | null }[]>`select name from public.files where id = ${line.id}`;
    expect(left?.name).toBeNull();
    expect(await removable(bob, [line.id])).toEqual([]);
    expect(await removable(ana, [line.id, randomUUID()])).toEqual([path]);
  });

  test("a forwarded file outlives the first line", async () => {
    const { ana, bob } = await scene();
    const { line, path } = await shareUploaded(ana);
    const other = await room(db);
    const there = await join(db, other, {}, { role: "authenticated", id: bob.id });
    const reader = await join(db, other, { name: "Reader" });
    const copy = await forward(bob, line.id, other);
    expect(copy).toMatchObject({ call_id: there.call, forwarded: true, file: line.file });
    await wipe(ana, line.id);
    expect(await readable(reader, [copy.id])).toEqual([path]);
    expect(await removable(ana, [line.id])).toEqual([]);
    await wipe(bob, copy.id);
    expect(await mayRead(reader, copy.id)).toBe(false);
    for (const [who, id] of [
      [ana, line.id],
      [bob, copy.id],
    ] as const)
      expect(await removable(who, [id])).toEqual([path]);
  });

  test("is not forwarded into meetings without storage", async () => {
    const { ana, bob } = await scene();
    const { line } = await shareUploaded(ana);
    const other = await room(db);
    await join(db, other, {}, { role: "authenticated", id: bob.id });
    await update(other.host, other, { keep: "nothing" });
    expect(await rejectionCode(forward(bob, line.id, other))).toBe("file/not-kept");
  });
});

test("names decide types as in the contract", async () => {
  const [row] = await db.admin`select private.file_types() as types, private.file_type('PLAN.v2.PDF') as type`;
  expect(row).toEqual({ types: FILE_TYPES, type: "application/pdf" });
});

test("the bucket is private and matches the contracts", async () => {
  const types = [...new Set(Object.values(FILE_TYPES))].sort();
  const buckets = await db.admin`
    select public, file_size_limit::int as most, allowed_mime_types as types from storage.buckets where id = ${FILES_BUCKET}`;
  expect([...buckets]).toEqual([{ public: false, most: LIMITS.fileBytes.max, types }]);
});
