/**
 * Sign-in by an emailed code or link, for visitors and guests. No response reveals whether an address has an account:
 * all steps look alike, and the differences stay on the server.
 */
import type { AuthError, AuthResponse } from "@supabase/supabase-js";
import { emailAddress, type LinkToken } from "#contracts/account.ts";
import { type ErrorCode, fail, ok, type Result } from "#contracts/errors.ts";
import type { SignIn, Viewer } from "~/lib/loadContext.ts";
import { factorPath, pathOnSite, postSignInPath } from "~/lib/postSignInPath.ts";
import type { Rpc } from "~/lib/rpc.ts";
import { type Auth, authErrorCode, isTransientAuthError } from "./auth-client.ts";
import type { CookieJar } from "./cookieJar.ts";
import type { CountMailbox } from "./mailboxLimits.ts";
import { type PendingSignInCookie, readPendingSignIn, writePendingSignIn } from "./pendingSignInCookie.ts";
import type { RecordSignIn } from "./recordSignIn.ts";
import type { RequestSession } from "./session.ts";
import type { CheckCaptcha } from "./turnstile.ts";

interface SignInParts {
  auth: () => Auth;
  jar: CookieJar;
  session: RequestSession;
  rpc: Rpc;
  countMailbox: CountMailbox;
  checkCaptcha: CheckCaptcha;
  record: RecordSignIn;
  /** Of emails. */
  locale: string;
  /** Origin of this site. */
  origin: string;
}

/** A user and their new session. */
type Entered = AuthResponse["data"];

/**
 * More steps than a guest has meetings. On Cloudflare's free plan a Worker may send 50 requests for each request that it
 * receives.
 */
const MAX_MERGE_STEPS = 40;

