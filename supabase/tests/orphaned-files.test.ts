/** Objects in Storage that nobody may read any more, and file rows that are deleted. */
import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { FILES_BUCKET } from "#contracts/files.ts";
import { LIMITS } from "#contracts/limits.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { captionActions } from "./support/captions.ts";
import { fileActions } from "./support/files.ts";
import { account, ageRateLimits, join, room } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { rejectionCode, service, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { offer, withdraw, share, upload, removeBytes, shareUploaded } = fileActions(db);
const { wipe, forward } = lineActions(db);
const { scene } = captionActions(db);

const unneeded = () => db.rpc(service, "orphaned_files", {}, z.array(z.string()));
/** Removes every listed object as Storage does. */
async function sweep() {
  for (;;) {
    const names = await unneeded();
    for (const name of names) await removeBytes(service, name);
    if (names.length === 0) return;
  }
}
afterEach(sweep);

const HOUR_MS = 3_600_000;
const DAY = LIMITS.unsharedFileTtlMs;
/** Makes the offer older by this number of milliseconds. */
const age = (path: string, milliseconds: number) => db.admin`
  update public.files set offered_at = now() - ${milliseconds} * interval '1 millisecond' where path = ${path}`;
const ageBytes = (path: string, milliseconds: number) => db.admin`
  update storage.objects set created_at = now() - ${milliseconds} * interval '1 millisecond' where name = ${path}`;
const rowsOf = async (path: string) => (await db.admin`select from public.files where path = ${path}`).count;

test("keeps shared and forwarded files forever", async () => {
  const { ana, bob } = await scene();
  const { path } = await shareUploaded(ana);
  const sent = await shareUploaded(ana);
  const other = await room(db);
  await join(db, other, {}, { role: "authenticated", id: bob.id });
  const copy = await forward(bob, sent.line.id, other);
  await wipe(ana, sent.line.id);
  for (const old of [path, sent.path]) await Promise.all([age(old, 400 * DAY), ageBytes(old, 400 * DAY)]);
  expect(await unneeded()).toEqual([]);
  expect([await rowsOf(path), await rowsOf(sent.path)]).toEqual([1, 2]);
  await wipe(bob, copy.id);
  expect(await unneeded()).toEqual([sent.path]);
});

test("keeps pending files for a day", async () => {
  const { ana } = await scene();
  const id = randomUUID();
  const path = await offer(ana, { id });
  await age(path, DAY - HOUR_MS);
  expect(await unneeded()).toEqual([]);
  await upload(ana, path);
  expect(await unneeded()).toEqual([]);
  expect((await share(ana, id)).id).toBe(id);
});

test("lists deleted and withdrawn files at once", async () => {
  const { ana } = await scene();
  const { line, path } = await shareUploaded(ana);
  const id = randomUUID();
  const withdrawn = await offer(ana, { id });
  await upload(ana, withdrawn);
  await wipe(ana, line.id);
  await withdraw(ana, id);
  await ageBytes(path, HOUR_MS);
  expect(await unneeded()).toEqual([path, withdrawn]);
});

test("withdraws unshared files after a day", async () => {
  const { ana, bob } = await scene();
  const [late, never] = [randomUUID(), randomUUID()];
  const path = await offer(ana, { id: late });
  const empty = await offer(bob, { id: never });
  await upload(ana, path);
  await Promise.all([age(path, DAY + HOUR_MS), age(empty, DAY + HOUR_MS)]);
  expect(await unneeded()).toEqual([path]);
  expect(await rejectionCode(share(ana, late))).toBe("file/not-found");
  await expect(upload(bob, empty)).rejects.toThrow(/row-level security/u);
});

test("lists bytes of deleted calls, no other buckets", async () => {
  const { ana } = await scene();
  const { path } = await shareUploaded(ana);
  await db.admin`insert into storage.buckets (id, name) values ('others', 'others')`;
  await db.admin`insert into storage.objects (bucket_id, name) values ('others', 'old')`;
  await ageBytes("old", 2 * DAY);
  await db.admin`delete from public.calls where id = ${ana.call}`;
  expect(await rowsOf(path)).toBe(0);
  expect(await unneeded()).toEqual([]);
  await ageBytes(path, DAY + HOUR_MS);
  expect(await unneeded()).toEqual([path]);
});

test("deletes rows without bytes and quota", async () => {
  const { ana } = await scene();
  const { line, path } = await shareUploaded(ana);
  await wipe(ana, line.id);
  await age(path, DAY + HOUR_MS);
  await unneeded();
  expect(await rowsOf(path)).toBe(1);
  await sweep();
  expect(await rowsOf(path)).toBe(0);
});

test("a deletion returns no daily quota", async () => {
  const host = await account(db);
  const ana = await join(db, await room(db, null, host), {}, host);
  const { line, path } = await shareUploaded(ana);
  await db.admin`update public.files set bytes = ${LIMITS.fileBytes.max} where id = ${line.id}`;
  await wipe(ana, line.id);
  await age(path, DAY - HOUR_MS);
  await sweep();
  expect(await removeBytes(service, path)).toBe(0);
  await ageRateLimits(db, ana, 60);
  for (let number = 1; number < SERVER_LIMITS.fileBytesPerDay / LIMITS.fileBytes.max; number++)
    await offer(ana, { bytes: LIMITS.fileBytes.max });
  expect(await rejectionCode(offer(ana))).toBe("file/quota");
});

test("lists one batch, oldest first", async () => {
  const names = Array.from({ length: SERVER_LIMITS.filesPerSweep + 1 }, () => randomUUID());
  for (const [number, name] of names.entries()) {
    await db.admin`insert into storage.objects (bucket_id, name) values (${FILES_BUCKET}, ${name})`;
    await ageBytes(name, 2 * DAY - number * 1_000);
  }
  expect(await unneeded()).toEqual(names.slice(0, -1));
});
