/**
 * Sign-in by a code or link that is sent by email or SMS, for visitors and guests. No response reveals whether an address has an account:
 * all steps look alike, and the differences stay on the server.
 */
import type { LinkToken } from "#contracts/account.ts";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { isPhoneNumber } from "#contracts/phoneNumber.ts";
import type { SignIn } from "~/lib/loadContext.ts";
import { pathOnSite, postSignInPath } from "~/lib/postSignInPath.ts";
import { authErrorCode } from "./auth-client.ts";
import { connections } from "./connections.ts";
import { emailChange } from "./emailChange.ts";
import { passwordSignIn } from "./passwordSignIn.ts";
import { readPendingSignIn, writePendingSignIn } from "./pendingSignInCookie.ts";
import { phoneChange } from "./phoneChange.ts";
import { providerSignIn } from "./providerSignIn.ts";
import { readLastWay, writeRecovery } from "./signInCookies.ts";
import { isResendTooSoon, type SignInParts, type SignInSteps, sendErrorCode, verifyErrorCode } from "./signInSteps.ts";
import { ssoSignIn } from "./ssoSignIn.ts";

export function requestSignIn(parts: SignInParts, steps: SignInSteps): SignIn {
  const { auth, jar, session, rpc, countMailbox, checkCaptcha, origin } = parts;

  async function requestCode(typed: string, next: string, captcha: string): Promise<Result<null>> {
    const parsed = await parts.parseAddress(typed);
    if (!parsed.ok) return parsed;
    if (!(await checkCaptcha(captcha))) return fail("request/captcha");
    const { address } = parsed.value;
    const { error, claim } = await steps.sendCode(address, next);
    // Too soon after the last message, which is still valid. Reporting this would reveal the earlier request.
    if (error && !isResendTooSoon(error)) return fail(sendErrorCode(error, address), error.code);
    writePendingSignIn(jar, { ...steps.pendingOf(parsed.value, next), askedAt: Date.now(), claim });
    return ok(null);
  }

  /**
   * Returns the error of a session that lacks its second factor, or null. Auth itself ends all sessions of a person for the first factor
   * alone. Any other error ends them: a thief may have used up the requests of the person, who has no other way to sign them out.
   */
  async function refusalOfSession(): Promise<Result<never> | null> {
    const asked = await rpc("has_recent_proof", {});
    return !asked.ok && asked.error.code === "account/factor-needed" ? asked : null;
  }

  const passwords = passwordSignIn(parts, steps);

  return {
    ...passwords,
    ...emailChange(parts, steps),
    ...phoneChange(parts, steps),
    ...providerSignIn(parts, steps),
    ...ssoSignIn(parts),
    ...connections(parts),
    requestAgain: (captcha) => passwords.requestAgain(captcha, requestCode),
    ways: parts.ways,
    lastWay: () => readLastWay(jar),

    pending() {
      const pending = readPendingSignIn(jar);
      return (
        pending && {
          address: pending.mail,
          shown: pending.shown ?? pending.mail,
          next: pending.next,
          requestedAt: pending.askedAt,
          mergeFailed: pending.unclaimed,
        }
      );
    },

    requestCode,

    async verifyCode(token): Promise<Result<string>> {
      const pending = readPendingSignIn(jar);
      if (pending === null) return fail("account/code-refused", "no pending sign-in");
      if (!(await countMailbox("mailboxTry", pending.mail))) return fail("account/too-many-tries", "mailbox");
      const before = await session.viewer();
      const { data: entered, error } = await auth().verifyOtp(
        isPhoneNumber(pending.mail)
          ? { phone: pending.mail, token, type: "sms" }
          : { email: pending.mail, token, type: "email" },
      );
      if (error) return fail(verifyErrorCode(error, "account/code-refused"), error.code);
      const { next } = pending;
      return ok(await steps.completeSignIn({ pending, before, entered, next, way: "code" }));
    },

    async verifyLink({ mail, token_hash, type }: LinkToken, next): Promise<Result<string>> {
      const before = await session.viewer();
      const undo = jar.checkpoint();
      const { data: entered, error } = await auth().verifyOtp({ token_hash, type });
      if (error) return fail(verifyErrorCode(error, "account/link-refused"), error.code);
      if (entered.user && entered.user.email?.toLowerCase() !== mail.toLowerCase()) {
        // Somebody changed the address in their own link. The page named that address, so nobody agreed to this account.
        await auth().signOut({ scope: "local" });
        undo();
        return fail("account/link-refused", "another account");
      }
      const pending = readPendingSignIn(jar);
      // A link for another address is unrelated to the sign-in that this browser started.
      const ours = pending !== null && entered.user?.email === pending.mail;
      const linkNext = postSignInPath(pathOnSite(next, origin));
      const completion = ours ? { pending, next: pending.next } : { pending: null, next: linkNext };
      return ok(await steps.completeSignIn({ ...completion, before, entered, way: "code" }));
    },

    completeFactor: steps.completeFactor,

    async signOut(scope): Promise<Result<null>> {
      const refusal = scope === "local" ? null : await refusalOfSession();
      if (refusal !== null) return refusal;
      const undo = jar.checkpoint();
      const { error } = await auth().signOut({ scope });
      if (scope === "others") return error ? fail(authErrorCode(error), error.code) : ok(null);
      // Locally the user is signed out in any case, because the cookies are gone; globally only if Auth succeeded.
      if (error && scope === "global") {
        undo();
        return fail(authErrorCode(error), error.code);
      }
      writePendingSignIn(jar, null);
      writeRecovery(jar, null);
      session.invalidate();
      return ok(null);
    },
  };
}
