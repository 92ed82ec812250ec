/** The caller of a function, identified by the request's access token. */
import { isAuthApiError, isAuthRetryableFetchError, type SupabaseClient } from "@supabase/supabase-js";
import * as z from "zod/mini";
import { networkOf } from "./callerNetwork.ts";
import { fail, ok, type Result } from "./contracts/errors.ts";

export interface Caller {
  readonly token: string;
  readonly userId: string;
  /** Null for a token without a session. The database rejects an ended session. */
  readonly sessionId: string | null;
  /** The token's assurance level, `aal2` after the second step. */
  readonly level: string;
  /** As `networkOf` returns it. Never stored or logged. */
  readonly network: string | null;
}

/** Returns the key of limits that count before the database has accepted the session: an ended one uses up only its own. */
export const limitKeyOf = ({ sessionId, userId }: Pick<Caller, "sessionId" | "userId">): string => sessionId ?? userId;

const claims = z.object({
  sub: z.guid(),
  role: z.literal("authenticated"),
  session_id: z._default(z.nullable(z.guid()), null),
  aal: z._default(z.string(), "aal1"),
});

/**
 * Reads the token without verifying its signature. Do nothing in the caller's name before the REST API or `VerifyCaller`
 * has accepted the same token. Returns null without a user's token.
 */
export function readCaller(request: Request): Caller | null {
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/iu.exec(request.headers.get("authorization") ?? "") ?? [];
  if (token === undefined) return null;
  const parsed = claims.safeParse(payloadOf(token));
  if (!parsed.success) return null;
  const { sub: userId, session_id: sessionId, aal: level } = parsed.data;
  return { token, userId, sessionId, level, network: networkOf(request) };
}

/** Verifies that the project signed the caller's token and that it has not expired, else `request/sign-in-needed`. */
export type VerifyCaller = (caller: Caller) => Promise<Result<null>>;

/**
 * Verifies with the project's public keys, which are fetched now and then, so that most calls need no request. A project
 * that signs with a shared secret has no public keys; its auth server is requested each time.
 */
export const createCallerVerifier =
  ({ auth }: Pick<SupabaseClient, "auth">): VerifyCaller =>
  async ({ token }) => {
    const { error } = await auth.getClaims(token);
    if (error === null) return ok(null);
    const isAuthDown = isAuthRetryableFetchError(error) || (isAuthApiError(error) && error.status >= 500);
    return isAuthDown ? fail("bug/unexpected", `auth answered ${error.status}`) : fail("request/sign-in-needed");
  };

function payloadOf(token: string): unknown {
  try {
    const [, payload = ""] = token.split(".");
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (char) =>
      char.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
