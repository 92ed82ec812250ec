/**
 * Second factors by Auth. A challenge and its verification are sent within one request of the visitor, because both must come from
 * the same address.
 */
import type { AuthError } from "@supabase/auth-js";
import { asciiDigits } from "#contracts/text/asciiDigits.ts";
import type { Rpc } from "~/lib/rpc.ts";
import type { FactorProblem, FactorResult, FactorState, NewApp, SecondFactor } from "~/lib/secondFactor.ts";
import { type Auth, authErrorCode, isTransientAuthError } from "./auth-client.ts";
import type { RequestSession } from "./session.ts";
import { latestMethod } from "./tokenClaims.ts";

interface SecondFactorParts {
  auth: () => Auth;
  session: Pick<RequestSession, "invalidate">;
  rpc: Rpc;
}

const ISSUER = "Parley";

const PROBLEMS: Readonly<Record<string, FactorProblem>> = {
  mfa_verification_failed: "wrong",
  mfa_challenge_expired: "wrong",
  mfa_factor_name_conflict: "name",
  too_many_enrolled_mfa_factors: "full",
  mfa_recovery_codes_locked: "locked",
  mfa_recovery_codes_enroll_not_enabled: "off",
  mfa_recovery_codes_verify_not_enabled: "off",
};

const done = <T>(value: T): FactorResult<T> => ({ ok: true, value });

function refused(error: AuthError): { readonly ok: false; readonly problem: FactorProblem } | FactorResult<never> {
  const code = error.code ?? "";
  const problem = Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code] : undefined;
  if (problem !== undefined) return { ok: false, problem };
  if (error.status === 429) return { ok: false, problem: "account/too-many-tries" };
  if (isTransientAuthError(error)) return { ok: false, problem: "network/timeout" };
  switch (code) {
    case "insufficient_aal":
      return { ok: false, problem: "account/factor-needed" };
    case "mfa_factor_not_found":
      return { ok: false, problem: "request/not-found" };
    case "no_authorization":
      return { ok: false, problem: "request/sign-in-needed" };
    default:
      return { ok: false, problem: authErrorCode(error) };
  }
}

/** Returns the six digits of an app, in any script, or null. */
function sixDigits(typed: string): string | null {
  const digits = asciiDigits(typed).replaceAll(/[\s-]/gu, "");
  return /^\d{6}$/u.test(digits) ? digits : null;
}

