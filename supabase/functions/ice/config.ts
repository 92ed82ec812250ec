/** Creates the relay source that the environment configures. */
import type { Environment } from "../_shared/env.ts";
import { createEnvReader } from "../_shared/envReader.ts";
import { cloudflare, type RelaySource, sharedSecret, stunOnly } from "./relaySources.ts";

export interface IceClock {
  now(): number;
  timeout(milliseconds: number): AbortSignal;
}

/** A shorter secret could be guessed offline from one of its credentials. */
const MIN_SECRET_LENGTH = 16;

/**
 * Reads `TURN_CLOUDFLARE_KEY_ID` with `TURN_CLOUDFLARE_API_TOKEN`, or `TURN_URLS` with `TURN_SHARED_SECRET`, or neither;
 * and `STUN_URLS`. Lists are separated by commas. Throws one sentence, without a value, if a variable is missing or wrong.
 */
export function relaySourceFrom(env: Environment, { now, timeout }: IceClock): RelaySource {
  const { text, required, url: address } = createEnvReader(env);
  const list = (name: string, scheme: RegExp): string[] => {
    const urls = (text(name) ?? "").split(",").filter((url) => url !== "");
    if (urls.every((url) => scheme.test(url))) return urls;
    throw new Error(`${name} is not a list of such addresses.`);
  };
  const has = (...names: string[]) => names.some((name) => text(name) !== undefined);

  const stun = list("STUN_URLS", /^stuns?:[^\s?]+$/u);
  const isCloudflare = has("TURN_CLOUDFLARE_KEY_ID", "TURN_CLOUDFLARE_API_TOKEN");
  const isSelfHosted = has("TURN_URLS", "TURN_SHARED_SECRET");
  if (isCloudflare && isSelfHosted) throw new Error("TURN_CLOUDFLARE_KEY_ID and TURN_URLS are two relays: choose one.");
  if (isCloudflare) {
    const keyId = required("TURN_CLOUDFLARE_KEY_ID");
    if (!/^[0-9a-f]{32}$/u.test(keyId)) throw new Error("TURN_CLOUDFLARE_KEY_ID is not a key's id.");
    const token = required("TURN_CLOUDFLARE_API_TOKEN");
    return cloudflare({ keyId, token, stun, url: address("TURN_CLOUDFLARE_URL"), timeout });
  }
  if (!isSelfHosted) return stunOnly(stun);
  required("TURN_URLS");
  const urls = list("TURN_URLS", /^turns?:[^\s?]+(?:\?transport=(?:udp|tcp))?$/u);
  const secret = required("TURN_SHARED_SECRET");
  if (secret.length < MIN_SECRET_LENGTH)
    throw new Error(`TURN_SHARED_SECRET is shorter than ${MIN_SECRET_LENGTH} characters.`);
  return sharedSecret({ urls, secret, stun, now });
}
