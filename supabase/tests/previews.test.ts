/** Previews of files, which the sharer's browser makes. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { filePicture, PREVIEW_MAX_BYTES } from "#contracts/board.ts";
import { fileAllowance } from "#contracts/files.ts";
import { QUOTAS } from "#contracts/quotas.ts";
import { boardActions } from "./support/board.ts";
import { fileActions } from "./support/files.ts";
import { person } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { moderation } from "./support/moderation.ts";
import {
  type Argument,
  type DatabaseCaller,
  emptyResult,
  rejectionCode,
  testDatabaseForFile,
  toParameters,
} from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { share, upload, withdraw } = fileActions(db);
const { offerOnBoard, list } = boardActions(db);
const { wipe } = lineActions(db);
const { scene, remove } = moderation(db);

/** Begins like a JPEG. */
const jpeg = (bytes = 200) =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(bytes - 3)]).toString("base64");
const PREVIEW = { width: 400, height: 300, duration_ms: null, hash: "3OcRJYB4d3h/iIeHeEh3eIhw+j3A", picture: jpeg() };

const setPreview = (who: DatabaseCaller, id: string, more: Record<string, Argument> = {}) =>
  db.rpc(who, "set_preview", { p_file_id: id, ...toParameters({ ...PREVIEW, ...more }) }, emptyResult);
const pictureOf = async (who: DatabaseCaller, id: string) =>
  (await db.rpc(who, "file_picture", { p_file_id: id }, filePicture)).jpeg;

/** A meeting, whose guest Ana offered a file. */
async function offered() {
  const found = { ...(await scene()), passer: await person(db) };
  const id = randomUUID();
  const path = await offerOnBoard(found.ana, found.place.id, { id });
  const shareIt = async () => {
    await upload(found.ana, path);
    return share(found.ana, id);
  };
  return { ...found, id, shareIt };
}

test("the readers of a file read its preview", async () => {
  const { ana, bob, host, passer, place, id, shareIt } = await offered();
  await setPreview(ana, id);
  expect(await rejectionCode(pictureOf(ana, id))).toBe("file/not-found");
  await shareIt();
  const { picture, ...sizes } = PREVIEW;
  expect((await list(bob, { meeting_id: place.id })).files).toMatchObject([{ preview: { ...sizes, picture: true } }]);
  expect([await pictureOf(bob, id), await pictureOf(host, id)]).toEqual([picture, picture]);
  expect(await rejectionCode(pictureOf(passer, id))).toBe("file/not-found");
  await remove(host, place, bob);
  expect(await rejectionCode(pictureOf(bob, id))).toBe("file/not-found");
});

test("a file without a preview has none", async () => {
  const { bob, place, id, shareIt } = await offered();
  await shareIt();
  expect((await list(bob, { meeting_id: place.id })).files).toMatchObject([{ preview: null }]);
  expect(await rejectionCode(pictureOf(bob, id))).toBe("file/not-found");
});

describe("set_preview", () => {
  test("counts for the address of a guest", async () => {
    const { ana, id } = await offered();
    const address = randomUUID();
    await db.admin`update public.files set offered_from = ${address} where id = ${id}`;
    await setPreview(ana, id);
    const used = await db.admin<{ subject: string }[]>`
      select subject from public.usage where kind = 'index' and scope = 'guests_address' and amount > 0`;
    expect(used.map(({ subject }) => subject)).toEqual([address]);
  });

  test("rejects others, and files that are shared or withdrawn", async () => {
    const { ana, bob, id, shareIt } = await offered();
    expect(await rejectionCode(setPreview(bob, id))).toBe("file/not-found");
    await shareIt();
    expect(await rejectionCode(setPreview(ana, id))).toBe("file/not-found");
    const other = await offered();
    await withdraw(other.ana, other.id);
    expect(await rejectionCode(setPreview(other.ana, other.id))).toBe("file/not-found");
  });

  test.each<Record<string, Argument>>([
    { width: 0 },
    { width: null },
    { height: 100_001 },
    { duration_ms: -1 },
    { hash: "x" },
    { hash: "AAAAAAAAA" },
    { hash: "<script>alert(1)</script>" },
    { hash: "A".repeat(100_000) },
    { picture: Buffer.from("<svg onload=alert(1)>".repeat(20)).toString("base64") },
    { picture: "no base64" },
    { picture: jpeg().slice(1) },
    { picture: jpeg(PREVIEW_MAX_BYTES + 1) },
    { picture: jpeg(1_000_000) },
  ])("rejects %#", async (wrong) => {
    const { ana, id } = await offered();
    expect(await rejectionCode(setPreview(ana, id, wrong))).toBe("request/invalid");
  });

  test("takes each part alone, and the largest picture", async () => {
    const none = { width: null, height: null, duration_ms: null, hash: null, picture: null };
    for (const part of [{ duration_ms: 1_500 }, { width: 2, height: 1 }, { picture: jpeg(PREVIEW_MAX_BYTES) }]) {
      const { ana, place, id, shareIt } = await offered();
      await setPreview(ana, id, { ...none, ...part });
      // The first one stays.
      await setPreview(ana, id);
      await shareIt();
      const [file] = (await list(ana, { meeting_id: place.id })).files;
      expect(file?.preview).toEqual({ ...none, ...part, picture: "picture" in part });
    }
  });

  test("counts against the quota of the database", async () => {
    const { ana, id } = await offered();
    await db.admin`delete from public.usage`;
    await setPreview(ana, id, { picture: jpeg(1_000) });
    const [used] = await db.admin<{ amount: string }[]>`
      select amount from public.usage where kind = 'index' and scope = 'user' and subject = ${ana.id}`;
    expect(Number(used?.amount)).toBe(1_000);
    const other = await offered();
    await db.admin`
      insert into public.usage (day, kind, scope, subject, amount)
      values ((now() at time zone 'utc')::date, 'index', 'meeting', ${other.place.id}, ${QUOTAS.index.meeting})
      on conflict (day, kind, scope, subject, part) do update set amount = excluded.amount`;
    expect(await rejectionCode(setPreview(other.ana, other.id))).toBe("file/quota");
  });
});

test("a preview is deleted with its file", async () => {
  const { ana, id, shareIt } = await offered();
  await setPreview(ana, id);
  const count = async () => (await db.admin`select from public.file_previews where file_id = ${id}`).count;
  const line = await shareIt();
  expect(await count()).toBe(1);
  await wipe(ana, line.id);
  expect(await count()).toBe(0);
});

test("file_allowance returns the bytes that are left", async () => {
  const { ana, place, passer } = await offered();
  const left = async (who: DatabaseCaller) =>
    (await db.rpc(who, "file_allowance", { p_meeting_id: place.id }, fileAllowance)).bytes;
  await db.admin`delete from public.usage`;
  const before = await left(ana);
  const id = randomUUID();
  await offerOnBoard(ana, place.id, { id, bytes: 5_000_000 });
  expect(before - (await left(ana))).toBe(5_000_000);
  await withdraw(ana, id);
  expect(await rejectionCode(left(passer))).toBe("meeting/not-entered");
});
