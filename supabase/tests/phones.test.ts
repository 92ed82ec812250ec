/** Accounts that begin with a phone number: what existed before its proof, and what a code by SMS proves. */
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { workspaceFactorResets } from "#contracts/factorResets.ts";
import { exportAccount } from "#contracts/personalData.ts";
import { accountSessions } from "#contracts/sessions.ts";
import { factorActions } from "./support/factors.ts";
import { account, addMember, person, workspaceOf } from "./support/fixtures.ts";
import { newPhone, phoneAccount, signInBySms, unprovenPhone } from "./support/phones.ts";
import { emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { signIn, addFactor } = factorActions(db);
beforeEach(() => db.admin`delete from private.outbox_emails`);

const userOf = async ({ id }: { id: string }) =>
  (
    await db.admin<{ phone: string | null; password: string | null }[]>`
    select phone, encrypted_password as password from auth.users where id = ${id}`
  )[0];
const setPassword = async ({ id }: { id: string }, password: string) =>
  void (await db.admin`update auth.users set encrypted_password = ${password} where id = ${id}`);
const sessionsOf = async ({ id }: { id: string }) =>
  (await db.admin<{ id: string }[]>`select id from auth.sessions where user_id = ${id}`).map((row) => row.id);
const emailProof = z.object({ is_proven: z.boolean() });

describe("a number", () => {
  test("is denied to an account and a guest", async () => {
    for (const who of [await account(db), await person(db), await phoneAccount(db)])
      for (const column of ["phone", "phone_change"])
        await expect(
          db.admin`update auth.users set ${db.admin(column)} = ${newPhone()} where id = ${who.id}`,
        ).rejects.toThrow("needs a permit");
  });

  test("begins an account with a workspace", async () => {
    const ana = await phoneAccount(db);
    await workspaceOf(db, ana);
    const [row] = await db.admin<{ name: string }[]>`
      select name from public.workspaces where id = ${await workspaceOf(db, ana)}`;
    // A name from the number would show it to other members.
    expect(row?.name).toBe("Parley");
  });

  test("may go", async () => {
    const ana = await phoneAccount(db);
    await db.admin`update auth.users set phone = null where id = ${ana.id}`;
    expect((await userOf(ana))?.phone).toBeNull();
  });
});

describe("before the proof of a number", () => {
  test("a stranger's password is dropped", async () => {
    const ana = await unprovenPhone(db);
    expect((await userOf(ana))?.password).toBeNull();
    await setPassword(ana, "of a stranger");
    expect((await userOf(ana))?.password).toBeNull();
  });

  test("a stranger's session and identity end with it", async () => {
    const ana = await unprovenPhone(db);
    await signIn(ana);
    await db.admin`
      insert into auth.identities (provider_id, user_id, identity_data, provider)
      values (${ana.id}, ${ana.id}, '{"sub": "x"}', 'github'), (${ana.id}, ${ana.id}, '{"sub": "x"}', 'phone')`;
    await db.admin`update auth.users set phone_confirmed_at = now() where id = ${ana.id}`;
    expect(await sessionsOf(ana)).toEqual([]);
    expect(await db.admin`select provider from auth.identities where user_id = ${ana.id}`).toEqual([
      { provider: "phone" },
    ]);
  });

  test("a later sign-in ends no other session", async () => {
    const ana = await phoneAccount(db);
    const [first, second] = [await signInBySms(db, ana), await signInBySms(db, ana)];
    expect((await sessionsOf(ana)).toSorted()).toEqual([first.session, second.session].toSorted());
  });
});

describe("a password without an address", () => {
  test("is stored with a permit", async () => {
    const ana = await phoneAccount(db);
    await setPassword(ana, "of a thief");
    expect((await userOf(ana))?.password).toBeNull();
    await db.rpc(await signInBySms(db, ana), "allow_password_change", {}, emptyResult);
    await setPassword(ana, "own");
    expect((await userOf(ana))?.password).toBe("own");
  });
});

describe("an identity of an account without an address", () => {
  const addIdentity = (who: { id: string }, data: object = { sub: "x" }, provider = "google") => db.admin`
    insert into auth.identities (provider_id, user_id, identity_data, provider)
    values (${who.id}, ${who.id}, ${JSON.stringify(data)}::text::jsonb, ${provider})`;

  test("needs a link that its account has begun", async () => {
    const ana = await phoneAccount(db);
    const verified = { sub: "x", email: "ana@parley.example", email_verified: true };
    for (const data of [{ sub: "x" }, verified])
      for (const provider of ["google", "github"])
        await expect(addIdentity(ana, data, provider)).rejects.toThrow("needs a link");
  });

  test("is not linked to an account without an address", async () => {
    const who = await signInBySms(db, await phoneAccount(db));
    const link = { p_provider: "google", p_code_challenge: "A".repeat(43) };
    expect(await rejectionCode(db.rpc(who, "allow_identity", link, emptyResult))).toBe("request/not-allowed");
  });

  test("is not removed without a permit, and gives no address", async () => {
    const ana = await phoneAccount(db);
    await db.admin`alter table auth.identities disable trigger guard_new_identity`;
    await addIdentity(ana, { sub: "x", email: "ana@parley.example", email_verified: true });
    await db.admin`alter table auth.identities enable trigger guard_new_identity`;
    const [row] = await db.admin<{ data: object }[]>`
      select identity_data as data from auth.identities where user_id = ${ana.id}`;
    expect(row?.data).toEqual({ sub: "x", email_verified: true, provider_email: "ana@parley.example" });
    await expect(db.admin`delete from auth.identities where user_id = ${ana.id}`).rejects.toThrow("needs a permit");
  });
});

describe("a person without an address", () => {
  test("repeats the number to delete the account", async () => {
    const ana = await phoneAccount(db);
    const who = await signInBySms(db, ana);
    const request = (p_email: string) => db.rpc(who, "request_account_deletion", { p_email }, z.object({}));
    for (const wrong of ["", "ana@parley.example", ana.phone, "+34600000000"])
      expect(await rejectionCode(request(wrong))).toBe("request/invalid");
    await request(`+${ana.phone}`);
    expect(await db.admin`select from private.account_deletions where user_id = ${ana.id}`).toHaveLength(1);
    expect(await db.admin`select recipient, template from private.outbox_emails`).toEqual([
      { recipient: `+${ana.phone}`, template: "account-deletion" },
    ]);
  });

  test("exports the number", async () => {
    const ana = await phoneAccount(db);
    const exported = await db.rpc(ana, "export_account", {}, exportAccount);
    expect(exported).toMatchObject({ email: null, phone: `+${ana.phone}` });
  });

  test("requests a factor reset; admins see the number", async () => {
    const [ana, boss] = [await phoneAccount(db), await account(db)];
    const workspace = await workspaceOf(db, boss);
    await addMember(db, workspace, ana, "member");
    await addFactor(ana);
    await db.rpc(await signInBySms(db, ana), "request_factor_reset", {}, emptyResult);
    const admin = await signIn(boss);
    const resets = await db.rpc(admin, "workspace_factor_resets", { p_workspace_id: workspace }, workspaceFactorResets);
    expect(resets).toMatchObject([{ user_id: ana.id, email: `+${ana.phone}` }]);
    const [email] = await db.admin<{ payload: object }[]>`
      select payload from private.outbox_emails where template = 'factor-reset'`;
    expect(email?.payload).toMatchObject({ address: `+${ana.phone}` });
    const answer = { p_workspace_id: workspace, p_user_id: ana.id };
    await db.rpc(admin, "answer_factor_reset", { ...answer, p_approved: true }, emptyResult);
    await db.rpc(admin, "answer_factor_reset", { ...answer, p_approved: false }, emptyResult);
    const notices = await db.admin<{ recipient: string; change: string }[]>`
      select recipient, payload ->> 'change' as change from private.outbox_emails where template = 'account-changed' order by key`;
    expect(notices).toEqual(
      ["factor-reset-asked", "factor-reset-approved", "factor-reset-declined"].map((change) => ({
        ...{ recipient: `+${ana.phone}`, change },
      })),
    );
  });
});

describe("a session by SMS", () => {
  test("is listed as one", async () => {
    const ana = await phoneAccount(db);
    const { current } = await db.rpc(await signInBySms(db, ana), "my_sessions", {}, accountSessions);
    expect(current?.methods).toEqual(["sms"]);
  });

  const isProven = async (who: Parameters<typeof db.rpc>[0]) =>
    (await db.rpc(who, "factor_reset_state", {}, emailProof)).is_proven;
  /** An account with address and number, as an operator may have created it. */
  const both = async () => {
    const ana = await account(db);
    await db.admin`alter table auth.users disable trigger refuse_phone`;
    await db.admin`update auth.users set phone = ${newPhone()}, phone_confirmed_at = now() where id = ${ana.id}`;
    await db.admin`alter table auth.users enable trigger refuse_phone`;
    return ana;
  };

  test("proves no address", async () => {
    const ana = await both();
    const bySms = await signInBySms(db, ana);
    expect(await isProven(bySms)).toBe(false);
    // The next session is by email, a moment later.
    const byEmail = await signIn(ana);
    await db.admin`
      insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      values (gen_random_uuid(), ${byEmail.session}, now(), now(), 'otp')`;
    expect(await isProven(byEmail)).toBe(true);
  });

  test("proves who has no address", async () => {
    expect(await isProven(await signInBySms(db, await phoneAccount(db)))).toBe(true);
  });
});
