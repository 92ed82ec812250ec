/** Requests of Auth's hooks, signed as in Standard Webhooks (https://www.standardwebhooks.com). */
import { Webhook } from "standardwebhooks";
import type { Environment } from "../_shared/env.ts";

/** As Auth requires it: `v1,whsec_` and 24 to 64 bytes in base64. */
const SECRET = /^v1,(whsec_[A-Za-z0-9+/=]{32,88})$/u;

/**
 * Returns the secrets of a hook, `|` between them while one replaces the other. None if the operator has not configured the
 * hook. Throws one sentence without any value.
 */
export function hookSecretsFrom(env: Environment, name: string): Webhook[] {
  const value = env(name)?.trim() ?? "";
  if (value === "") return [];
  return value.split("|").map((secret) => {
    const [, key] = SECRET.exec(secret) ?? [];
    if (key === undefined) throw new Error(`${name} is not of the form v1,whsec_….`);
    return new Webhook(key);
  });
}

/** Returns whether a secret has signed this body within the last five minutes. Compares in constant time. */
export function isSigned(secrets: readonly Webhook[], headers: Headers, body: string): boolean {
  const fields = Object.fromEntries(headers);
  // Every secret is tried, so that the time does not tell which is in use.
  return secrets.map((secret) => verifies(secret, fields, body)).includes(true);
}

function verifies(secret: Webhook, headers: Record<string, string>, body: string): boolean {
  try {
    secret.verify(body, headers, { jsonParse: false });
    return true;
  } catch {
    return false;
  }
}