export function requestSignIn({
  auth,
  jar,
  session,
  rpc,
  countMailbox,
  checkCaptcha,
  record,
  locale,
  origin,
}: SignInParts): SignIn {
  /** Language of the email, which Auth stores with the user. */
  const data = { ui_locale: locale };
  /** Returns a merge token for the owner of the address, in every case. Without one the sign-in continues. */
  async function createMergeToken(): Promise<string | null> {
    const offer = await rpc("create_merge_token", {});
    return offer.ok ? offer.value.token : null;
  }

  /** Sends the code and returns the error and the merge token of a guest. */
  async function sendCode(email: string, next: string): Promise<{ error: AuthError | null; claim: string | null }> {
    const claim = (await session.viewer()) === null ? null : await createMergeToken();
    // Not reported, like an email too soon: it would reveal that somebody else requested codes for this address.
    if (!(await countMailbox("mailboxSend", email))) return { error: null, claim };
    const { error } = await auth().signInWithOtp({
      email,
      // The email's link carries the path, because it may be opened on a device without the cookie.
      options: { data, emailRedirectTo: `${origin}${postSignInPath(next)}` },
    });
    return { error, claim };
  }

  /** Transfers the guest's data step by step. Returns whether everything is transferred. */
  async function mergeGuest(token: string): Promise<boolean> {
    for (let steps = 0; steps < MAX_MERGE_STEPS; steps += 1) {
      const step = await rpc("redeem_merge_token", { p_token: token });
      if (!step.ok) return false;
      if (!step.value.more) return true;
    }
    return false;
  }

  /** Completes a sign-in and moves the previous guest's data to the account. */
  async function completeSignIn(
    pending: PendingSignInCookie | null,
    before: Viewer | null,
    { user: entered, session: started }: Entered,
    next = pending?.next ?? "/home",
  ): Promise<string> {
    session.invalidate();
    if (started) record(started.access_token);
    if (entered?.user_metadata.ui_locale !== locale) await auth().updateUser({ data });
    const claim = before?.id === entered?.id ? null : (pending?.claim ?? null);
    if (entered?.factors?.some(({ status }) => status === "verified")) {
      // The database refuses everything until then, also the merge.
      if (pending) writePendingSignIn(jar, { ...pending, claim });
      return factorPath(next);
    }
    if (pending && claim && !(await mergeGuest(claim))) {
      writePendingSignIn(jar, { ...pending, claim: null, unclaimed: true });
      return "/sign-in/code";
    }
    writePendingSignIn(jar, null);
    return next;
  }

  return {
    pending() {
      const pending = readPendingSignIn(jar);
      return (
        pending && {
          email: pending.mail,
          next: pending.next,
          requestedAt: pending.askedAt,
          mergeFailed: pending.unclaimed,
        }
      );
    },

    async requestCode(typed, next, captcha): Promise<Result<null>> {
      const mail = emailAddress.safeParse(typed);
      if (!mail.success) return fail("mail/malformed");
      if (!(await checkCaptcha(captcha))) return fail("request/captcha");
      const { error, claim } = await sendCode(mail.data, next);
      // Too soon after the last email, which is still valid. Reporting this would reveal the earlier request.
      if (error && !isResendTooSoon(error)) return fail(sendErrorCode(error), error.code);
      writePendingSignIn(jar, {
        mail: mail.data,
        next: postSignInPath(next),
        askedAt: Date.now(),
        claim,
        unclaimed: false,
      });
      return ok(null);
    },

    async verifyCode(token): Promise<Result<string>> {
      const pending = readPendingSignIn(jar);
      if (pending === null) return fail("account/code-refused", "no pending sign-in");
      if (!(await countMailbox("mailboxTry", pending.mail))) return fail("account/too-many-tries", "mailbox");
      const before = await session.viewer();
      const { data: entered, error } = await auth().verifyOtp({ email: pending.mail, token, type: "email" });
      if (error) return fail(verifyErrorCode(error, "account/code-refused"), error.code);
      return ok(await completeSignIn(pending, before, entered));
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
      return ok(await completeSignIn(ours ? pending : null, before, entered, ours ? pending.next : linkNext));
    },

    async completeFactor(next): Promise<string> {
      const pending = readPendingSignIn(jar);
      const viewer = await session.viewer();
      const isOwn = pending !== null && pending.mail.toLowerCase() === viewer?.email?.toLowerCase();
      if (isOwn && pending.claim !== null && !(await mergeGuest(pending.claim))) {
        writePendingSignIn(jar, { ...pending, claim: null, unclaimed: true });
        return "/sign-in/code";
      }
      writePendingSignIn(jar, null);
      return postSignInPath(next);
    },

    async signOut(scope): Promise<Result<null>> {
      const undo = jar.checkpoint();
      const { error } = await auth().signOut({ scope });
      if (scope === "others") return error ? fail(authErrorCode(error), error.code) : ok(null);
      // Locally the user is signed out in any case, because the cookies are gone; globally only if Auth succeeded.
      if (error && scope === "global") {
        undo();
        return fail(authErrorCode(error), error.code);
      }
      writePendingSignIn(jar, null);
      session.invalidate();
      return ok(null);
    },
  };
}

/** Matches GoTrue's limit for one user. The limit of the whole project has the same code and no seconds. */
const isResendTooSoon = (error: AuthError): boolean =>
  error.code === "over_email_send_rate_limit" && /after \d+ seconds?/u.test(error.message);

function sendErrorCode(error: AuthError): ErrorCode {
  switch (error.code) {
    case "over_email_send_rate_limit":
    case "hook_timeout":
    case "hook_timeout_after_retry":
      return "account/mail-not-sent";
    case "validation_failed":
    case "email_address_invalid":
    case "email_address_not_authorized":
      return "mail/malformed";
    default:
      // GoTrue responds 500 if its mail server rejected the email.
      return error.status === 500 ? "account/mail-not-sent" : authErrorCode(error);
  }
}

function verifyErrorCode(error: AuthError, otherwise: ErrorCode): ErrorCode {
  if (error.status === 429) return "account/too-many-tries";
  return isTransientAuthError(error) ? "network/timeout" : otherwise;
}
