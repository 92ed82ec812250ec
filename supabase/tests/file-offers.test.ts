/** Offers of files, which reserve quotas for an hour, and uploads, which consume what everybody shares. */
import { randomUUID } from "node:crypto";
import type postgres from "postgres";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { LIMITS } from "#contracts/limits.ts";
import { QUOTA_SHARES, QUOTAS } from "#contracts/quotas.ts";
import { fileActions } from "./support/files.ts";
import { account, type CallMember, join, type Person, person, room } from "./support/fixtures.ts";
import { rejectionCode, service, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { offer, withdraw, upload } = fileActions(db);

beforeEach(() => db.admin`delete from public.usage`);

const MAX = LIMITS.fileBytes.max;
/** The bytes of a person in all meetings of guests. */
const SHARE_OF_GUESTS = QUOTAS.file.workspace / QUOTA_SHARES.meeting / QUOTA_SHARES.guestOfGuests;

const ownRoom = async (host: Person) => join(db, await room(db, null, host), {}, host);
const allowance = async ({ call, ...who }: CallMember) =>
  (await db.rpc(who, "file_allowance", { p_call_id: call }, z.object({ bytes: z.number() }))).bytes;
/** Returns the used bytes of what everybody shares. */
const sharedBytes = async () => {
  const rows = await db.admin<{ amount: number }[]>`
    select amount::float8 as amount from public.usage
    where kind = 'file' and private.is_shared_bucket(scope, subject) and amount > 0 order by scope`;
  return rows.map(({ amount }) => amount);
};
const usedByUser = async ({ id }: Person) =>
  (
    await db.admin<{ amount: number }[]>`
      select amount::float8 as amount from public.usage where kind = 'file' and scope = 'user' and subject = ${id}`
  )[0]?.amount;
/** Leaves this number of bytes of all of Parley. */
const leaveOfAll = (bytes: number) => db.admin`
  insert into public.usage (day, kind, scope, subject, amount)
  values ((now() at time zone 'utc')::date, 'file', 'all', '00000000-0000-0000-0000-000000000000', ${QUOTAS.file.all - bytes})`;

describe("an offer without bytes", () => {
  test("by two accounts in ten meetings leaves guests their day", async () => {
    const victim = await ownRoom(await person(db));
    const before = await allowance(victim);
    const host = await person(db);
    for (const eve of [await account(db), await account(db)])
      for (let meeting = 0; meeting < 5; meeting++) {
        const inside = await join(db, await room(db, null, host), {}, eve);
        await rejectionCode(offer(inside, { bytes: SHARE_OF_GUESTS / 5 }));
      }
    expect(await sharedBytes()).toEqual([]);
    expect(await allowance(victim)).toBe(before);
    await offer(victim);
  });

  test("by an account counts like a guest's in guests' meetings", async () => {
    const [host, eve] = [await person(db), await account(db)];
    const [first, second] = [
      await join(db, await room(db, null, host), {}, eve),
      await join(db, await room(db, null, host), {}, eve),
    ];
    expect(await allowance(first)).toBe(SHARE_OF_GUESTS);
    await offer(first, { bytes: 20_000_000 });
    expect(await allowance(second)).toBe(SHARE_OF_GUESTS - 20_000_000);
    expect(await rejectionCode(offer(second, { bytes: 20_000_000 }))).toBe("file/quota");
    // The own workspace has its own room.
    await offer(await ownRoom(eve), { bytes: MAX });
  });

  test("may be one of ten of the largest size", async () => {
    const ana = await ownRoom(await account(db));
    for (let count = 0; count < LIMITS.filesAtOnce; count++) await offer(ana, { bytes: MAX });
    expect(await allowance(ana)).toBe(0);
    expect(await sharedBytes()).toEqual([]);
    expect(QUOTAS.file.user).toBeLessThanOrEqual(QUOTAS.file.all / QUOTA_SHARES.person);
  });

  test("needs room in what everybody shares", async () => {
    const ana = await ownRoom(await account(db));
    await leaveOfAll(2_500);
    await offer(ana, { bytes: 1_000 });
    expect(await allowance(ana)).toBe(1_500);
    expect(await rejectionCode(offer(ana, { bytes: 1_501 }))).toBe("file/quota");
    await offer(ana, { bytes: 1_500 });
  });
});

describe("an upload", () => {
  test("consumes what everybody shares, once", async () => {
    const ana = await ownRoom(await person(db));
    const id = randomUUID();
    const path = await offer(ana, { id, bytes: 700 });
    expect(await sharedBytes()).toEqual([]);
    await upload(ana, path, { bytes: 700 });
    expect(await sharedBytes()).toEqual([700, 700]);
    expect(await usedByUser(ana)).toBe(700);
    await withdraw(ana, id);
    expect(await sharedBytes()).toEqual([700, 700]);
  });

  test("counts the bytes that Storage received", async () => {
    const ana = await ownRoom(await account(db));
    await upload(ana, await offer(ana, { bytes: 1 }), { bytes: 5_000, declared: 1 });
    expect(await sharedBytes()).toEqual([5_000]);
  });

  test("is rejected when others used up what all share", async () => {
    const ana = await ownRoom(await account(db));
    const path = await offer(ana, { bytes: 1_000 });
    await leaveOfAll(999);
    await expect(upload(ana, path)).rejects.toThrow("row-level security");
    expect(await db.admin`select from storage.objects where name = ${path}`).toHaveLength(0);
  });
});

describe("a reservation", () => {
  const passTime = (milliseconds: number) => db.admin`
    update public.files set offered_at = offered_at - ${milliseconds} * interval '1 millisecond'`;
  const sweep = () => db.rpc(service, "orphaned_files", {}, z.array(z.string()));
  /** A minute instead of an hour, because what was reserved yesterday is not given back. */
  const RESERVED_TTL_MS = 60_000;
  beforeAll(async () => {
    await db.admin.unsafe(`
      alter function private.limits() rename to contract_limits;
      create function private.limits() returns jsonb language sql as
        $$ select private.contract_limits() || '{"reservedBytesTtlMs": ${RESERVED_TTL_MS}}' $$`);
  });

  test("ends after its time and is given back", async () => {
    const ana = await ownRoom(await account(db));
    const ids = Array.from({ length: LIMITS.filesAtOnce }, () => randomUUID());
    for (const id of ids) await offer(ana, { id });
    await upload(ana, `${ana.call}/${ids[0]}`);
    await sweep();
    expect(await usedByUser(ana)).toBe(10_000);
    expect(await rejectionCode(offer(ana))).toBe("file/too-many");
    await passTime(RESERVED_TTL_MS);
    await sweep();
    await sweep();
    // The uploaded file counts.
    expect(await usedByUser(ana)).toBe(1_000);
    await offer(ana);
    await withdraw(ana, ids[1] ?? "");
    expect(await usedByUser(ana)).toBe(2_000);
  });

  test("that ended lets a slow upload count again", async () => {
    const ana = await ownRoom(await account(db));
    const [slow, late] = [await offer(ana), await offer(ana)];
    await passTime(RESERVED_TTL_MS);
    await sweep();
    await db.admin`delete from public.usage`;
    await upload(ana, slow);
    expect(await usedByUser(ana)).toBe(1_000);
    expect(await sharedBytes()).toEqual([1_000]);
    await db.admin`update public.usage set amount = ${QUOTAS.file.user} where scope = 'user'`;
    await expect(upload(ana, late)).rejects.toThrow("row-level security");
  });
});

describe("people behind one address", () => {
  beforeAll(() => db.admin`insert into private.search_salt (salt) values (1)`);
  const from = async <T>(headers: Record<string, string>, ask: (sql: postgres.TransactionSql) => Promise<T>) =>
    db.admin.begin(async (sql) => {
      await sql`select set_config('request.headers', ${JSON.stringify(headers)}, true)`;
      return ask(sql);
    });
  const addressOf = (headers: Record<string, string>) =>
    from(headers, async (sql) => {
      const [row] = await sql<{ address: string | null }[]>`select private.request_address() as address`;
      return row?.address;
    });

  test("are an IPv4 address or a /64 of IPv6", async () => {
    const address = await addressOf({ "cf-connecting-ip": "2001:db8::1" });
    expect(address).toMatch(/^[0-9a-f-]{36}$/u);
    expect(await addressOf({ "cf-connecting-ip": "2001:db8::2:0:0:1" })).toBe(address);
    expect(await addressOf({ "x-forwarded-for": "192.0.2.1, 2001:db8::3" })).toBe(address);
    expect(await addressOf({ "cf-connecting-ip": "2001:db8:0:1::1" })).not.toBe(address);
    expect(await addressOf({ "cf-connecting-ip": "192.0.2.1" })).not.toBe(
      await addressOf({ "cf-connecting-ip": "192.0.2.2" }),
    );
    expect(await addressOf({})).toBeNull();
    for (const name of ["x-forwarded-for", "cf-connecting-ip"])
      for (const value of ["", "nobody"]) expect(await addressOf({ [name]: value })).toBeNull();
  });

  test("have a fifth of all bytes, with accounts too", async () => {
    const headers = { "cf-connecting-ip": "192.0.2.9" };
    const address = (await addressOf(headers)) ?? null;
    const host = await account(db);
    const uploader = await ownRoom(await account(db));
    const uploaded = await offer(uploader, { bytes: 1_000 });
    await db.admin`update public.files set offered_from = ${address} where path = ${uploaded}`;
    await upload(uploader, uploaded, { bytes: 1_000 });
    await db.admin`
      update public.usage set amount = amount + ${QUOTAS.file.all / QUOTA_SHARES.address - 1_500}::int where scope = 'address'`;
    const { id: meeting } = await room(db, null, host);
    const roomFor = (sql: postgres.TransactionSql) =>
      sql`select private.room_for_bytes(${host.id}, ${meeting})::int as bytes`;
    expect([...(await from(headers, roomFor))]).toEqual([{ bytes: 500 }]);
    expect((await db.admin.begin(roomFor))[0]?.bytes).toBeGreaterThan(MAX);
  });

  test("have a fifth of the bytes that all guests upload", async () => {
    const headers = { "cf-connecting-ip": "192.0.2.1" };
    const guest = await person(db);
    const { id: meeting } = await room(db, null, guest);
    const roomFor = (sql: postgres.TransactionSql) =>
      sql`select private.room_for_bytes(${guest.id}, ${meeting})::int as bytes`;
    const before = await from(headers, roomFor);
    const stranger = await ownRoom(await person(db));
    const uploaded = await offer(stranger, { bytes: 1_000 });
    const withdrawn = await offer(stranger, { bytes: 2_000 });
    const address = await addressOf(headers);
    await db.admin`update public.files set offered_from = ${address ?? null} where path in (${uploaded}, ${withdrawn})`;
    await db.rpc(stranger, "withdraw_file", { p_file_id: withdrawn.slice(-36) }, z.unknown());
    expect(await from(headers, roomFor)).toEqual(before);
    await upload(stranger, uploaded, { bytes: 1_000 });
    await db.admin`
      update public.usage set amount = amount + ${QUOTAS.file.workspace / QUOTA_SHARES.address - 1_500}::int
      where scope = 'guests_address'`;
    expect([...(await from(headers, roomFor))]).toEqual([{ bytes: 500 }]);
    expect((await db.admin.begin(roomFor))[0]?.bytes).toBe(SHARE_OF_GUESTS);
  });
});
