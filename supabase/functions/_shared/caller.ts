/** Who calls, by the access token of the request. */
import { isAuthApiError, isAuthRetryableFetchError, type SupabaseClient } from "@supabase/supabase-js";
import * as z from "zod/mini";
import { fail, ok, type Result } from "./contracts/errors.ts";

export interface Caller {
  readonly token: string;
  readonly userId: string;
}

const claims = z.object({ sub: z.uuid(), role: z.literal("authenticated") });

/**
 * Reads the token, without checking its signature: that is the matter of the first who is shown it. Nothing may be done
 * in the caller's name before the REST API or `Prove` has accepted this same token. Null when there is none of a user.
 */
export function readCaller(request: Request): Caller | null {
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/iu.exec(request.headers.get("authorization") ?? "") ?? [];
  if (token === undefined) return null;
  const parsed = claims.safeParse(payloadOf(token));
  return parsed.success ? { token, userId: parsed.data.sub } : null;
}

/** Whether the project signed the caller's token, and it is still good: `request/sign-in-needed` when not. */
export type VerifyCaller = (caller: Caller) => Promise<Result<null>>;

/**
 * By the project's public keys, which are asked for once in a while: no request of its own, and none to the database. A
 * project that signs with a shared secret has none; there the auth server is asked each time.
 */
export const createCallerVerifier =
  ({ auth }: Pick<SupabaseClient, "auth">): VerifyCaller =>
  async ({ token }) => {
    const { error } = await auth.getClaims(token);
    if (error === null) return ok(null);
    const broken = isAuthRetryableFetchError(error) || (isAuthApiError(error) && error.status >= 500);
    return broken ? fail("bug/unexpected", `auth answered ${error.status}`) : fail("request/sign-in-needed");
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
