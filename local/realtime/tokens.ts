/** Verifies tokens. The error messages are the real server's. */
import { decodeJwt } from "jose";
import type { JwtClaims } from "../jwtClaims.ts";

export type TokenCheck =
  | { readonly ok: true; readonly claims: JwtClaims }
  | { readonly ok: false; readonly code: TokenErrorCode; readonly message: string };

export type TokenErrorCode = "InvalidJWTToken" | "MalformedJWT" | "JwtSignatureError";

export type Verify = (token: string) => Promise<JwtClaims | null>;

/** API keys are not JWTs and do not expire. */
export const isApiKey = (token: string): boolean => token.startsWith("sb_");

export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

export const expiredMessage = (exp: number): string =>
  `Token has expired ${Math.max(0, nowSeconds() - exp)} seconds ago`;

export async function checkToken(verify: Verify, token: string): Promise<TokenCheck> {
  const claims = await verify(token);
  if (claims !== null) {
    if (isApiKey(token)) return { ok: true, claims };
    if (claims.exp === undefined) {
      return { ok: false, code: "InvalidJWTToken", message: "Fields `role` and `exp` are required in JWT" };
    }
    if (claims.exp > nowSeconds()) return { ok: true, claims };
    return { ok: false, code: "InvalidJWTToken", message: expiredMessage(claims.exp) };
  }
  // Unverified: only used for the error message.
  let exp: number | undefined;
  try {
    exp = decodeJwt(token).exp;
  } catch {
    return { ok: false, code: "MalformedJWT", message: "The token provided is not a valid JWT" };
  }
  if (exp !== undefined && exp <= nowSeconds()) {
    return { ok: false, code: "InvalidJWTToken", message: expiredMessage(exp) };
  }
  return { ok: false, code: "JwtSignatureError", message: "Failed to validate JWT signature" };
}
