/** The side of a browser and of its push service: checks the signature (RFC 8292) and decrypts the message (RFC 8291). */
import assert from "node:assert/strict";
import { fromBase64Url, toBase64Url } from "../remind/base64Url.ts";

const ECDH = { name: "ECDH", namedCurve: "P-256" } as const;
const ECDSA = { name: "ECDSA", namedCurve: "P-256" } as const;

export async function createDevice() {
  const pair = await crypto.subtle.generateKey(ECDH, true, ["deriveBits"]);
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const auth = crypto.getRandomValues(new Uint8Array(16));
  return {
    keys: { p256dh: toBase64Url(raw), auth: toBase64Url(auth) },
    /** Throws if the body is for another device, or was changed. */
    decrypt: (body: Uint8Array<ArrayBuffer>) => decrypt(body, pair.privateKey, raw, auth),
  };
}

async function decrypt(
  body: Uint8Array<ArrayBuffer>,
  own: CryptoKey,
  ownRaw: Uint8Array<ArrayBuffer>,
  auth: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const salt = body.slice(0, 16);
  assert.equal(new DataView(body.buffer, body.byteOffset).getUint32(16), 4_096);
  assert.equal(body[20], 65);
  const senderRaw = body.slice(21, 86);
  const sender = await crypto.subtle.importKey("raw", senderRaw, ECDH, false, []);
  const shared = new Uint8Array(await crypto.subtle.deriveBits({ name: "ECDH", public: sender }, own, 256));
  const text = new TextEncoder();
  const secret = await expand(
    await hmac(auth, shared),
    [...text.encode("WebPush: info"), 0, ...ownRaw, ...senderRaw],
    32,
  );
  const random = await hmac(salt, secret);
  const key = await expand(random, [...text.encode("Content-Encoding: aes128gcm"), 0], 16);
  const iv = await expand(random, [...text.encode("Content-Encoding: nonce"), 0], 12);
  const aes = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
  const record = new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, aes, body.slice(86)));
  assert.equal(record.at(-1), 2);
  return new TextDecoder().decode(record.subarray(0, -1));
}

/** HKDF by hand, as in section 3.4 of RFC 8291, so that both sides do not share a fault. */
async function expand(key: Uint8Array<ArrayBuffer>, info: readonly number[], bytes: number) {
  return (await hmac(key, Uint8Array.of(...info, 1))).slice(0, bytes);
}

async function hmac(key: Uint8Array<ArrayBuffer>, content: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, content));
}

/** Creates keys of an operator, as `scripts/push-keys.ts` does. */
export async function createVapidKeys() {
  const pair = await crypto.subtle.generateKey(ECDSA, true, ["sign", "verify"]);
  const { d = "" } = await crypto.subtle.exportKey("jwk", pair.privateKey);
  const publicKey = toBase64Url(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
  return { publicKey, privateKey: d };
}

/** Returns the claims of a header, or throws if the key did not sign them. */
export async function verifyVapid(header: string | null, publicKey: string): Promise<Record<string, unknown>> {
  const [, head = "", claims = "", signature = "", key] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/u.exec(header ?? "") ?? [];
  assert.equal(key, publicKey);
  const imported = await crypto.subtle.importKey("raw", fromBase64Url(publicKey), ECDSA, false, ["verify"]);
  const content = new TextEncoder().encode(`${head}.${claims}`);
  const hash = { name: "ECDSA", hash: "SHA-256" };
  assert.ok(await crypto.subtle.verify(hash, imported, fromBase64Url(signature), content));
  return JSON.parse(new TextDecoder().decode(fromBase64Url(claims)));
}
