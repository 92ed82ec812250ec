/**
 * The keys of the stack. The two API keys are fixed and public: they only give access to this machine, and the Worker
 * rejects them for any other address. Access tokens are signed with ES256, with a key per data folder.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type CryptoKey, errors, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from "jose";
import * as z from "zod";
import { type Caller, type JwtClaims, jwtClaims, type UserClaims } from "./jwtClaims.ts";

export const PUBLISHABLE_KEY = "sb_publishable_local_parley";
export const SECRET_KEY = "sb_secret_local_parley";
/** `JOBS_SECRET` of the local edge functions. */
export const JOBS_SECRET = "local_jobs_secret_of_the_embedded_stack";
/** The key of the inbox as an email provider. */
export const EMAIL_KEY = "local_email_key";
/** User and password of the inbox as an SMS provider. */
export const SMS_KEY = "local:local_sms_key";

/** Why a bearer token is rejected. */
export type TokenFailure = "malformed" | "expired" | "forged";

export interface Keys {
  sign(claims: UserClaims): Promise<string>;
  /** Returns the claims of an unexpired access token that this issuer signed. */
  verify(token: string): Promise<UserClaims | TokenFailure>;
  /** The public key, as served at `/auth/v1/.well-known/jwks.json`. */
  readonly jwks: { readonly keys: readonly JWK[] };
}

const storedKey = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.guid(),
});

/**
 * Reads the signing key of a data folder, or creates it, readable by its owner only.
 * @param issuer the required `iss` of a token
 */
export async function loadKeys(data: string, issuer: string): Promise<Keys> {
  const file = join(data, "signing-key.json");
  const stored = await readFile(file, "utf8").catch(() => null);
  const jwk = stored === null ? await generate(file) : storedKey.parse(JSON.parse(stored));
  const { d: _private, ...publicJwk } = jwk;
  const privateKey = await importKey(jwk);
  const publicKey = await importKey(publicJwk);
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

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, "ES256");
  if (key instanceof Uint8Array) throw new Error("The signing key is not a key pair.");
  return key;
}

export const ANON: Caller = { role: "anon", claims: { role: "anon" } };
export const SERVICE: Caller = { role: "service_role", claims: { role: "service_role" } };

/** Returns the caller of an API key, or null for an unknown key. */
export function callerOfKey(key: string): Caller | null {
  if (key === PUBLISHABLE_KEY) return ANON;
  if (key === SECRET_KEY) return SERVICE;
  return null;
}

/** Returns the claims of an access token or an API key, else null. */
export async function verifyAny(keys: Keys, token: string): Promise<JwtClaims | null> {
  const key = callerOfKey(token);
  if (key) return key.claims;
  const verified = await keys.verify(token);
  return typeof verified === "string" ? null : verified;
}
