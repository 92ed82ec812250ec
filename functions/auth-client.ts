/**
 * The Auth client of one request. Tokens live in HTTP-only cookies.
 */
import { AuthClient, type AuthError, isAuthRetryableFetchError, isAuthSessionMissingError } from "@supabase/auth-js";
import * as z from "zod/mini";
import type { ErrorCode } from "#contracts/errors.ts";
import { authFetch } from "./auth-fetch.ts";
import type { CookieJar } from "./cookieJar.ts";
import { readEndedSession } from "./endedSessionCookie.ts";
import { type Env, sessionAddress } from "./env.ts";
import { isPartOf, readItem, sessionStorage, type Verifiers } from "./sessionStorage.ts";
import { verifiedClaims } from "./signingKeys.ts";
import { tokenClaims } from "./tokenClaims.ts";

const SESSION_COOKIE = "__Host-parley";

export type Auth = InstanceType<typeof AuthClient>;

/** Returns the name of the cookie with the verifier of a flow. The client library chooses it. */
export const verifierCookie = (flowId: string): string => `${SESSION_COOKIE}-flow-${flowId}-code-verifier`;

/** Returns a getter that creates the client on first use: most visitors have no session. */
export function authClient(env: Env, request: Request, jar: CookieJar, verifiers: Verifiers = new Map()): () => Auth {
  let made: Auth | undefined;
  return () => (made ??= createAuth(env, request, jar, verifiers));
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
  const text = await readItem(jar.sent, SESSION_COOKIE);
  if (text === null) return null;
  try {
    const session = sessionCookie.parse(JSON.parse(text));
    const ended = readEndedSession(jar);
    return ended !== null && tokenClaims(session.access_token)?.session_id === ended.id ? null : session;
  } catch {
    return null;
  }
}

/** Removes the cookies of the session. */
export function removeSession(jar: CookieJar): void {
  for (const { name } of jar.sent) if (isPartOf(name, SESSION_COOKIE)) jar.set(name, "", { maxAge: 0 });
}

/** The library's client for servers would bring the clients of Realtime, Storage and the REST API into the Worker, 25 KB of gzip. */
function createAuth(env: Env, request: Request, jar: CookieJar, verifiers: Verifiers): Auth {
  const { supabaseUrl, publishableKey } = env.public;
  const visitor = request.headers.get("CF-Connecting-IP");
  const client: Auth = new AuthClient({
    url: `${supabaseUrl}/auth/v1`,
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    fetch: authFetch(env, { visitor, session: async (network) => await addressOfSession(env, client, jar, network) }),
    storage: sessionStorage(jar, SESSION_COOKIE, verifiers),
    storageKey: SESSION_COOKIE,
    flowType: "pkce",
    ...{ persistSession: true, autoRefreshToken: false, detectSessionInUrl: false, skipAutoInitialize: true },
    // Recovery codes have no stable API in the client library yet.
    experimental: { recoveryCodes: true },
  });
  return client;
}

/** Returns the address that stands for the session of the cookies, or null if Auth has not signed their token. */
async function addressOfSession(env: Env, auth: Auth, jar: CookieJar, network: string): Promise<string | null> {
  const token = await storedToken(jar);
  if (token === null) return null;
  const found = await verifiedClaims(env, auth, token, { allowExpired: true });
  const id = found.ok ? found.value?.session_id : null;
  return id ? await sessionAddress(env, id, network) : null;
}

/** Returns whether Auth was unreachable, failing or rate limited. Then the viewer is unknown, not signed out. */
export const isTransientAuthError = (error: AuthError): boolean =>
  isAuthRetryableFetchError(error) || error.status === 429;

/** Returns the code of an Auth error that the caller does not handle. */
export function authErrorCode(error: AuthError): ErrorCode {
  if (error.status === 429) return "request/rate-limited";
  if (isAuthSessionMissingError(error)) return "request/sign-in-needed";
  return isTransientAuthError(error) ? "network/timeout" : "bug/unexpected";
}
