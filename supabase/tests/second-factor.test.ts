/** Sessions of people with a second factor: what they may do before and after it, and what a fresh factor permits. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { PERSONAL_DATA } from "#contracts/personalDataLimits.ts";
import { CONCURRENCY } from "#contracts/quotas.ts";
import { erasureActions } from "./support/erasure.ts";
import { factorActions } from "./support/factors.ts";
import { account, join, person, post, room } from "./support/fixtures.ts";
import { sessionActions } from "./support/sessions.ts";
import { rejectionCode, service, testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { signIn, addFactor, confirm, removeFactor, lower, withFactor } = factorActions(db);
const { admit } = sessionActions(db);
const { request, state } = erasureActions(db);
const { team, transfer, setRole, roles } = workspaceActions(db);

const NEEDED = "account/factor-needed";
const late = PERSONAL_DATA.recentSignInMs / 60_000 + 1;
const openTo = (who: Awaited<ReturnType<typeof signIn>>) =>
  db.as(who, async (sql) => (await sql`select private.has_open_session() as open`)[0]?.open);

describe("a session without the second factor", () => {
  test("has no access", async () => {
    const ana = await account(db);
    await addFactor(ana);
    const session = await signIn(ana);
    expect(await rejectionCode(admit(session))).toBe(NEEDED);
    expect(await openTo(session)).toBe(false);
    await admit(await confirm(session));
  });

  test("has none either if it is older than the factor", async () => {
    const ana = await account(db);
    const older = await signIn(ana, 60);
    await admit(older);
    await addFactor(ana);
    expect(await rejectionCode(admit(older))).toBe(NEEDED);
  });

  test("answers 401, so that a page renews its token", async () => {
    const ana = await account(db);
    await addFactor(ana);
    const session = await signIn(ana);
    await expect(admit(session)).rejects.toMatchObject({ code: "PT401" });
  });

  test("does nothing, and ends no call of the person", async () => {
    const ana = await account(db);
    await addFactor(ana);
    const session = await signIn(ana);
    for (const path of ["leave_call", "withdraw_knock", "enter_call", "redeem_merge_token", "end_session"].map(
      (name) => `/rpc/${name}`,
    ))
      expect(await rejectionCode(admit(session, path))).toBe(NEEDED);
  });

  test("uses up no slot of the person", async () => {
    const ana = await account(db);
    const confirmed = await withFactor(ana);
    const other = await signIn(ana);
    const tries = Array.from({ length: CONCURRENCY.requests + 2 }, () => rejectionCode(admit(other)));
    expect(new Set(await Promise.all(tries))).toEqual(new Set([NEEDED]));
    await admit(confirmed);
  });

  test("uploads nothing and joins no topic", async () => {
    const ana = await account(db);
    await addFactor(ana);
    const session = await signIn(ana);
    const rules = await db.admin<{ text: string }[]>`
      select prosrc as text from pg_proc where oid = 'private.can_upload_file(text, bigint)'::regprocedure
      union all
      select pg_get_expr(polqual, polrelid) from pg_policy where polrelid = 'realtime.messages'::regclass and polcmd = 'r'`;
    for (const { text } of rules) expect(text).toMatch(/has_open_session/u);
    expect(await openTo(session)).toBe(false);
  });

  test("translates nothing through the edge function", async () => {
    const ana = await account(db);
    const confirmed = await withFactor(ana);
    const caller = await join(db, await room(db), {}, confirmed);
    const line = await post(db, caller, caller.call);
    const claim = (session: string, level: string) =>
      db.rpc(
        service,
        "claim_translations",
        { p_line_ids: [line.id], p_user_id: ana.id, p_session_id: session, p_level: level },
        z.unknown(),
      );
    expect(await rejectionCode(claim((await signIn(ana)).session, "aal2"))).toBe(NEEDED);
    // A token from before the second step.
    expect(await rejectionCode(claim(confirmed.session, "aal1"))).toBe(NEEDED);
    await claim(confirmed.session, "aal2");
  });
});

describe("tokens", () => {
  // Somebody else may hold the token of before.
  test("from before the confirmation stay without access", async () => {
    const ana = await account(db);
    await addFactor(ana);
    const before = await signIn(ana);
    await confirm(before);
    expect(await rejectionCode(admit(before))).toBe(NEEDED);
  });

  test("are no better than their session", async () => {
    const ana = await withFactor(await account(db));
    await lower(ana);
    expect(await rejectionCode(admit(ana))).toBe(NEEDED);
  });

  test("from an ended session lead to sign in", async () => {
    const ana = await withFactor(await account(db));
    expect(await rejectionCode(admit({ ...ana, session: randomUUID() }))).toBe("request/sign-in-needed");
  });

  test("need no factor that is unverified or of somebody else", async () => {
    const [ana, bob] = [await account(db), await account(db)];
    await addFactor(ana, "unverified");
    await addFactor(bob);
    await admit(await signIn(ana));
    await admit(await signIn(await person(db)));
  });

  test("need none once the last factor is removed", async () => {
    const ana = await account(db);
    const factor = await addFactor(ana);
    const session = await confirm(await signIn(ana));
    await removeFactor(factor);
    await lower(session);
    await admit(session);
    await admit({ ...session, level: "aal1" });
  });
});

describe("a destructive action of a person with a factor", () => {
  test("needs the factor in the last ten minutes", async () => {
    const ana = await account(db);
    await addFactor(ana);
    const session = await confirm(await signIn(ana, 1), late);
    expect(await rejectionCode(request(session))).toBe("account/sign-in-again");
    expect((await state(session)).recent).toBe(false);
    await request(await confirm(session));
  });

  // People with a factor confirm in the same session, and somebody may hold a copied token of before.
  test("takes no token from before the proof", async () => {
    const ana = await account(db);
    await addFactor(ana, "verified", late);
    const copied = await confirm(await signIn(ana, 30), late);
    const confirmed = await confirm(copied);
    expect((await state(copied)).recent).toBe(false);
    expect(await rejectionCode(request(copied))).toBe("account/sign-in-again");
    expect((await state({ ...confirmed, steps: [] })).recent).toBe(false);
    expect((await state(confirmed)).recent).toBe(true);
  });

  test("takes a token with the code that proves it", async () => {
    const ana = await account(db);
    await addFactor(ana, "verified", late);
    const byRecoveryCode = await confirm(await signIn(ana, late), 0, "mfa/recovery_code");
    const byApp = await confirm(byRecoveryCode);
    expect((await state(byRecoveryCode)).recent).toBe(false);
    expect((await state(byApp)).recent).toBe(true);
  });

  test("takes a recovery code in a recent session only", async () => {
    const ana = await account(db);
    await addFactor(ana);
    const old = await confirm(await signIn(ana, late), 0, "mfa/recovery_code");
    expect((await state(old)).recent).toBe(false);
    const recent = await confirm(await signIn(ana), 0, "mfa/recovery_code");
    expect((await state(recent)).recent).toBe(true);
  });

  test("takes no factor that was added to an open session", async () => {
    const ana = await account(db);
    const stolen = await signIn(ana, late);
    const own = await addFactor(ana);
    const confirmed = await confirm(stolen, 0, "totp", own);
    expect(await rejectionCode(request(confirmed))).toBe("account/sign-in-again");
    const recent = await confirm(await signIn(ana), 0, "totp", own);
    expect((await state(recent)).recent).toBe(true);
  });

  test("takes no factor of another or a lowered session", async () => {
    const ana = await account(db);
    await addFactor(ana);
    const [old, fresh] = [await confirm(await signIn(ana), late), await confirm(await signIn(ana))];
    expect((await state(old)).recent).toBe(false);
    await lower(fresh);
    expect((await state(fresh)).recent).toBe(false);
  });

  test("is also to hand over a workspace", async () => {
    const { workspace, owner, member } = await team();
    await addFactor(owner);
    const old = await confirm(await signIn(owner), late);
    expect(await rejectionCode(transfer(old, workspace, member))).toBe("account/sign-in-again");
    expect(await rejectionCode(setRole(old, workspace, member, "owner"))).toBe("account/sign-in-again");
    expect((await roles(workspace))[owner.id]).toBe("owner");
    await transfer(await confirm(old), workspace, member);
    expect((await roles(workspace))[member.id]).toBe("owner");
  });
});

test("transferring a workspace without a factor needs a recent sign-in", async () => {
  const { workspace, owner, member } = await team();
  const old = await signIn(owner, 11);
  expect(await rejectionCode(transfer(old, workspace, member))).toBe("account/sign-in-again");
  await transfer(await signIn(owner), workspace, member);
});
