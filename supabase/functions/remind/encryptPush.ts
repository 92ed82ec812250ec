/** Encrypts a message for one device (RFC 8291), as one record of `aes128gcm` (RFC 8188). */
import { fromBase64Url } from "./base64Url.ts";

/** Bytes. Push services accept 4,096 in the body: 86 are the header, one is the delimiter, 16 are the tag. */
export const MAX_PUSH_BYTES = 3_993;

const ECDH = { name: "ECDH", namedCurve: "P-256" } as const;
const RECORD_BYTES = 4_096;
/** Marks the last record. */
const DELIMITER = 2;

/** The keys of a device in Base64, as its browser returned them. */
export interface DeviceKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** Chosen anew for each message. Tests pass those of the RFC. */
export interface MessageSecrets {
  readonly pair: CryptoKeyPair;
  readonly salt: Uint8Array<ArrayBuffer>;
}

const createSecrets = async (): Promise<MessageSecrets> => ({
  pair: await crypto.subtle.generateKey(ECDH, true, ["deriveBits"]),
  salt: crypto.getRandomValues(new Uint8Array(16)),
});

/** Returns the body of the request, or null if the keys of the device are none, or the message is too long. */
export async function encryptPush(
  message: Uint8Array<ArrayBuffer>,
  keys: DeviceKeys,
  secrets?: MessageSecrets,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (message.length > MAX_PUSH_BYTES) return null;
  const { pair, salt } = secrets ?? (await createSecrets());
  const device = await openDevice(keys, pair.privateKey);
  if (device === null) return null;
  const sender = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const info = joined(utf8("WebPush: info\0"), device.raw, sender);
  const secret = await derive(device.shared, device.auth, info, 32);
  const key = await derive(secret, salt, utf8("Content-Encoding: aes128gcm\0"), 16);
  const iv = await derive(secret, salt, utf8("Content-Encoding: nonce\0"), 12);
  const aes = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt"]);
  const record = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, aes, joined(message, Uint8Array.of(DELIMITER)));
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, RECORD_BYTES);
  return joined(salt, size, Uint8Array.of(sender.length), sender, new Uint8Array(record));
}

/** Returns null if a key has another length, or its point is not on the curve: runtimes notice that here or there. */
async function openDevice({ p256dh, auth: secret }: DeviceKeys, own: CryptoKey) {
  try {
    const [raw, auth] = [fromBase64Url(p256dh), fromBase64Url(secret)];
    if (raw.length !== 65 || auth.length !== 16) return null;
    const key = await crypto.subtle.importKey("raw", raw, ECDH, false, []);
    return { raw, auth, shared: await crypto.subtle.deriveBits({ name: "ECDH", public: key }, own, 256) };
  } catch {
    return null;
  }
}

/** HKDF with SHA-256. */
async function derive(
  secret: ArrayBuffer,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  bytes: number,
): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, 8 * bytes);
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function joined(...parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
