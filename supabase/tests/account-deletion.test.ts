/** The request for the deletion of an account, and its withdrawal. */
import { beforeEach, describe, expect, test } from "vitest";
import { PERSONAL_DATA } from "#contracts/personalDataLimits.ts";
import { erasureActions } from "./support/erasure.ts";
import { account, addMember, ageRateLimits, person, workspaceOf } from "./support/fixtures.ts";
import { DAY_MS, sweepStep } from "./support/sweep.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { signIn, request, state, cancel, leaving, erase, emails } = erasureActions(db);
const { team, transfer } = workspaceActions(db);

beforeEach(async () => {
  await db.admin`delete from private.account_deletions`;
  await db.admin`delete from private.outbox_emails`;
});

describe("request_account_deletion", () => {
  test("sends few emails a day, however often it is withdrawn", async () => {
    const ana = await signIn(await account(db));
    for (let count = 0; count < PERSONAL_DATA.requestsInDay; count += 1) {
      await request(ana);
      await db.admin`update private.outbox_emails set state = 'sent', ended_at = now() where state = 'waiting'`;
      await cancel(ana);
    }
    expect(await rejectionCode(request(ana))).toBe("request/rate-limited");
    expect((await state(ana)).delete_at).toBeNull();
    expect(await emails(`${ana.id}@parley.example`)).toHaveLength(PERSONAL_DATA.requestsInDay);
  });

  test("accepts the longest address, which gets no email", async () => {
    const mail = `${"a".repeat(PERSONAL_DATA.address.max - 10)}@b.example`;
    const ana = await signIn(await account(db, mail));
    expect((await request(ana, mail)).delete_at).not.toBeNull();
    expect(await emails(mail)).toEqual([]);
  });

  test("names the day and sends one email", async () => {
    const ana = await signIn(await account(db));
    const before = Date.now();
    const { delete_at } = await request(ana, ` ${ana.id.toUpperCase()}@Parley.example `);
    expect(Date.parse(delete_at ?? "") - before).toBeGreaterThan(PERSONAL_DATA.deletionGraceMs - 60_000);
    expect(await request(ana)).toMatchObject({ delete_at });
    expect(await state(ana)).toEqual({ delete_at, recent: true, owned: [] });
    expect(await emails(`${ana.id}@parley.example`)).toEqual(["account-deletion"]);
  });

  test("rejects guests and another's address", async () => {
    const guest = await signIn(await person(db));
    expect(await rejectionCode(request(guest))).toBe("account/needed");
    const [ana, bob] = [await signIn(await account(db)), await account(db)];
    expect(await rejectionCode(request(ana, `${bob.id}@parley.example`))).toBe("request/invalid");
    expect(await rejectionCode(request(ana, ""))).toBe("request/invalid");
    expect((await state(ana)).delete_at).toBeNull();
  });

  test("needs a recent sign-in of this session", async () => {
    const ana = await account(db);
    expect(await rejectionCode(request(ana))).toBe("account/sign-in-again");
    const old = await signIn(ana, PERSONAL_DATA.recentSignInMs / 60_000 + 1);
    expect(await rejectionCode(request(old))).toBe("account/sign-in-again");
    expect((await state(old)).recent).toBe(false);
    // A fresh session elsewhere permits nothing here, nor does one that ended, or another person's.
    const fresh = await signIn(ana);
    expect(await rejectionCode(request(old))).toBe("account/sign-in-again");
    const bob = await account(db);
    expect(await rejectionCode(request({ ...bob, session: fresh.session ?? "" }))).toBe("account/sign-in-again");
    await db.admin`delete from auth.sessions where user_id = ${ana.id}`;
    expect(await rejectionCode(request(fresh))).toBe("account/sign-in-again");
    expect(await rejectionCode(request({ ...ana, session: "' or true" }))).toBe("account/sign-in-again");
  });

  test.each(["otp", "magiclink", "password", "webauthn"])("accepts a fresh sign-in by %s", async (method) => {
    const ana = await account(db);
    const old = await signIn(ana, PERSONAL_DATA.recentSignInMs / 60_000 + 1, method);
    expect(await rejectionCode(request(old))).toBe("account/sign-in-again");
    expect((await request(await signIn(ana, 0, method))).delete_at).not.toBeNull();
  });

  test("rejects a last owner and names their workspaces", async () => {
    const { workspace, owner, member } = await team();
    const ana = await signIn(owner);
    expect((await state(ana)).owned).toMatchObject([{ id: workspace }]);
    expect(await rejectionCode(request(ana))).toBe("workspace/last-owner");
    await transfer(owner, workspace, member);
    expect((await request(ana)).delete_at).not.toBeNull();
  });

  test("has a limit", async () => {
    const ana = await leaving();
    for (let at = 1; at < PERSONAL_DATA.changesPerMinute; at += 1) await cancel(ana);
    expect(await rejectionCode(cancel(ana))).toBe("request/rate-limited");
    await ageRateLimits(db, ana, 61);
    expect((await cancel(ana)).delete_at).toBeNull();
  });
});

describe("cancel_account_deletion", () => {
  test("keeps the account and withdraws the email", async () => {
    const ana = await leaving();
    expect((await cancel(ana)).delete_at).toBeNull();
    expect(await emails(`${ana.id}@parley.example`)).toEqual([]);
    expect(await erase()).toEqual([0]);
    expect(await workspaceOf(db, ana)).not.toBe("");
  });

  test("needs no recent sign-in, and works in another session", async () => {
    const ana = await leaving();
    const { session: _ended, ...elsewhere } = ana;
    expect((await cancel(elsewhere)).delete_at).toBeNull();
  });

  test("comes before a sweep or is too late", async () => {
    const ana = await leaving();
    // A sweep that has begun holds the row until its batch ends. Clients wait 100 ms for it.
    const cancelAtOnce = db.admin.begin(async (sql) => {
      await sql`select private.sweep('deleted-accounts', 100, null, now() + interval '8 days')`;
      return await rejectionCode(
        db.as(ana, async (client) => {
          await client`set local lock_timeout = '100ms'`;
          await client`select public.cancel_account_deletion()`;
        }),
      );
    });
    expect(await cancelAtOnce).toBe("request/busy");
    expect(await rejectionCode(cancel(ana))).toBe("request/sign-in-needed");

    const bob = await leaving();
    await db.as(bob, async (sql) => {
      await sql`select public.cancel_account_deletion()`;
      // The sweep skips the row, and does not find it in the next hour.
      expect(await sweepStep(db, "deleted-accounts", { aheadMs: 8 * DAY_MS, rows: 1 })).not.toContain(2);
      expect((await db.admin`select from public.profiles where id = ${bob.id} and closed_at is null`).length).toBe(1);
    });
    expect((await state(bob)).delete_at).toBeNull();
    await erase();
    expect((await state(bob)).delete_at).toBeNull();
  });
});

test("nothing is deleted during the week", async () => {
  const ana = await leaving();
  await addMember(db, (await team()).workspace, ana, "member");
  expect(await sweepStep(db, "deleted-accounts", { aheadMs: 6 * DAY_MS })).toEqual([0]);
  expect((await state(await signIn(ana))).delete_at).not.toBeNull();
});
