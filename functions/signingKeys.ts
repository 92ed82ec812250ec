/**
 * The public keys of Auth, cached per isolate. The client library would request them, and then the user, for every token
 * with an unknown key, so forged tokens would cost Auth two requests each.
 */
import type { AuthClient, JwtPayload } from "@supabase/auth-js";
import * as z from "zod/mini";
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { Env } from "./env.ts";

/** A shared secret (`oct`) is no public key. */
const publicKey = z.looseObject({ kid: z.string(), kty: z.enum(["EC", "RSA"]), key_ops: z.array(z.string()) });
type PublicKey = z.infer<typeof publicKey>;
const keySet = z.object({ keys: z.array(z.unknown()) });

/** As in the client library: keys that Auth withdrew are no longer accepted after this time. */
const TTL_MS = 10 * 60_000;
/** Shortest time between two requests because of an unknown key. Auth publishes a key before it signs with it. */
const REFETCH_MS = 30_000;
const TIMEOUT_MS = 5_000;

const header = z.object({ kid: z.string(), alg: z.string().check(z.regex(/^(?:ES|RS)\d+$/u)) });

/** Returns the claims of a token that Auth has signed, else null. Errors: `network/timeout`. */
export async function verifiedClaims(
  env: Env,
  auth: Pick<InstanceType<typeof AuthClient>, "getClaims">,
  token: string,
  options: { readonly allowExpired: boolean },
): Promise<Result<JwtPayload | null>> {
  const kid = keyIdOf(token);
  const key = kid === null ? ok(null) : await signingKey(env, kid);
  if (!key.ok || key.value === null) return key.ok ? ok(null) : key;
  try {
    const { data } = await auth.getClaims(token, { ...options, jwks: { keys: [key.value] } });
    return ok(data?.claims ?? null);
  } catch {
    // The library throws for some forged tokens, such as those of another algorithm.
    return ok(null);
  }
}

/** Returns the key id of a token that is signed with a public key, else null. */
function keyIdOf(token: string): string | null {
  try {
    const [encoded = ""] = token.split(".");
    return header.parse(JSON.parse(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")))).kid;
  } catch {
    return null;
  }
}

const cached = new WeakMap<Env, { keys: readonly PublicKey[]; at: number }>();

/** Returns the key, or null if Auth has no such key. Errors: `network/timeout`. */
export async function signingKey(env: Env, kid: string, now = Date.now()): Promise<Result<PublicKey | null>> {
  const known = cached.get(env);
  const found = known?.keys.find((key) => key.kid === kid);
  if (known && now - known.at < (found ? TTL_MS : REFETCH_MS)) return ok(found ?? null);
  const keys = await fetchKeys(env);
  if (keys === null) return fail("network/timeout", "no signing keys");
  cached.set(env, { keys, at: now });
  return ok(keys.find((key) => key.kid === kid) ?? null);
}

async function fetchKeys({ public: { supabaseUrl, publishableKey } }: Env): Promise<PublicKey[] | null> {
  try {
    const response = await fetch(`${supabaseUrl}/auth/v1/.well-known/jwks.json`, {
      headers: { apikey: publishableKey },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return null;
    return keySet.parse(await response.json()).keys.flatMap((key) => {
      const parsed = publicKey.safeParse(key);
      return parsed.success ? [parsed.data] : [];
    });
  } catch {
    return null;
  }
}
