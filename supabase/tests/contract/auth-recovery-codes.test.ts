/**
 * Recovery codes with the unmodified client behind its flag, attacks first. Each test cites the GoTrue behaviour that it covers:
 * supabase/auth, `internal/api/mfa_recovery_codes.go` and `models/recovery_code.go` (92c0a40).
 */
import type { SupabaseClient } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { requiresClockControl, requiresInbox } from "./auth.support.ts";
import { addFactor, claimsOf, FACTORS_TOML, factorTargetForFile } from "./factors.support.ts";
import { configured } from "./target.ts";

const auth = factorTargetForFile();
const { target, elsewhere, flagged } = auth;

/** Returns a person with a verified factor, signed in with the flag. */
async function withFactor() {
  const { email } = await auth.person();
  const { client } = await elsewhere({ email }, flagged());
  const factor = await addFactor(client);
  return { client, email, factor };
}

async function codesFor(client: SupabaseClient): Promise<string[]> {
  const { data, error } = await client.auth.mfa.recoveryCodes.generate();
  if (error) throw error;
  return data.codes;
}

describe("recovery codes", () => {
  // `RecoveryCodesGenerate`: ten codes of 16 characters of base32, returned once.
  test("are ten codes, shown once", async (context) => {
    requiresInbox(context, target);
    const { client } = await withFactor();
    const { data } = await client.auth.mfa.recoveryCodes.generate();
    expect(data).toMatchObject({ type: "recovery_code", total: 10 });
    expect(new Set(data?.codes).size).toBe(10);
    for (const code of data?.codes ?? []) expect(code).toMatch(/^[a-z2-7]{16}$/u);
    const status = await client.auth.mfa.recoveryCodes.getStatus();
    expect(status.data).toEqual({ id: data?.id, type: "recovery_code", total: 10, remaining: 10 });
    expect((await client.auth.mfa.recoveryCodes.generate()).error).toMatchObject({
      status: 422,
      code: "mfa_verified_factor_exists",
    });
    const stored = await target().owner`select code_hash from auth.mfa_recovery_codes`;
    expect(stored.some(({ code_hash }) => data?.codes.includes(String(code_hash)))).toBe(false);
  });

  // `RecoveryCodesGenerate`: 403 `insufficient_aal` before anything else.
  test("need aal2 to be created, replaced and deleted", async (context) => {
    requiresInbox(context, target);
    const owner = await withFactor();
    await codesFor(owner.client);
    const { client } = await elsewhere(owner, flagged());
    const { generate, regenerate, unenroll } = client.auth.mfa.recoveryCodes;
    for (const act of [generate, regenerate, unenroll]) {
      expect((await act()).error).toMatchObject({ status: 403, code: "insufficient_aal" });
    }
  });

  // `RecoveryCodesVerify`: `aal2`, `mfa/recovery_code`; case, blanks and dashes do not matter.
  test("raise a session, each once", async (context) => {
    requiresInbox(context, target);
    const owner = await withFactor();
    const [code = ""] = await codesFor(owner.client);
    const { client } = await elsewhere(owner, flagged());
    const events: string[] = [];
    client.auth.onAuthStateChange((event) => void events.push(event));
    const typed = ` ${code.slice(0, 8).toUpperCase()}-${code.slice(8)} `;
    expect((await client.auth.mfa.recoveryCodes.verify({ code: typed })).error).toBeNull();
    expect(events).toContain("MFA_CHALLENGE_VERIFIED");
    const { aal, amr } = await claimsOf(client);
    expect({ aal, newest: amr?.[0] }).toMatchObject({ aal: "aal2", newest: { method: "mfa/recovery_code" } });
    expect((await client.auth.mfa.recoveryCodes.verify({ code })).error).toMatchObject({
      status: 422,
      code: "mfa_verification_failed",
    });
    expect((await client.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ remaining: 9 });
  });

  test("raise no session of another user", async (context) => {
    requiresInbox(context, target);
    const [owner, thief] = [await withFactor(), await withFactor()];
    const [code = ""] = await codesFor(owner.client);
    await codesFor(thief.client);
    const { client } = await elsewhere(thief, flagged());
    expect((await client.auth.mfa.recoveryCodes.verify({ code })).error?.code).toBe("mfa_verification_failed");
    expect(await claimsOf(client)).toMatchObject({ aal: "aal1" });
  });

  // `FindRecoveryCodeSetForUpdate`: "concurrent verifications serialize on the user's set".
  test("are used once by concurrent requests", async (context) => {
    requiresInbox(context, target);
    const owner = await withFactor();
    const [code = ""] = await codesFor(owner.client);
    const { client } = await elsewhere(owner, flagged());
    const tries = await Promise.all([1, 2, 3].map(() => client.auth.mfa.recoveryCodes.verify({ code })));
    expect(tries.filter(({ error }) => error === null)).toHaveLength(1);
  });

  // `RegisterFailure`: five failures lock for 15 minutes, 429 `mfa_recovery_codes_locked`; the app still works.
  test("lock for 15 minutes after five wrong codes", async (context) => {
    requiresClockControl(context);
    const owner = await withFactor();
    const [code = ""] = await codesFor(owner.client);
    const { client } = await elsewhere(owner, flagged());
    const verify = (tried: string) => client.auth.mfa.recoveryCodes.verify({ code: tried });
    for (let count = 0; count < 5; count++) {
      expect((await verify("wrongwrongwrong2")).error?.code).toBe("mfa_verification_failed");
    }
    expect((await verify(code)).error).toMatchObject({ status: 429, code: "mfa_recovery_codes_locked" });
    await target()
      .owner`update auth.mfa_recovery_code_sets set verification_locked_until = now() - interval '1 second'`;
    expect((await verify("wrongwrongwrong2")).error?.code).toBe("mfa_verification_failed");
    expect((await verify(code)).error).toBeNull();
  });

  // `RecoveryCodesRegenerate`: "atomically replaces", and clears a lock.
  test("stop working when they are replaced", async (context) => {
    requiresInbox(context, target);
    const owner = await withFactor();
    const [old = ""] = await codesFor(owner.client);
    const { data } = await owner.client.auth.mfa.recoveryCodes.regenerate();
    expect(data?.codes).toHaveLength(10);
    const { client } = await elsewhere(owner, flagged());
    expect((await client.auth.mfa.recoveryCodes.verify({ code: old })).error?.code).toBe("mfa_verification_failed");
    expect((await client.auth.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? "" })).error).toBeNull();
  });

  // `UnenrollFactor` (mfa.go): 422 `mfa_recovery_codes_sole_factor`.
  test("are never the only factor", async (context) => {
    requiresInbox(context, target);
    const { client, factor } = await withFactor();
    await codesFor(client);
    const { factorId } = factor;
    expect((await client.auth.mfa.unenroll({ factorId })).error?.code).toBe("mfa_recovery_codes_sole_factor");
    expect((await client.auth.mfa.recoveryCodes.unenroll()).error).toBeNull();
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
  });

  // `RecoveryCodesStatus`: 404 `mfa_factor_not_found`. `assertRecoveryCodesExperimentalEnabled` (auth-js): without the flag.
  test("do not exist before, and not without the flag", async (context) => {
    requiresInbox(context, target);
    const { client } = await withFactor();
    expect((await client.auth.mfa.recoveryCodes.getStatus()).error).toMatchObject({
      status: 404,
      code: "mfa_factor_not_found",
    });
    await expect(auth.client().auth.mfa.recoveryCodes.getStatus()).rejects.toThrow(/recoveryCodes/u);
  });

  // `RecoveryCodesGenerate`: 422 `mfa_recovery_codes_enroll_not_enabled`, GoTrue's default.
  test(
    "can be switched off",
    configured(FACTORS_TOML, { recoveryCodes: false, rateLimits: {} }, async (own) => {
      const client = own.client({ auth: { experimental: { recoveryCodes: true } } });
      const email = `off-${crypto.randomUUID()}@example.com`;
      await client.auth.signInWithOtp({ email });
      const [message] = (await own.emails?.(email)) ?? [];
      await client.auth.verifyOtp({ email, token: message?.code ?? "", type: "email" });
      await addFactor(client);
      const { generate, verify } = client.auth.mfa.recoveryCodes;
      expect((await generate()).error?.code).toBe("mfa_recovery_codes_enroll_not_enabled");
      expect((await verify({ code: "a" })).error?.code).toBe("mfa_recovery_codes_verify_not_enabled");
    }),
  );
});
