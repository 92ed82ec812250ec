/**
 * The Auth client of one request. Tokens live in HTTP-only cookies.
 */
import { combineChunks, createServerClient, stringFromBase64URL } from "@supabase/ssr";
import { type AuthError, isAuthRetryableFetchError, type SupabaseClient } from "@supabase/supabase-js";
import * as z from "zod/mini";
import type { ErrorCode } from "#contracts/errors.ts";
import { authFetch } from "./auth-fetch.ts";
import { COOKIE_OPTIONS, type CookieJar } from "./cookieJar.ts";
import { readEndedSession } from "./endedSessionCookie.ts";
import type { Env } from "./env.ts";
import { tokenClaims } from "./tokenClaims.ts";

const SESSION_COOKIE = { name: "__Host-parley", ...COOKIE_OPTIONS } as const;

export type Auth = SupabaseClient["auth"];

/** Returns a getter that creates the client on first use: most visitors have no session. */
export function authClient(env: Env, request: Request, jar: CookieJar): () => Auth {
  let made: Auth | undefined;
  return () => (made ??= createAuth(env, request, jar));
}

const sessionCookie = z.object({ access_token: z.string(), expires_at: z.number() });

/** Returns the unexpired access token of the cookies, neither verified nor renewed, or null. */
export async function unexpiredToken(jar: CookieJar): Promise<string | null> {
  const session = await storedSession(jar);
  return session !== null && session.expires_at * 1000 > Date.now() ? session.access_token : null;
}

/** Returns the access token of the cookies, also an expired one. Null if there is none, or if its session is known to be over. */
export const storedToken = async (jar: CookieJar): Promise<string | null> =>
  (await storedSession(jar))?.access_token ?? null;

async function storedSession(jar: CookieJar): Promise<z.infer<typeof sessionCookie> | null> {
  const encoded = await combineChunks(
    SESSION_COOKIE.name,
    (name) => jar.sent.find((cookie) => cookie.name === name)?.value,
  );
  if (encoded === null) return null;
  try {
    const session = sessionCookie.parse(JSON.parse(stringFromBase64URL(encoded.replace(/^base64-/u, ""))));
    const ended = readEndedSession(jar);
    return ended !== null && tokenClaims(session.access_token)?.session_id === ended.id ? null : session;
  } catch {
    return null;
  }
}

/** Removes the cookies of the session. */
export function removeSession(jar: CookieJar): void {
  for (const { name } of jar.sent)
    if (name === SESSION_COOKIE.name || name.startsWith(`${SESSION_COOKIE.name}.`)) jar.set(name, "", { maxAge: 0 });
}

function createAuth(env: Env, request: Request, jar: CookieJar): Auth {
  return createServerClient(env.public.supabaseUrl, env.public.publishableKey, {
    cookieOptions: SESSION_COOKIE,
    cookies: {
      getAll: () => [...jar.sent],
      setAll: (cookies) => {
        for (const { name, value, options } of cookies) {
          // Only links with an authorization code need a verifier, and ours have none. One verifier for each email
          // would reveal how many were requested.
          if (name.endsWith("-code-verifier")) continue;
          jar.set(name, value, options.maxAge === undefined ? {} : { maxAge: options.maxAge });
        }
      },
    },
    // Recovery codes have no stable API in the client library yet.
    auth: { experimental: { recoveryCodes: true } },
    global: { fetch: authFetch(env, request.headers.get("CF-Connecting-IP")) },
  }).auth;
}

/** Returns whether Auth was unreachable, failing or rate limited. Then the viewer is unknown, not signed out. */
export const isTransientAuthError = (error: AuthError): boolean =>
  isAuthRetryableFetchError(error) || error.status === 429;

/** Returns the code of an Auth error that the caller does not handle. */
export function authErrorCode(error: AuthError): ErrorCode {
  if (error.status === 429) return "request/rate-limited";
  return isTransientAuthError(error) ? "network/timeout" : "bug/unexpected";
}
