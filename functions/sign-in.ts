/**
 * How a visitor or a guest gets an account, or back into it, by a code or a link sent by mail. Nobody is told whether an
 * address has an account: every step looks alike, and what differs is decided here, behind the page.
 */
import type { AuthError, User } from "@supabase/supabase-js";
import { emailAddress, type LinkToken } from "#contracts/account.ts";
import { type ErrorCode, fail, ok, type Result } from "#contracts/errors.ts";
import type { Locale } from "~/i18n/locales.ts";
import type { SignIn, Viewer } from "~/lib/loadContext.ts";
import { postSignInPath } from "~/lib/postSignInPath.ts";
import type { Rpc } from "~/lib/rpc.ts";
import { type Auth, authErrorCode, type CookieJar, isTransientAuthError } from "./auth-client.ts";
import { type PendingSignInCookie, readPendingSignIn, writePendingSignIn } from "./pendingSignInCookie.ts";
import type { RequestSession } from "./session.ts";

interface SignInParts {
  auth: () => Auth;
  jar: CookieJar;
  session: RequestSession;
  rpc: Rpc;
  locale: Locale;
}

export function requestSignIn({ auth, jar, session, rpc, locale }: SignInParts): SignIn {
  /** The mail's language, which Auth keeps with the user. */
  const data = { ui_locale: locale };
  const byCode = async (email: string) => (await auth().signInWithOtp({ email, options: { data } })).error;

  /** A guest's token for whoever turns out to own the address, asked for in every case. Without one they sign in all the same. */
  async function createMergeToken(): Promise<string | null> {
    const offer = await rpc("create_merge_token", {});
    return offer.ok ? offer.value.token : null;
  }

  /** The error of sending, and the claim to keep. A guest's page cannot tell a free address from a taken one. */
  async function sendCode(email: string): Promise<{ error: AuthError | null; claim: string | null }> {
    if ((await session.viewer()) === null) return { error: await byCode(email), claim: null };
    const claim = await createMergeToken();
    const undo = jar.checkpoint();
    const { error } = await auth().updateUser({ email, data });
    // The client would keep the user as changed, in the free case alone.
    undo();
    if (error === null || isResendTooSoon(error) || isTransientAuthError(error)) return { error, claim };
    // The address is somebody's, or the guest is no more.
    return { error: await byCode(email), claim };
  }

  /** A guest's code is that of a change of address, or of a sign-in when the address was taken: they do not know which. */
  async function verifyToken(email: string, token: string, guest: boolean) {
    if (guest) {
      const { data, error } = await auth().verifyOtp({ email, token, type: "email_change" });
      if (!error || isTransientAuthError(error)) return { entered: data.user, error, how: "email_change" } as const;
    }
    const { data, error } = await auth().verifyOtp({ email, token, type: "email" });
    return { entered: data.user, error, how: "email" } as const;
  }

  /**
   * Who entered is in; brings along what the guest had whom they were before, unless it is theirs already. Not to another
   * guest who had named the address: whoever that was keeps a token for as long as one lasts.
   */
  async function completeSignIn(
    pending: PendingSignInCookie | null,
    before: Viewer | null,
    entered: User | null,
    how: LinkToken["type"],
  ): Promise<string> {
    session.invalidate();
    if (entered?.user_metadata.ui_locale !== locale) await auth().updateUser({ data });
    const next = pending?.next ?? "/home";
    const claim = before?.id === entered?.id ? null : pending?.claim;
    const mayBeAnothers = how === "email_change";
    if (pending && claim && (mayBeAnothers || !(await rpc("redeem_merge_token", { p_token: claim })).ok)) {
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

    async requestCode(typed, next): Promise<Result<null>> {
      const mail = emailAddress.safeParse(typed);
      if (!mail.success) return fail("mail/malformed");
      const { error, claim } = await sendCode(mail.data);
      // Too soon after the last mail: that one arrives and its code holds. To say so would tell that somebody asked.
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
      if (pending === null) return fail("account/code-refused", "nothing asked for");
      const before = await session.viewer();
      const { entered, error, how } = await verifyToken(pending.mail, token, before?.anonymous ?? false);
      if (error) return fail(verifyErrorCode(error, "account/code-refused"), error.code);
      return ok(await completeSignIn(pending, before, entered, how));
    },

    async verifyLink({ token_hash, type }: LinkToken): Promise<Result<string>> {
      const before = await session.viewer();
      const { data: entered, error } = await auth().verifyOtp({ token_hash, type });
      if (error) return fail(verifyErrorCode(error, "account/link-refused"), error.code);
      const pending = readPendingSignIn(jar);
      // A link for another address than was asked for here has nothing to do with what this browser began.
      const ours = pending !== null && entered.user?.email === pending.mail;
      return ok(await completeSignIn(ours ? pending : null, before, entered.user, type));
    },

    async signOut(scope): Promise<Result<null>> {
      const undo = jar.checkpoint();
      const { error } = await auth().signOut({ scope });
      // Here one is signed out whatever Auth says, for the cookies are gone; elsewhere only if it was told.
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

/** GoTrue's limit for one user; that of the whole project has the same code and no number of seconds. */
const isResendTooSoon = (error: AuthError): boolean =>
  error.code === "over_email_send_rate_limit" && /after \d+ seconds?/u.test(error.message);

function sendErrorCode(error: AuthError): ErrorCode {
  switch (error.code) {
    case "over_email_send_rate_limit":
      return "account/mail-not-sent";
    case "validation_failed":
    case "email_address_invalid":
    case "email_address_not_authorized":
      return "mail/malformed";
    default:
      // GoTrue answers 500 when its mail server refused.
      return error.status === 500 ? "account/mail-not-sent" : authErrorCode(error);
  }
}

function verifyErrorCode(error: AuthError, otherwise: ErrorCode): ErrorCode {
  if (error.status === 429) return "account/too-many-tries";
  return isTransientAuthError(error) ? "network/timeout" : otherwise;
}
