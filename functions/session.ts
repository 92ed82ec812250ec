/**
 * The server-side session. Tokens are verified once per request, with keys that the isolate caches. A page receives
 * only the short-lived access token (`/session`).
 */
import * as z from "zod/mini";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { type SessionResponse, sessionResponse } from "#contracts/session.ts";
import type { Session, Viewer } from "~/lib/loadContext.ts";
import { type Auth, authErrorCode, isTransientAuthError, removeSession, storedToken } from "./auth-client.ts";
import type { CookieJar } from "./cookieJar.ts";
import { readEndedSession, writeEndedSession } from "./endedSessionCookie.ts";
import type { Env } from "./env.ts";
import { isRecovering } from "./signInCookies.ts";
import { verifiedClaims } from "./signingKeys.ts";
import { tokenClaims } from "./tokenClaims.ts";
import { createCaptchaCheck } from "./turnstile.ts";

/** A token with less time left is renewed before a page receives it. Milliseconds. */
const RENEW_MARGIN_MS = 5 * 60_000;

const method = z.object({ method: z.string() });
const claims = z.object({
  sub: z.guid(),
  session_id: z._default(z.string(), ""),
  is_anonymous: z._default(z.boolean(), false),
  email: z._default(z.string(), ""),
  /** Without a plus sign. */
  phone: z._default(z.string(), ""),
  aal: z.catch(z.enum(["aal1", "aal2"]), "aal1"),
  // Only Auth writes it.
  app_metadata: z.catch(z.object({ provider: z.string() }), { provider: "" }),
  // Newest first; some versions contain only names.
  amr: z._default(
    z.array(
      z.union([
        method,
        z.pipe(
          z.string(),
          z.transform((name) => ({ method: name })),
        ),
      ]),
    ),
    [],
  ),
});

export interface RequestViewer extends Viewer {
  /** That of the user for a token without a session. */
  readonly sessionId: string;
}

function viewerOf(verified: unknown, jar: CookieJar): RequestViewer {
  const { sub, session_id, is_anonymous, email, phone, aal, amr, app_metadata } = claims.parse(verified);
  return {
    id: sub,
    sessionId: session_id || sub,
    anonymous: is_anonymous,
    email: email === "" ? null : email,
    phone: phone === "" ? null : `+${phone}`,
    address: email || (phone === "" ? null : `+${phone}`),
    level: aal,
    recovering: amr[0]?.method === "recovery" || isRecovering(jar, session_id),
    ...(app_metadata.provider.startsWith("sso:") && { managed: true }),
  };
}

export interface RequestSession extends Session {
  viewer(): Promise<RequestViewer | null>;
  /** Discards the known viewer after a sign-in or sign-out. */
  invalidate(): void;
  /** Notes that the database rejected the viewer because of the second factor. */
  noteFactorNeeded(): void;
}

/** Lazy: a request that reads no viewer costs nothing. */
export function requestSession(env: Env, auth: () => Auth, jar: CookieJar, locale: string): RequestSession {
  let verified: Promise<Result<RequestViewer | null>> | undefined;
  /** Without a cookie the viewer was signed out at first; a sign-in may have happened since. */
  let isChanged = false;
  /** The session of the cookies, if Auth has ended it. */
  let ended = readEndedSession(jar);
  /** Whether loaders have seen a viewer whose session turned out to be ended. */
  let hasLostViewer = false;
  /** Whether the database required the second factor. */
  let isFactorNeeded = false;
  const invalidate = () => {
    isFactorNeeded = false;
    isChanged = true;
    verified = undefined;
    if (ended !== null) writeEndedSession(jar, null);
    ended = null;
  };
  /** Remembers that Auth has ended the session, instead of removing its cookies. `undo` takes back what the client removed. */
  const markEnded = async (undo: () => void) => {
    const found = tokenClaims((await storedToken(jar)) ?? "");
    if (found === null) return;
    undo();
    ended = { of: found.is_anonymous ? "guest" : "account", id: found.session_id };
    writeEndedSession(jar, ended);
  };
  const verify = async (): Promise<Result<RequestViewer | null>> => {
    if (!isChanged && (await storedToken(jar)) === null) {
      if (jar.isNavigation) removeSession(jar);
      return ok(null);
    }
    const undo = jar.checkpoint();
    // Renews an expired token.
    const { data: current, error } = await auth().getSession();
    if (error && isTransientAuthError(error)) {
      // No new user may replace this one. The client drops a session whose renewal was rate limited.
      undo();
      return fail("network/timeout", error.name);
    }
    if (current.session === null && !isChanged) await markEnded(undo);
    const token = current.session?.access_token ?? "";
    const found = await verifiedClaims(env, auth(), token, { allowExpired: false });
    if (!found.ok) {
      undo();
      return found;
    }
    return ok(found.value && viewerOf(found.value, jar));
  };
  const knownViewer = () => {
    verified ??= verify();
    return verified;
  };
  const viewer = async () => {
    const known = await knownViewer();
    return known.ok ? known.value : null;
  };

  return {
    knownViewer,
    viewer,
    invalidate,
    // A guest has nothing to sign in to.
    hasEnded: () => ended?.of === "account",
    hasLostViewer: () => hasLostViewer,
    lacksFactor: () => isFactorNeeded,
    noteFactorNeeded: () => {
      isFactorNeeded = true;
    },

    async ensureUser(captcha = ""): Promise<Result<string>> {
      const known = await knownViewer();
      if (!known.ok) return known;
      if (known.value !== null) return ok(known.value.id);
      if (!(await createCaptchaCheck(env)(captcha))) return fail("request/captcha");
      const { data, error } = await auth().signInAnonymously({ options: { data: { ui_locale: locale } } });
      if (error) return fail(authErrorCode(error), error.code);
      if (!data.user) return fail("bug/unexpected", "no user");
      invalidate();
      return ok(data.user.id);
    },

    async token({ renew } = { renew: false }): Promise<Result<SessionResponse | null>> {
      const known = await knownViewer();
      if (!known.ok) return known;
      if (known.value === null) return ok(null);
      let { session } = (await auth().getSession()).data;
      const left = (session?.expires_at ?? 0) * 1000 - Date.now();
      if (renew || left < RENEW_MARGIN_MS) {
        const undo = jar.checkpoint();
        const renewed = await auth().refreshSession();
        if (renewed.error && isTransientAuthError(renewed.error)) {
          undo();
          // An unexpired token is still valid.
          if (renew || left <= 0) return fail("network/timeout", renewed.error.name);
        } else {
          session = renewed.data.session;
          if (session === null) {
            hasLostViewer = true;
            // The client keeps an unexpired token, whose session Auth has ended.
            await auth().signOut({ scope: "local" });
            await markEnded(undo);
          }
          // The token may contain more: an account instead of a guest, or a second factor.
          verified = undefined;
        }
      }
      const now = await knownViewer();
      if (!now.ok) return now;
      if (session === null || now.value === null) return ok(null);
      return ok(
        sessionResponse.parse({
          accessToken: session.access_token,
          expiresIn: (session.expires_at ?? 0) * 1000 - Date.now(),
          userId: now.value.id,
          anonymous: now.value.anonymous,
          level: now.value.level,
          recovering: now.value.recovering,
        }),
      );
    },
  };
}
