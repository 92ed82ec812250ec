/** Who a request is from. A token that is there and not good is refused, never taken for nobody. */
import type { Caller } from "./jwtClaims.ts";
import { callerOfKey, type Keys, type TokenFault } from "./keys.ts";
import { problem } from "./rest/errors.ts";

export type Identity = { readonly caller: Caller } | { readonly refusal: Response };

/** PostgREST's codes and words for each fault. */
const FAULTS: Readonly<Record<TokenFault, { code: string; message: string }>> = {
  expired: { code: "PGRST303", message: "JWT expired" },
  forged: { code: "PGRST301", message: "JWT cryptographic operation failed" },
  malformed: { code: "PGRST301", message: "JWT could not be decoded" },
};

/**
 * @param key an API key that the gateway knows
 * @param authorization the header; the key again, or nothing, means the key alone
 */
export async function identify(keys: Keys, key: string, authorization: string | null): Promise<Identity> {
  const ofKey = callerOfKey(key);
  if (ofKey === null) return { refusal: problem(401, FAULTS.malformed) };
  if (authorization === null || authorization === "") return { caller: ofKey };
  const [, token] = /^Bearer +(\S+)$/iu.exec(authorization) ?? [];
  if (token === undefined) return { refusal: problem(401, FAULTS.malformed) };
  if (token === key) return { caller: ofKey };
  const claims = await keys.verify(token);
  if (typeof claims === "string") return { refusal: problem(401, FAULTS[claims]) };
  return { caller: { role: claims.role, claims } };
}
