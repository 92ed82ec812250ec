/**
 * Encrypts the password of a sign-up until the code has proven the address. Only the browser that chose it holds it, in the
 * cookie of its pending sign-in. So a stranger cannot leave a password behind for the owner of the address to confirm.
 */
import { type Env, passwordKey } from "./env.ts";

const IV_BYTES = 12;

/** Only this address can open it. */
const additionalData = (email: string) => new TextEncoder().encode(email);

export async function sealPassword(env: Env, password: string, email: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const algorithm = { name: "AES-GCM", iv, additionalData: additionalData(email) };
  const sealed = await crypto.subtle.encrypt(algorithm, await passwordKey(env), new TextEncoder().encode(password));
  return btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)));
}

/** Returns null for another address, another key or a forged text. */
export async function openPassword(env: Env, sealed: string, email: string): Promise<string | null> {
  try {
    const bytes = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0));
    const algorithm = { name: "AES-GCM", iv: bytes.subarray(0, IV_BYTES), additionalData: additionalData(email) };
    const opened = await crypto.subtle.decrypt(algorithm, await passwordKey(env), bytes.subarray(IV_BYTES));
    return new TextDecoder().decode(opened);
  } catch {
    return null;
  }
}
