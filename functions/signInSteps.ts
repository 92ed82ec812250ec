/** Steps that the ways to sign in share: the message with a code, and what follows a successful sign-in. */
import type { AuthError, AuthResponse } from "@supabase/auth-js";
import { type ErrorCode, fail, ok, type Result } from "#contracts/errors.ts";
import { isPhoneNumber } from "#contracts/phoneNumber.ts";
import type { SignInWay, SignInWays, Viewer } from "~/lib/loadContext.ts";
import { factorPath, isRecoverPath, postSignInPath, recoverPath } from "~/lib/postSignInPath.ts";
import type { Rpc } from "~/lib/rpc.ts";
import { type Auth, authErrorCode, isTransientAuthError } from "./auth-client.ts";
import type { CookieJar } from "./cookieJar.ts";
import type { CountMailbox } from "./mailboxLimits.ts";
import { type PendingSignInCookie, readPendingSignIn, writePendingSignIn } from "./pendingSignInCookie.ts";
import type { CountMail } from "./rate-limits.ts";
import type { RecordSignIn } from "./recordSignIn.ts";
import type { RequestSession } from "./session.ts";
import type { Verifiers } from "./sessionStorage.ts";
import { writeLastWay, writeRecovery } from "./signInCookies.ts";
import { tokenClaims } from "./tokenClaims.ts";
import type { CheckCaptcha } from "./turnstile.ts";
import type { Address } from "./typedAddress.ts";

