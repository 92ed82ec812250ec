/** Permissions to offer, upload, share, see and remove files. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { LIMITS } from "#contracts/limits.ts";
import { captionActions } from "./support/captions.ts";
import { fileActions } from "./support/files.ts";
import { account, addMember, join, person, workspaceOf } from "./support/fixtures.ts";
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
const { update } = lineActions(db);
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

  test("a rejected version is not checked again", async () => {
    const { ana } = await scene();
    const id = randomUUID();
    const path = await offer(ana, { id });
    await upload(ana, path, { checked: false });
    const uploaded = async () => db.rpc(ana, "uploaded_file", { p_file_id: id }, uploadedShape);
    const refuse = (version: string) =>
      db.rpc(service, "refuse_file", { p_file_id: id, p_version: version }, emptyResult);
    await refuse((await uploaded()).version);
    expect(await rejectionCode(uploaded())).toBe("file/content");
    await removeBytes(service, path);
    await upload(ana, path, { checked: false });
    expect(await uploaded()).toMatchObject({ checked: false });
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
