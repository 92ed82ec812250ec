/** Files in a call: permissions to offer, upload, share, see and remove them, and their limits. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { FILES_BUCKET } from "#contracts/files.ts";
import { FILE_TYPES } from "#contracts/fileTypes.ts";
import { LIMITS } from "#contracts/limits.ts";
import { captionActions } from "./support/captions.ts";
import { fileActions } from "./support/files.ts";
import { account, addMember, ageRateLimits, join, person, room, workspaceOf } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { moderation } from "./support/moderation.ts";
import { anon, emptyResult, rejectionCode, service, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const {
  PDF,
  offer,
  withdraw,
  share,
  filed,
  upload,
  removeBytes,
  readable,
  mayRead,
  removable,
  approve,
  shareUploaded,
} = fileActions(db);
const { remove, end } = moderation(db);
const { wipe, edit, forward, changesOf, broadcastsAfter, update, historyOf } = lineActions(db);
const { scene, callIsOver } = captionActions(db);

const uploadedShape = z.object({ path: z.string(), type: z.string(), version: z.string(), checked: z.boolean() });
const REFUSED = /new row violates row-level security policy/u;

describe("denied file access", () => {
  test("uploads match an own, open offer", async () => {
    const { ana, bob } = await scene();
    const id = randomUUID();
    const path = await offer(ana, { id });
    for (const name of [`${ana.call}/${randomUUID()}`, randomUUID(), `${path}/x`, `../${path}`])
      await expect(upload(ana, name)).rejects.toThrow(REFUSED);
    await expect(upload(bob, path)).rejects.toThrow(REFUSED);
    await expect(upload(await person(db), path)).rejects.toThrow(REFUSED);
    await db.admin`insert into storage.buckets (id, name) values ('others', 'others') on conflict do nothing`;
    await expect(upload(ana, path, { bucket: "others" })).rejects.toThrow(REFUSED);
    await upload(ana, path);
    await expect(upload(ana, path)).rejects.toThrow();
    const other = randomUUID();
    const withdrawn = await offer(ana, { id: other });
    await withdraw(ana, other);
    await expect(upload(ana, withdrawn)).rejects.toThrow(REFUSED);
    await share(ana, id);
    await db.admin`update storage.objects set name = 'moved' where name = ${path}`;
    await expect(upload(ana, path)).rejects.toThrow(REFUSED);
  });

  test("offers need a running call that stores files", async () => {
    const { place, host, ana } = await scene();
    const stranger = { ...(await person(db)), peer: ana.peer, call: ana.call, joined: 1 };
    expect(await rejectionCode(offer(stranger))).toBe("meeting/not-entered");
    expect(await rejectionCode(offer(ana, { call_id: randomUUID() }))).toBe("meeting/not-entered");
    const before = randomUUID();
    const path = await offer(ana, { id: before });
    await upload(ana, path);
    await update(host, place, { keep: "nothing" });
    expect(await rejectionCode(offer(ana))).toBe("file/not-kept");
    expect(await rejectionCode(share(ana, before))).toBe("file/not-kept");
    await update(host, place, { keep: "days" });
    await callIsOver(ana.call);
    await db.admin`update public.calls set ended_at = now() where id = ${ana.call}`;
    expect(await rejectionCode(offer(ana))).toBe("meeting/not-entered");
    expect(await rejectionCode(share(ana, before))).toBe("meeting/not-entered");
    await end(host, place);
    expect(await rejectionCode(offer(ana))).toBe("meeting/ended");
  });

  test("sharing needs the offered, uploaded file", async () => {
    const { ana, bob } = await scene();
    const id = randomUUID();
    const path = await offer(ana, { id });
    expect(await rejectionCode(share(ana, id))).toBe("file/not-found");
    await upload(ana, path, { bytes: PDF.bytes + 1 });
    expect(await rejectionCode(share(ana, id))).toBe("file/not-found");
    const [typed, whole] = [randomUUID(), randomUUID()];
    await upload(ana, await offer(ana, { id: typed }), { type: "text/plain" });
    expect(await rejectionCode(share(ana, typed))).toBe("file/not-found");
    await upload(ana, await offer(ana, { id: whole }));
    expect(await rejectionCode(share(bob, whole))).toBe("file/not-found");
    expect(await rejectionCode(share(ana, whole, "xx"))).toBe("language/unknown");
    expect(await rejectionCode(share(ana, whole, null))).toBe("language/unknown");
    await withdraw(ana, whole);
    expect(await rejectionCode(share(ana, whole))).toBe("file/not-found");
    expect(await rejectionCode(share(ana, randomUUID()))).toBe("file/not-found");
  });

  test("sharing needs a check of the stored version", async () => {
    const { ana, bob } = await scene();
    const id = randomUUID();
    const path = await offer(ana, { id });
    await upload(ana, path, { checked: false });
    expect(await rejectionCode(share(ana, id))).toBe("file/not-found");
    const uploaded = async () => db.rpc(ana, "uploaded_file", { p_file_id: id }, uploadedShape);
    const { version, ...file } = await uploaded();
    expect(file).toEqual({ path, type: "application/pdf", checked: false });
    await expect(db.rpc(ana, "approve_file", { p_file_id: id, p_version: version }, emptyResult)).rejects.toThrow(
      "permission denied",
    );
    expect(await rejectionCode(db.rpc(bob, "uploaded_file", { p_file_id: id }, uploadedShape))).toBe("file/not-found");
    await approve(id, randomUUID());
    expect(await rejectionCode(share(ana, id))).toBe("file/not-found");
    await approve(id, version);
    expect(await uploaded()).toMatchObject({ checked: true });
    await removeBytes(service, path);
    await upload(ana, path, { checked: false });
    expect(await rejectionCode(share(ana, id))).toBe("file/not-found");
    await approve(id, (await uploaded()).version);
    expect((await share(ana, id)).id).toBe(id);
  });

  test("only the owner withdraws", async () => {
    const { ana, bob } = await scene();
    const id = randomUUID();
    await upload(ana, await offer(ana, { id }));
    await withdraw(bob, id);
    expect((await share(ana, id)).id).toBe(id);
    await withdraw(ana, id);
    expect(await mayRead(bob, id)).toBe(true);
  });

  test("strangers, removed participants and former guests read nothing", async () => {
    const { place, host, ana, bob } = await scene();
    const hidden = randomUUID();
    await upload(ana, await offer(ana, { id: hidden }));
    for (const who of [ana, bob]) expect(await mayRead(who, hidden)).toBe(false);
    const { line, path } = await shareUploaded(ana);
    const member = await account(db);
    await addMember(db, await workspaceOf(db, host), member, "member");
    for (const who of [ana, bob, member]) expect(await readable(who, [line.id, hidden, randomUUID()])).toEqual([path]);
    await db.admin`update public.call_peers set left_at = now(), left_reason = 'left' where call_id = ${ana.call}`;
    await db.admin`update public.calls set ended_at = now() where id = ${ana.call}`;
    const later = await join(db, place, { name: "Later" });
    const out = await join(db, place, { name: "Out" });
    await remove(host, place, out);
    for (const who of [await person(db), await account(db), later, out]) {
      expect(await mayRead(who, line.id)).toBe(false);
      expect(await rejectionCode(filed(who, ana.call))).toBe("meeting/not-entered");
    }
    await end(host, place);
    expect(await mayRead(bob, line.id)).toBe(false);
    for (const who of [anon, service]) await expect(mayRead(who, line.id)).rejects.toThrow("permission denied");
  });

  test("clients read, change and remove no objects", async () => {
    const { ana, bob } = await scene();
    const { line, path } = await shareUploaded(ana);
    const pending = await offer(ana);
    await upload(ana, pending);
    for (const who of [ana, bob, anon]) {
      const seen = await db.as(who, async (sql) => sql`select from storage.objects`);
      const changed = await db.as(who, async (sql) => sql`update storage.objects set name = 'x' where name = ${path}`);
      expect([seen.count, changed.count]).toEqual([0, 0]);
      for (const name of [path, pending]) expect(await removeBytes(who, name)).toBe(0);
    }
    expect(await mayRead(bob, line.id)).toBe(true);
  });

  test("one request names a limited number of files", async () => {
    const { ana } = await scene();
    const ids = Array.from({ length: LIMITS.filesPerRequest + 1 }, () => randomUUID());
    expect(await readable(ana, ids.slice(1))).toEqual([]);
    for (const work of [readable, removable])
      for (const many of [ids, []]) expect(await rejectionCode(work(ana, many))).toBe("request/invalid");
  });
});

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
      await upload(ana, await offer(ana, { bytes: 1 }), { bytes: LIMITS.fileBytesPerDay / 10, declared: 1 });
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
