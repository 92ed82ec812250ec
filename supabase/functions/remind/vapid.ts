/** Identifies Parley to push services (VAPID, RFC 8292). */

import type { Environment } from "../_shared/env.ts";
import { createEnvReader } from "../_shared/envReader.ts";
import { fromBase64Url, toBase64Url } from "./base64Url.ts";

export interface VapidConfig {
  readonly publicKey: string;
  readonly privateKey: string;
  /** How a push service reaches the operator: an address of a page or `mailto:`. */
  readonly subject: string;
}

const ECDSA = { name: "ECDSA", namedCurve: "P-256" } as const;
/** Push services accept a day at most. Seconds. */
const VALID_SECONDS = 12 * 3_600;

/** Returns null if the operator has configured no keys, or no address of Parley's pages. Throws if only a part is configured. */
export function vapidConfigFrom(env: Environment, origin: string | null): VapidConfig | null {
  const reader = createEnvReader(env);
  const publicKey = reader.text("VAPID_PUBLIC_KEY");
  const privateKey = reader.text("VAPID_PRIVATE_KEY");
  if (publicKey === undefined && privateKey === undefined) return null;
  if (!/^B[\w-]{86}$/u.test(publicKey ?? "")) throw new Error("VAPID_PUBLIC_KEY is not a public key of P-256.");
  if (!/^[\w-]{43}$/u.test(privateKey ?? "")) throw new Error("VAPID_PRIVATE_KEY is not a private key of P-256.");
  const subject = reader.text("VAPID_SUBJECT") ?? origin;
  if (subject === null) return null;
  if (!/^(?:mailto:|https?:\/\/)/u.test(subject)) throw new Error("VAPID_SUBJECT is neither mailto: nor an address.");
  return { publicKey: publicKey ?? "", privateKey: privateKey ?? "", subject };
}

/** Returns the header `Authorization` for the origin of a push service. */
export type Authorize = (audience: string) => Promise<string>;

/** Keeps a header for each push service, because a signature is valid for hours. A header throws if the keys do not belong together. */
export function createAuthorize({ publicKey, privateKey, subject }: VapidConfig, now: () => number): Authorize {
  const headers = new Map<string, Promise<string>>();
  const sign = async (audience: string): Promise<string> => {
    const [x, y] = [fromBase64Url(publicKey).subarray(1, 33), fromBase64Url(publicKey).subarray(33)].map(toBase64Url);
    const jwk = { kty: "EC", crv: "P-256", x, y, d: privateKey } as JsonWebKey;
    const key = await crypto.subtle.importKey("jwk", jwk, ECDSA, false, ["sign"]);
    const published = await crypto.subtle.importKey("raw", fromBase64Url(publicKey), ECDSA, false, ["verify"]);
    const claims = { aud: audience, exp: Math.floor(now() / 1_000) + VALID_SECONDS, sub: subject };
    const hash = { name: "ECDSA", hash: "SHA-256" };
    const content = [{ typ: "JWT", alg: "ES256" }, claims].map(encodeJson).join(".");
    const bytes = new TextEncoder().encode(content);
    const signature = await crypto.subtle.sign(hash, key, bytes);
    if (!(await crypto.subtle.verify(hash, published, signature, bytes)))
      throw new Error("VAPID_PRIVATE_KEY does not belong to VAPID_PUBLIC_KEY.");
    return `vapid t=${content}.${toBase64Url(new Uint8Array(signature))}, k=${publicKey}`;
  };
  return (audience) => {
    const header = headers.get(audience) ?? sign(audience);
    headers.set(audience, header);
    return header;
  };
}

const encodeJson = (value: object): string => toBase64Url(new TextEncoder().encode(JSON.stringify(value)));
