/** Identifies the caller of a request. An invalid token is rejected, never treated as anonymous. */
import type { Caller } from "./jwtClaims.ts";
import { callerOfKey, type Keys, type TokenFailure } from "./keys.ts";
import { errorResponse } from "./rest/errors.ts";

export type Identity = { readonly caller: Caller } | { readonly errorResponse: Response };

/** PostgREST's code and message for each failure. */
const TOKEN_ERRORS: Readonly<Record<TokenFailure, { code: string; message: string }>> = {
  expired: { code: "PGRST303", message: "JWT expired" },
  forged: { code: "PGRST301", message: "JWT cryptographic operation failed" },
  malformed: { code: "PGRST301", message: "JWT could not be decoded" },
};

/**
 * @param key a valid API key
 * @param authorization the header; when it is absent or repeats the key, the key alone is the caller
 */
export async function identify(keys: Keys, key: string, authorization: string | null): Promise<Identity> {
  const keyCaller = callerOfKey(key);
  if (keyCaller === null) return { errorResponse: errorResponse(401, TOKEN_ERRORS.malformed) };
  if (authorization === null || authorization === "") return { caller: keyCaller };
  const [, token] = /^Bearer +(\S+)$/iu.exec(authorization) ?? [];
  if (token === undefined) return { errorResponse: errorResponse(401, TOKEN_ERRORS.malformed) };
  if (token === key) return { caller: keyCaller };
  const claims = await keys.verify(token);
  if (typeof claims === "string") return { errorResponse: errorResponse(401, TOKEN_ERRORS[claims]) };
  return { caller: { role: claims.role, claims } };
}