export function requestSecondFactor({ auth, session, rpc }: SecondFactorParts): SecondFactor {
  /** Verified apps, and those that never were. */
  async function listApps() {
    const { data, error } = await auth().mfa.listFactors();
    if (error) return refused(error);
    const totp = data.all.filter(({ factor_type }) => factor_type === "totp");
    return done({
      verified: totp.filter(({ status }) => status === "verified"),
      unverified: totp.filter(({ status }) => status !== "verified"),
    });
  }

  async function verify(factorId: string, code: string): Promise<FactorResult<null>> {
    const { error } = await auth().mfa.challengeAndVerify({ factorId, code });
    if (error) return refused(error);
    session.invalidate();
    return done(null);
  }

  async function confirmByApp(code: string): Promise<FactorResult<null>> {
    const apps = await listApps();
    if (!apps.ok) return apps;
    let result: FactorResult<null> = { ok: false, problem: "wrong" };
    for (const { id } of apps.value.verified) {
      result = await verify(id, code);
      if (result.ok || result.problem !== "wrong") break;
    }
    return result;
  }

  /** Returns whether a recovery code is the latest factor of the session. Without the codes its level would fall. */
  async function isConfirmedByRecoveryCode(): Promise<boolean> {
    const token = (await auth().getSession()).data.session?.access_token ?? "";
    return latestMethod(token, (method) => method === "totp" || method.startsWith("mfa/")) === "mfa/recovery_code";
  }

  /** Removes a verified factor, which the database permits for a moment. */
  async function unenroll(id: string, act: () => Promise<{ error: AuthError | null }>): Promise<FactorResult<null>> {
    const allowed = await rpc("allow_factor_removal", { p_factor_id: id });
    if (!allowed.ok) return { ok: false, problem: allowed.error.code };
    const { error } = await act();
    return error ? refused(error) : done(null);
  }

  /** Auth keeps no recovery codes alone. */
  async function removeRecoveryCodes(): Promise<FactorResult<null>> {
    const { recoveryCodes } = auth().mfa;
    const { data, error } = await recoveryCodes.getStatus();
    if (error) return error.code === "mfa_factor_not_found" || error.status === 404 ? done(null) : refused(error);
    return await unenroll(data.id, () => recoveryCodes.unenroll());
  }

  return {
    async read(): Promise<FactorResult<FactorState>> {
      const apps = await listApps();
      if (!apps.ok) return apps;
      const verified = apps.value.verified.map(({ id, friendly_name, created_at }) => ({
        ...{ id, name: friendly_name ?? "", addedAt: created_at },
      }));
      if (verified.length === 0) return done({ apps: [], recoveryCodes: null });
      // Servers without recovery codes answer as for a person without any.
      const { data } = await auth().mfa.recoveryCodes.getStatus();
      const recoveryCodes = data && { remaining: data.remaining, total: data.total };
      return done({ apps: verified, recoveryCodes });
    },

    async confirm(typed) {
      const digits = sixDigits(typed);
      if (digits !== null) return await confirmByApp(digits);
      const code = typed.trim();
      if (code === "") return { ok: false, problem: "wrong" };
      const { error } = await auth().mfa.recoveryCodes.verify({ code });
      if (error) return refused(error);
      session.invalidate();
      return done(null);
    },

    async confirmByApp(typed) {
      const digits = sixDigits(typed);
      return digits === null ? { ok: false, problem: "wrong" } : await confirmByApp(digits);
    },

    async enroll(name): Promise<FactorResult<NewApp>> {
      const apps = await listApps();
      if (!apps.ok) return apps;
      // The name of an attempt that was given up would be taken for five minutes.
      for (const { id } of apps.value.unverified) await auth().mfa.unenroll({ factorId: id });
      const { data, error } = await auth().mfa.enroll({ factorType: "totp", friendlyName: name, issuer: ISSUER });
      if (error) return refused(error);
      return done({ id: data.id, name, secret: data.totp.secret, uri: data.totp.uri });
    },

    async verifyNew(id, typed) {
      const digits = sixDigits(typed);
      if (digits === null) return { ok: false, problem: "wrong" };
      const allowed = await rpc("allow_new_factor", { p_factor_id: id });
      return allowed.ok ? await verify(id, digits) : { ok: false, problem: allowed.error.code };
    },

    async remove(id) {
      const apps = await listApps();
      if (!apps.ok) return apps;
      const isLast = apps.value.verified.length === 1 && apps.value.verified[0]?.id === id;
      if (isLast) {
        if (await isConfirmedByRecoveryCode()) return { ok: false, problem: "other-first" };
        const withoutCodes = await removeRecoveryCodes();
        if (!withoutCodes.ok) return withoutCodes;
      }
      const removed = await unenroll(id, () => auth().mfa.unenroll({ factorId: id }));
      if (!removed.ok) return removed;
      // The token still states the level that the session has lost.
      await auth().refreshSession();
      session.invalidate();
      return done(null);
    },

    async createRecoveryCodes() {
      const { recoveryCodes } = auth().mfa;
      const status = await recoveryCodes.getStatus();
      const allowed = await rpc("allow_recovery_codes", {});
      if (!allowed.ok) return { ok: false, problem: allowed.error.code };
      const { data, error } = status.error ? await recoveryCodes.generate() : await recoveryCodes.regenerate();
      if (error) return error.status === 404 ? { ok: false, problem: "off" } : refused(error);
      return done(data.codes);
    },
  };
}
