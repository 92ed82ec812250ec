/** Permits for second factors: a new app, new recovery codes and the removal of either, by requests to Auth itself, too. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { PERSONAL_DATA } from "#contracts/personalDataLimits.ts";
import { factorActions } from "./support/factors.ts";
import { account, type Person } from "./support/fixtures.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { signIn, addFactor, confirm, withFactor } = factorActions(db);
const late = PERSONAL_DATA.recentSignInMs / 60_000 + 1;

describe("a new factor", () => {
  const verify = (factor: string) => db.admin`update auth.mfa_factors set status = 'verified' where id = ${factor}`;
  const allow = (who: Person, factor: string) => db.rpc(who, "allow_new_factor", { p_factor_id: factor }, z.unknown());

  test("needs a recent sign-in, also at Auth", async () => {
    const ana = await account(db);
    const factor = await addFactor(ana, "unverified");
    expect(await rejectionCode(allow(await signIn(ana, 11), factor))).toBe("account/sign-in-again");
    await expect(verify(factor)).rejects.toThrow("needs a permit");
    await allow(await signIn(ana), factor);
    await verify(factor);
  });

  test("takes no permit of another one", async () => {
    const ana = await account(db);
    const [own, another] = [await addFactor(ana, "unverified"), await addFactor(ana, "unverified")];
    await allow(await signIn(ana), own);
    await expect(verify(another)).rejects.toThrow("needs a permit");
    await verify(own);
    await expect(verify(another)).rejects.toThrow("needs a permit");
  });
});

describe("recovery codes", () => {
  const create = async ({ id }: Person, count = 3) => {
    const [factor, set] = [randomUUID(), randomUUID()];
    await db.admin.begin(async (sql) => {
      await sql`
        insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
        values (${factor}, ${id}, 'Recovery codes', 'recovery_code', 'verified', now(), now())`;
      await sql`
        insert into auth.mfa_recovery_code_sets (id, user_id, mfa_factor_id) values (${set}, ${id}, ${factor})`;
      for (let turn = 0; turn < count; turn += 1)
        await sql`
          insert into auth.mfa_recovery_codes (id, mfa_recovery_code_set_id, code_hash)
          values (${randomUUID()}, ${set}, 'hash')`;
    });
    return set;
  };
  const replace = (set: string) =>
    db.admin.begin(async (sql) => {
      await sql`delete from auth.mfa_recovery_codes where mfa_recovery_code_set_id = ${set}`;
      await sql`
        insert into auth.mfa_recovery_codes (id, mfa_recovery_code_set_id, code_hash)
        values (${randomUUID()}, ${set}, 'hash'), (${randomUUID()}, ${set}, 'another')`;
    });
  const allow = (who: Person) => db.rpc(who, "allow_recovery_codes", {}, z.unknown());

  test("need a fresh proof, also at Auth", async () => {
    const ana = await account(db);
    await addFactor(ana);
    expect(await rejectionCode(allow(await confirm(await signIn(ana), late)))).toBe("account/sign-in-again");
    await expect(create(ana)).rejects.toThrow("need a permit");
    await allow(await confirm(await signIn(ana)));
    await create(ana);
  });

  test("are replaced by a permit of their own", async () => {
    const ana = await withFactor(await account(db));
    await allow(ana);
    const set = await create(ana);
    await expect(replace(set)).rejects.toThrow("need a permit");
    const bob = await withFactor(await account(db));
    await allow(bob);
    await expect(replace(set)).rejects.toThrow("need a permit");
    await allow(ana);
    await replace(set);
  });

  test("are announced by one email", async () => {
    const ana = await withFactor(await account(db, "codes@parley.example"));
    await allow(ana);
    const set = await create(ana);
    await allow(ana);
    await replace(set);
    const emails = await db.admin`
      select payload ->> 'change' as change from private.outbox_emails where recipient = 'codes@parley.example'`;
    expect(emails).toEqual([{ change: "recovery-codes-created" }, { change: "recovery-codes-created" }]);
  });

  test("are protected on a newer Auth, too", async () => {
    expect(await db.admin`select private.protect_recovery_codes() as done`).toEqual([{ done: true }]);
  });
});

describe("the removal of a factor", () => {
  const remove = (id: string) => db.admin`delete from auth.mfa_factors where id = ${id}`;
  const allow = (who: Person, id: string) => db.rpc(who, "allow_factor_removal", { p_factor_id: id }, z.unknown());
  const appsOf = ({ id }: Person) => db.admin`select from auth.mfa_factors where user_id = ${id}`;

  test("needs a fresh proof, also at Auth", async () => {
    const ana = await account(db);
    const app = await addFactor(ana);
    expect(await rejectionCode(allow(await confirm(await signIn(ana), late), app))).toBe("account/sign-in-again");
    await expect(remove(app)).rejects.toThrow("needs a permit");
    await allow(await confirm(await signIn(ana)), app);
    await remove(app);
  });

  test("takes no permit of another one", async () => {
    const ana = await account(db);
    const [first, second] = [await addFactor(ana), await addFactor(ana)];
    const session = await confirm(await signIn(ana));
    await allow(session, first);
    await expect(remove(second)).rejects.toThrow("needs a permit");
    await remove(first);
    await expect(remove(second)).rejects.toThrow("needs a permit");
  });

  test("is permitted for verified ones of the caller", async () => {
    const ana = await withFactor(await account(db));
    const [foreign, unverified] = [await addFactor(await account(db)), await addFactor(ana, "unverified")];
    expect(await rejectionCode(allow(ana, foreign))).toBe("request/not-found");
    expect(await rejectionCode(allow(ana, unverified))).toBe("request/not-found");
    await remove(unverified);
  });

  test("comes with the account, or an operator", async () => {
    const [ana, bob] = [await account(db), await account(db)];
    for (const who of [ana, ana, bob, bob]) await addFactor(who);
    await db.admin`select private.remove_factors(${ana.id})`;
    expect(await appsOf(ana)).toHaveLength(0);
    await db.admin`delete from auth.users where id = ${bob.id}`;
    expect(await appsOf(bob)).toHaveLength(0);
  });
});
