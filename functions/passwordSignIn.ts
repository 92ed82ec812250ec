/**
 * Sign-up, sign-in, recovery and change by password. As with codes, no response reveals whether an address has an account or
 * a password, not even by its time.
 */
import type { AuthError } from "@supabase/auth-js";
import { type ErrorCode, fail, ok, type Result } from "#contracts/errors.ts";
import { normalizePassword, passwordError } from "#contracts/passwords.ts";
import { isPhoneNumber } from "#contracts/phoneNumber.ts";
import type { PasswordSignIn, Viewer } from "~/lib/loadContext.ts";
import { recoverPath } from "~/lib/postSignInPath.ts";
import { isTransientAuthError } from "./auth-client.ts";
import { type PendingSignInCookie, readPendingSignIn, writePendingSignIn } from "./pendingSignInCookie.ts";
import { isResendTooSoon, type SignInParts, type SignInSteps, sendErrorCode } from "./signInSteps.ts";
import { tokenClaims } from "./tokenClaims.ts";

/**
 * A rejected password is answered this long after its request, at the earliest. Hosted Auth compares no hash for an address
 * without a password, and answers sooner.
 */
export const REJECTION_MS = 1_000;

export function passwordSignIn(parts: SignInParts, steps: SignInSteps): PasswordSignIn {
  const { auth, jar, session, countMailbox, checkCaptcha, origin } = parts;

  /** Tries a password. A success replaces the session of this browser. */
  async function tryPassword(address: string, typed: string) {
    const startedAt = Date.now();
    if (!(await countMailbox("passwordTry", address))) return fail("account/password-tries", "mailbox");
    const password = normalizePassword(typed);
    // Auth rejects none differently from a wrong one.
    const credentials = { password: password || " " };
    const { data, error } = await auth().signInWithPassword(
      isPhoneNumber(address) ? { phone: address, ...credentials } : { email: address, ...credentials },
    );
    if (error === null) return ok(data);
    const left = REJECTION_MS - (Date.now() - startedAt);
    if (left > 0) await parts.sleep(left);
    return fail(tryErrorCode(error), error.code);
  }

  const store = (pending: PendingSignInCookie) => {
    writePendingSignIn(jar, pending);
    return ok(null);
  };

  async function sendSignUp(pending: PendingSignInCookie): Promise<Result<null>> {
    // In another browser the link leads to a choice of the password, because that browser does not hold it.
    const { error, claim } = await steps.sendCode(pending.mail, recoverPath(pending.next));
    if (error && !isResendTooSoon(error)) return fail(sendErrorCode(error, pending.mail), error.code);
    return store({ ...pending, claim, askedAt: Date.now() });
  }

  /** Does not wait for Auth, which sends a message only to an address with an account, and needs time for that. */
  async function sendRecovery(pending: PendingSignInCookie): Promise<Result<null>> {
    const isGuest = (await session.viewer()) !== null;
    const claim = isGuest ? await steps.createMergeToken() : null;
    const send = async () => {
      if (!(await countMailbox("mailboxSend", pending.mail))) return;
      // Auth has no recovery by SMS. A code signs in, and leads to the same page.
      if (isPhoneNumber(pending.mail))
        await auth().signInWithOtp({ phone: pending.mail, options: { shouldCreateUser: false } });
      else await auth().resetPasswordForEmail(pending.mail, { redirectTo: `${origin}${pending.next}` });
    };
    parts.waitUntil(send().catch(() => {}));
    return store({ ...pending, claim, askedAt: Date.now() });
  }

  async function refusal(captcha: string): Promise<ErrorCode | null> {
    if (!(await parts.ways()).password) return "request/not-allowed";
    return (await checkCaptcha(captcha)) ? null : "request/captcha";
  }

  return {
    async requestSignUp(typed, typedPassword, next, captcha): Promise<Result<null>> {
      const parsed = await parts.parseAddress(typed);
      if (!parsed.ok) return parsed;
      const { address } = parsed.value;
      const password = normalizePassword(typedPassword);
      const broken = passwordError(password, address) ?? (await refusal(captcha));
      if (broken !== null) return fail(broken);
      const sealed = await parts.sealPassword(password, address);
      return await sendSignUp({ ...steps.pendingOf(parsed.value, next), password: sealed });
    },

    async requestRecovery(typed, next, captcha): Promise<Result<null>> {
      const parsed = await parts.parseAddress(typed);
      if (!parsed.ok) return parsed;
      const refused = await refusal(captcha);
      if (refused !== null) return fail(refused);
      return await sendRecovery({ ...steps.pendingOf(parsed.value, recoverPath(next)), purpose: "recovery" });
    },

    async requestAgain(captcha, requestCode): Promise<Result<null>> {
      const pending = readPendingSignIn(jar);
      if (pending === null) return fail("account/code-refused", "no pending sign-in");
      // The form of the code counts as a guess.
      if (!(await parts.countMail())) return fail("request/rate-limited", "mail");
      if (pending.purpose === "sign-in" && pending.password === null)
        return await requestCode(pending.mail, pending.next, captcha);
      if (!(await checkCaptcha(captcha))) return fail("request/captcha");
      return await (pending.purpose === "recovery" ? sendRecovery(pending) : sendSignUp(pending));
    },

    async enterPassword(typed, password, next, captcha): Promise<Result<string>> {
      const parsed = await parts.parseAddress(typed);
      if (!parsed.ok) return parsed;
      const refused = await refusal(captcha);
      if (refused !== null) return fail(refused);
      const begun = await steps.beginSignIn();
      const entered = await tryPassword(parsed.value.address, password);
      return entered.ok ? ok(await steps.finishSignIn(begun, entered.value, "password", next)) : entered;
    },

    async changePassword(viewer, typed, current): Promise<Result<null>> {
      const password = normalizePassword(typed);
      if (!(await parts.ways()).password) return fail("request/not-allowed");
      const broken = passwordError(password, viewer.address ?? "");
      if (broken !== null) return fail(broken);
      const proven = current === null ? ok(null) : await proveCurrent(viewer, current);
      if (!proven.ok) return proven;
      return await steps.storePassword(password, current === null ? null : normalizePassword(current));
    },

    async confirmPassword(viewer, typed): Promise<Result<null>> {
      if (!(await parts.ways()).password || viewer.managed) return fail("request/not-allowed");
      return await proveCurrent(viewer, typed);
    },
  };

  /** Signs in again with the current password: the new session is the proof that the database requires. */
  async function proveCurrent({ address, level }: Viewer, current: string): Promise<Result<null>> {
    // A sign-in by password alone would lose the second factor.
    if (level === "aal2") return fail("account/sign-in-again");
    const token = await session.token();
    const former = token.ok ? tokenClaims(token.value?.accessToken ?? "") : null;
    const tried = await tryPassword(address ?? "", current);
    if (!tried.ok) return tried;
    session.invalidate();
    parts.record(tried.value.session.access_token);
    // Replaced by the new one. Left alone it would be a device of its own if the change fails.
    if (former !== null) await parts.rpc("end_session", { p_session_id: former.session_id });
    return ok(null);
  }
}

/** Every rejection of Auth looks the same: a wrong password, none, an address without an account, a ban. */
function tryErrorCode(error: AuthError): ErrorCode {
  if (error.status === 429) return "account/password-tries";
  return isTransientAuthError(error) ? "network/timeout" : "account/password-refused";
}
