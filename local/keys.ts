/**
 * The stack's keys. The two API keys are fixed and known to everyone: they open nothing but this machine, and the
 * Worker refuses them for any other address. Access tokens are signed by a key of each data folder, ES256.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type CryptoKey, errors, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from "jose";
import * as z from "zod";
import { type Caller, type JwtClaims, jwtClaims, type UserClaims } from "./jwtClaims.ts";

export const PUBLISHABLE_KEY = "sb_publishable_local_parley";
export const SECRET_KEY = "sb_secret_local_parley";

/** Why a bearer is refused. */
export type TokenFault = "malformed" | "expired" | "forged";

export interface Keys {
  /** Signs an access token. */
  sign(claims: UserClaims): Promise<string>;
  /** The claims of an access token that we signed as this issuer and that has not expired. */
  verify(token: string): Promise<UserClaims | TokenFault>;
  /** The public half, as `/auth/v1/.well-known/jwks.json` shows it. */
  readonly jwks: { readonly keys: readonly JWK[] };
}

const storedKey = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.uuid(),
});

/**
 * Reads the signing key of a data folder, or makes it. Readable by its owner only.
 * @param issuer what a token's `iss` must be
 */
export async function loadKeys(data: string, issuer: string): Promise<Keys> {
  const file = join(data, "signing-key.json");
  const stored = await readFile(file, "utf8").catch(() => null);
  const jwk = stored === null ? await generate(file) : storedKey.parse(JSON.parse(stored));
  const { d: _private, ...publicJwk } = jwk;
  const privateKey = await imported(jwk);
  const publicKey = await imported(publicJwk);
  return {
    sign: (payload) =>
      new SignJWT({ ...payload }).setProtectedHeader({ alg: "ES256", kid: jwk.kid, typ: "JWT" }).sign(privateKey),
    verify: async (token) => {
      try {
        const expected = { algorithms: ["ES256"], audience: "authenticated", issuer };
        const { payload } = await jwtVerify(token, publicKey, expected);
        const parsed = jwtClaims.safeParse(payload);
        return parsed.success ? parsed.data : "malformed";
      } catch (error) {
        if (error instanceof errors.JWTExpired) return "expired";
        if (error instanceof errors.JWSSignatureVerificationFailed) return "forged";
        return "malformed";
      }
    },
    jwks: { keys: [{ ...publicJwk, alg: "ES256", use: "sig", key_ops: ["verify"], ext: true }] },
  };
}

async function generate(file: string) {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = storedKey.parse({ ...(await exportJWK(privateKey)), kid: randomUUID() });
  await mkdir(join(file, ".."), { recursive: true });
  await writeFile(file, JSON.stringify(jwk), { mode: 0o600 });
  return jwk;
}

async function imported(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, "ES256");
  if (key instanceof Uint8Array) throw new Error("The signing key is no key pair.");
  return key;
}

export const ANON: Caller = { role: "anon", claims: { role: "anon" } };
export const SERVICE: Caller = { role: "service_role", claims: { role: "service_role" } };

/** The caller of an API key alone; null when it is none of ours. */
export function callerOfKey(key: string): Caller | null {
  if (key === PUBLISHABLE_KEY) return ANON;
  if (key === SECRET_KEY) return SERVICE;
  return null;
}

/** The claims of an access token or of an API key; null for anything else. */
export async function verifyAny(keys: Keys, token: string): Promise<JwtClaims | null> {
  const key = callerOfKey(token);
  if (key) return key.claims;
  const verified = await keys.verify(token);
  return typeof verified === "string" ? null : verified;
}