export interface SignInParts {
  auth: () => Auth;
  /** Verifiers of flows that `auth` begins. */
  verifiers: Verifiers;
  jar: CookieJar;
  session: RequestSession;
  rpc: Rpc;
  /** Calls the database with this access token. */
  rpcAs(accessToken: string): Rpc;
  ways(): Promise<SignInWays>;
  /** Errors: `mail/malformed`, `phone/malformed`. */
  parseAddress(typed: string): Promise<Result<Address>>;
  /** Error: `phone/malformed`. */
  parsePhone(typed: string): Promise<Result<Address>>;
  countMailbox: CountMailbox;
  countMail: CountMail;
  checkCaptcha: CheckCaptcha;
  record: RecordSignIn;
  sealPassword(password: string, email: string): Promise<string>;
  openPassword(sealed: string, email: string): Promise<string | null>;
  /** Keeps the Worker running until the work settles. */
  waitUntil(work: Promise<unknown>): void;
  sleep(milliseconds: number): Promise<void>;
  /** The language of emails. */
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

/** A sign-in that just succeeded. */
interface Completion {
  readonly pending: PendingSignInCookie | null;
  readonly before: Pick<Viewer, "id"> | null;
  readonly entered: Entered;
  readonly next: string;
  readonly way: SignInWay;
}

/** The viewer before a sign-in, and their access token. */
interface Begun {
  readonly before: Viewer | null;
  readonly guestToken: string | null;
}

export type SignInSteps = ReturnType<typeof createSignInSteps>;

export function createSignInSteps(parts: SignInParts) {
  const { auth, jar, session, rpc, countMailbox, record, locale, origin } = parts;
  /** Language of the message, which Auth stores with the user. */
  const data = { ui_locale: locale };

  /** Returns a merge token for the owner of the address, in every case. Without one the sign-in continues. */
  async function createMergeToken(asGuest: Rpc = rpc): Promise<string | null> {
    const offer = await asGuest("create_merge_token", {});
    return offer.ok ? offer.value.token : null;
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

  /** Stores a new password, if the session proves who the person is. Auth ends all other sessions. */
  async function storePassword(password: string, current: string | null): Promise<Result<null>> {
    const allowed = await rpc("allow_password_change", {});
    if (!allowed.ok) return allowed;
    const { error } = await auth().updateUser({ password, ...(current !== null && { current_password: current }) });
    if (error) return fail(newPasswordErrorCode(error), error.code);
    writeRecovery(jar, null);
    writeLastWay(jar, "password");
    return ok(null);
  }

  /**
   * Stores the password of a sign-up, if the account has none yet. Returns the page to choose another one if Auth rejects
   * it, else null.
   */
  async function storeSignUpPassword(pending: PendingSignInCookie): Promise<string | null> {
    if (pending.password === null) return null;
    const password = await parts.openPassword(pending.password, pending.mail);
    const state = await rpc("password_state", {});
    // Somebody who signs up with an account that has a password has forgotten it, or that the account exists.
    if (password === null || (state.ok && state.value.is_set)) return null;
    const stored = await storePassword(password, null);
    return stored.ok ? null : recoverPath(pending.next, stored.error.code);
  }

  const pendingOf = ({ address, shown }: Address, next: string): PendingSignInCookie => ({
    ...{ mail: address, next: postSignInPath(next), askedAt: 0, claim: null, unclaimed: false, password: null },
    ...{ shown: shown === address ? null : shown, purpose: "sign-in" },
  });

  return {
    data,
    createMergeToken,
    storePassword,

    /**
     * Sends the code and returns the error and the merge token of a guest. `linkNext`: the page that the link of an email opens
     * in another browser.
     */
    async sendCode(address: string, linkNext: string): Promise<{ error: AuthError | null; claim: string | null }> {
      const claim = (await session.viewer()) === null ? null : await createMergeToken();
      // Not reported, like a message too soon: it would reveal that somebody else requested codes for this address.
      if (!(await countMailbox("mailboxSend", address))) return { error: null, claim };
      if (isPhoneNumber(address)) {
        const { error } = await auth().signInWithOtp({ phone: address, options: { data } });
        return { error, claim };
      }
      const { error } = await auth().signInWithOtp({
        email: address,
        // The email's link carries the path, because it may be opened on a device without the cookie.
        options: { data, emailRedirectTo: `${origin}${postSignInPath(linkNext)}` },
      });
      return { error, claim };
    },

    pendingOf,

    /** Remembers who was here. Call it before a sign-in that replaces the session. */
    async beginSignIn(): Promise<Begun> {
      const before = await session.viewer();
      const guest = before === null ? null : await session.token();
      return { before, guestToken: guest?.ok ? (guest.value?.accessToken ?? null) : null };
    },

    /**
     * Completes a sign-in without a message. The merge token of a guest is created only now, because a guest has few. Returns the path
     * to open.
     */
    async finishSignIn({ before, guestToken }: Begun, entered: Entered, way: SignInWay, typedNext: string) {
      const claim = guestToken === null ? null : await createMergeToken(parts.rpcAs(guestToken));
      const next = postSignInPath(typedNext);
      const { email, phone } = entered.user ?? {};
      const address = email || (phone ? `+${phone}` : "");
      const pending = address ? { ...pendingOf({ address, shown: address }, next), claim } : null;
      return await completeSignIn({ pending, before, entered, next, way });
    },

    completeSignIn,

    /** Continues a sign-in whose second factor was confirmed. Returns the path to open. */
    async completeFactor(next: string): Promise<string> {
      const pending = readPendingSignIn(jar);
      const viewer = await session.viewer();
      const isOwn = pending !== null && isAddressOf(viewer, pending.mail);
      if (isOwn && pending.claim !== null && !(await mergeGuest(pending.claim))) {
        writePendingSignIn(jar, { ...pending, claim: null, unclaimed: true });
        return "/sign-in/code";
      }
      writePendingSignIn(jar, null);
      return postSignInPath(next);
    },
  };

  /** Completes a sign-in and moves the previous guest's data to the account. Returns the path to open. */
  async function completeSignIn({ pending, before, entered, next, way }: Completion): Promise<string> {
    const { user, session: started } = entered;
    session.invalidate();
    writeLastWay(jar, way);
    if (started) record(started.access_token);
    if (user?.user_metadata.ui_locale !== locale) await auth().updateUser({ data });
    const needsFactor = user?.factors?.some(({ status }) => status === "verified") ?? false;
    const chooses = needsFactor ? null : pending && (await storeSignUpPassword(pending));
    const path = chooses ?? next;
    if (isRecoverPath(path)) writeRecovery(jar, tokenClaims(started?.access_token ?? "")?.session_id ?? null);
    const claim = before?.id === user?.id ? null : (pending?.claim ?? null);
    if (needsFactor) {
      // The database rejects everything until then, also the merge. An account with a factor is not new, so it keeps its password.
      if (pending) writePendingSignIn(jar, { ...pending, next: path, claim, password: null });
      return factorPath(path);
    }
    if (pending && claim && !(await mergeGuest(claim))) {
      writePendingSignIn(jar, { ...pending, next: path, claim: null, password: null, unclaimed: true });
      return "/sign-in/code";
    }
    writePendingSignIn(jar, null);
    return path;
  }
}

/** Returns whether codes to the address are the viewer's. */
const isAddressOf = (viewer: Viewer | null, address: string): boolean =>
  viewer !== null && (address.toLowerCase() === viewer.email?.toLowerCase() || address === viewer.phone);

/** Matches GoTrue's limit for one user. The limit of the whole project has the same code and no seconds. */
export const isResendTooSoon = (error: AuthError): boolean =>
  (error.code === "over_email_send_rate_limit" || error.code === "over_sms_send_rate_limit") &&
  /after \d+ seconds?/u.test(error.message);

/** `address`: of the message, which Auth did not send. */
export function sendErrorCode(error: AuthError, address: string): ErrorCode {
  const isPhone = isPhoneNumber(address);
  const notSent = isPhone ? "account/sms-not-sent" : "account/mail-not-sent";
  switch (error.code) {
    case "over_email_send_rate_limit":
    case "over_sms_send_rate_limit":
    case "sms_send_failed":
    case "hook_timeout":
    case "hook_timeout_after_retry":
      return notSent;
    case "validation_failed":
    case "email_address_invalid":
    case "email_address_not_authorized":
      return isPhone ? "phone/malformed" : "mail/malformed";
    default:
      // GoTrue responds 500 if its mail server rejected the email.
      return error.status === 500 ? notSent : authErrorCode(error);
  }
}

export function verifyErrorCode(error: AuthError, otherwise: ErrorCode): ErrorCode {
  if (error.status === 429) return "account/too-many-tries";
  return isTransientAuthError(error) ? "network/timeout" : otherwise;
}

/** Returns why Auth stored no change. It responds 500 if a trigger rejects one whose session has ended, or whose code is too old. */
export const changeErrorCode = (error: AuthError): ErrorCode =>
  error.status === 500 ? "account/code-refused" : verifyErrorCode(error, "account/code-refused");

/** Returns why Auth rejected a new password that our own rules allow. */
function newPasswordErrorCode(error: AuthError): ErrorCode {
  switch (error.code) {
    case "weak_password":
      return "password/too-easy";
    case "same_password":
      return "password/unchanged";
    case "validation_failed":
      return "password/too-long";
    case "current_password_required":
    case "current_password_invalid":
    case "reauthentication_needed":
    case "reauthentication_not_valid":
    case "insufficient_aal":
      return "account/sign-in-again";
    default:
      return authErrorCode(error);
  }
}
