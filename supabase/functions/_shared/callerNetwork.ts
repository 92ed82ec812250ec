/** The network of a caller, for the shares of quotas (decision 035, stored as a hash that changes every day) and for relays. */
import { addressGroup } from "./contracts/text/addressGroup.ts";

const LOOPBACK = /^(?:127\.|0:0:0:0::$)/u;

/**
 * Returns the IPv4 address or the /64 of IPv6 that sent the request, or null if it is unknown or this machine.
 *
 * Hosted Supabase is behind Cloudflare, which overwrites `cf-connecting-ip`. In `x-forwarded-for` a client may write
 * anything; each proxy appends the address that it saw. So elsewhere only the last entry counts, which is that of the
 * nearest proxy. A self-hosted gateway must remove `cf-connecting-ip`.
 */
export function networkOf({ headers }: Request): string | null {
  const address = (headers.get("cf-connecting-ip") ?? headers.get("x-forwarded-for")?.split(",").at(-1) ?? "").trim();
  return networkOfAddress(address);
}

/** Returns the network of an address, or null if it is unknown or this machine. */
export function networkOfAddress(address: string): string | null {
  if (address === "" || address.length > 100) return null;
  const network = addressGroup(address);
  return LOOPBACK.test(network) ? null : network;
}

/** Returns the hash of a network as a uuid; null for an unknown network. */
export type HashNetwork = (network: string | null) => Promise<string | null>;

/** The key of the hash is the function's secret, so that nobody can try all addresses. `now` returns milliseconds. */
export const createNetworkHasher =
  (secret: string, now: () => number): HashNetwork =>
  (network) => {
    if (network === null) return Promise.resolve(null);
    const day = new Date(now()).toISOString().slice(0, 10);
    return keyedHash(secret, `${day} ${network}`);
  };

/**
 * Returns the hash of a network as a uuid, for a TURN username (decision 013). It is the same every day, because a relay's
 * allocations stay open under their first name, and a new name would have a new quota.
 */
export const relayNameOf = (secret: string, network: string): Promise<string> => keyedHash(secret, `relay ${network}`);

async function keyedHash(secret: string, text: string): Promise<string> {
  const bytes = (input: string) => new TextEncoder().encode(input);
  const key = await crypto.subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const hash = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(text)));
  const hex = [...hash.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, "$1-$2-$3-$4-$5");
}
