/**
 * The Auth client of one request. Tokens live in cookies that no script reads; cookies that change are collected and
 * appended to whatever answer the handler made, also when it threw.
 */
import {
  combineChunks,
  createServerClient,
  parseCookieHeader,
  serializeCookieHeader,
  stringFromBase64URL,
} from "@supabase/ssr";
import { type AuthError, isAuthRetryableFetchError, type SupabaseClient } from "@supabase/supabase-js";
import * as z from "zod/mini";
import type { ErrorCode } from "#contracts/errors.ts";
import { authFetch } from "./auth-fetch.ts";
import type { Env } from "./env.ts";

const SESSION_COOKIE = { name: "__Host-parley", path: "/", httpOnly: true, secure: true, sameSite: "lax" } as const;

/** The `Set-Cookie` values of one answer, by name: the last one said of each stands. */
export interface CookieJar {
  /** As the request brought them. */
  readonly sent: readonly { readonly name: string; readonly value: string }[];
  /** Seconds; without `maxAge` until the browser ends, 0 removes it. */
  set(name: string, value: string, options?: { maxAge?: number }): void;
  /** To call later: undoes what was set since. */
  checkpoint(): () => void;
  headers(): string[];
}

export function cookieJar(request: Request): CookieJar {
  let changed = new Map<string, string>();
  return {
    sent: parseCookieHeader(request.headers.get("Cookie") ?? "").flatMap(({ name, value }) =>
      value === undefined ? [] : [{ name, value }],
    ),
    set(name, value, options = {}) {
      changed.set(name, serializeCookieHeader(name, value, { ...options, ...SESSION_COOKIE }));
    },
    checkpoint() {
      const before = new Map(changed);
      return () => {
        changed = before;
      };
    },
    headers: () => [...changed.values()],
  };
}

export type Auth = SupabaseClient["auth"];

/** The client of a request, made when it is first asked for: most visitors have no session, and need none. */
export function authClient(env: Env, request: Request, jar: CookieJar): () => Auth {
  let made: Auth | undefined;
  return () => (made ??= createAuth(env, request, jar));
}

/** Without one of its cookies there is nobody. */
export const hasSession = ({ sent }: CookieJar): boolean =>
  sent.some(({ name }) => name === SESSION_COOKIE.name || name.startsWith(`${SESSION_COOKIE.name}.`));

const sessionCookie = z.object({ access_token: z.string(), expires_at: z.number() });

/** The access token that the cookies brought, neither verified nor renewed; null without one that still lasts. */
export async function unexpiredToken({ sent }: CookieJar): Promise<string | null> {
  const written = await combineChunks(SESSION_COOKIE.name, (name) => sent.find((one) => one.name === name)?.value);
  if (written === null) return null;
  try {
    const session = sessionCookie.parse(JSON.parse(stringFromBase64URL(written.replace(/^base64-/u, ""))));
    return session.expires_at * 1000 > Date.now() ? session.access_token : null;
  } catch {
    return null;
  }
}

function createAuth(env: Env, request: Request, jar: CookieJar): Auth {
  return createServerClient(env.public.supabaseUrl, env.public.publishableKey, {
    cookieOptions: SESSION_COOKIE,
    cookies: {
      getAll: () => [...jar.sent],
      setAll: (cookies) => {
        for (const { name, value, options } of cookies) {
          // Only links that end in an authorization code need a verifier, and ours do not; one for each mail that was
          // asked for would tell how many were.
          if (name.endsWith("-code-verifier")) continue;
          jar.set(name, value, options.maxAge === undefined ? {} : { maxAge: options.maxAge });
        }
      },
    },
    global: { fetch: authFetch(env, request.headers.get("CF-Connecting-IP")) },
  }).auth;
}

/** Whether Auth could not say: out of reach, broken, or asked too often. Not to be known now is not to be nobody. */
export const isTransientAuthError = (error: AuthError): boolean =>
  isAuthRetryableFetchError(error) || error.status === 429;

/** What the catalogue calls a refusal of Auth that no caller knows better. */
export function authErrorCode(error: AuthError): ErrorCode {
  if (error.status === 429) return "request/rate-limited";
  return isTransientAuthError(error) ? "network/timeout" : "bug/unexpected";
}
