/**
 * The session is the server's: tokens live in cookies that no script reads, are verified here once per request, and
 * only the short access token is ever given to a page (`/session`). Cookies that change are collected and appended to
 * whatever answer the handler made, also when it threw.
 */
import { createServerClient, parseCookieHeader, serializeCookieHeader } from "@supabase/ssr";
import { type AuthError, isAuthRetryableFetchError } from "@supabase/supabase-js";
import { type ErrorCode, fail, ok, type Result } from "#contracts/errors.ts";
import { type SessionAnswer, sessionAnswer } from "#contracts/session.ts";
import type { Session } from "~/platform/context.ts";
import { authFetch } from "./auth-fetch.ts";
import type { Env } from "./env.ts";

/** A token with less than this left is renewed before it is given to a page. Milliseconds. */
const RENEW_BEFORE = 5 * 60_000;

const COOKIE = { name: "__Host-parley", path: "/", httpOnly: true, secure: true, sameSite: "lax" } as const;

export interface RequestSession extends Session {
  /** `Set-Cookie` values to append to the answer. */
  cookies(): string[];
}

function refusalOf(error: AuthError): ErrorCode {
  if (error.status === 429) return "request/rate-limited";
  return isAuthRetryableFetchError(error) ? "network/timeout" : "bug/unexpected";
}

/** Lazy: a request that asks for nobody costs nothing. */
export function requestSession(env: Env, request: Request): RequestSession {
  const changed = new Map<string, string>();
  const client = createServerClient(env.public.supabaseUrl, env.public.publishableKey, {
    cookieOptions: COOKIE,
    cookies: {
      getAll: () =>
        parseCookieHeader(request.headers.get("Cookie") ?? "").flatMap(({ name, value }) =>
          value === undefined ? [] : [{ name, value }],
        ),
      setAll: (cookies) => {
        for (const { name, value, options } of cookies)
          changed.set(name, serializeCookieHeader(name, value, { ...options, ...COOKIE }));
      },
    },
    global: { fetch: authFetch(env, request.headers.get("CF-Connecting-IP")) },
  });

  let verified: Promise<Result<string | null>> | undefined;
  const verify = async (): Promise<Result<string | null>> => {
    const { data, error } = await client.auth.getClaims();
    // Not to be known now is not to be nobody: no new user may take this one's place.
    if (error && isAuthRetryableFetchError(error)) return fail("network/timeout", error.name);
    return ok(data?.claims.sub ?? null);
  };
  const caller = () => {
    verified ??= verify();
    return verified;
  };
  const userId = async () => {
    const known = await caller();
    return known.ok ? known.value : null;
  };

  return {
    userId,
    cookies: () => [...changed.values()],

    async ensureUser(): Promise<Result<string>> {
      const known = await caller();
      if (!known.ok) return known;
      if (known.value !== null) return ok(known.value);
      const { data, error } = await client.auth.signInAnonymously();
      if (error) return fail(refusalOf(error), error.code);
      if (!data.user) return fail("bug/unexpected", "no user");
      verified = Promise.resolve(ok(data.user.id));
      return ok(data.user.id);
    },

    async token({ renew } = { renew: false }): Promise<SessionAnswer | null> {
      const user = await userId();
      if (user === null) return null;
      let { session } = (await client.auth.getSession()).data;
      const left = (session?.expires_at ?? 0) * 1000 - Date.now();
      if (renew || left < RENEW_BEFORE) session = (await client.auth.refreshSession()).data.session;
      if (!session) return null;
      return sessionAnswer.parse({
        accessToken: session.access_token,
        expiresIn: (session.expires_at ?? 0) * 1000 - Date.now(),
        userId: user,
      });
    },
  };
}
