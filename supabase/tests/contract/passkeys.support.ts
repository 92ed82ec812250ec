/** Shared steps of the tests of passkeys. */
import type { SupabaseClient } from "@supabase/supabase-js";
import { type AuthTarget, authTargetForFile } from "./auth.support.ts";
import { FACTORS_TOML } from "./factors.support.ts";
import { type SoftwareAuthenticatorOptions, type Statement, softwareAuthenticator } from "./softwareAuthenticator.ts";
import type { TargetOptions } from "./target.ts";

export const RP_ID = "localhost";
export const ORIGIN = "http://localhost:8787";
export const PASSKEYS_TOML = `
[auth.passkey]
enabled = true
[auth.webauthn]
rp_display_name = "Parley"
rp_id = "${RP_ID}"
rp_origins = ["${ORIGIN}"]
`;

type Authenticator = ReturnType<typeof softwareAuthenticator>;

/** Returns the data of a successful response. */
export async function dataOf<T>(response: Promise<{ data: T | null; error: unknown }>): Promise<T> {
  const { data, error } = await response;
  if (error !== null || data === null) throw error ?? new Error("No data.");
  return data;
}

export const startRegistration = (client: SupabaseClient) => dataOf(client.auth.passkey.startRegistration());
export const startAuthentication = (client: SupabaseClient) => dataOf(client.auth.passkey.startAuthentication());

/** Answers a registration. Returns the response of Auth, also a failure. */
export async function register(client: SupabaseClient, key: Authenticator, lie: Partial<Statement> = {}) {
  const { challenge_id: challengeId, options } = await startRegistration(client);
  return await client.auth.passkey.verifyRegistration({ challengeId, credential: key.create(options, lie) });
}

/** Answers a sign-in. Returns the response of Auth, also a failure. */
export async function signInWith(client: SupabaseClient, key: Authenticator, lie: Partial<Statement> = {}) {
  const { challenge_id: challengeId, options } = await startAuthentication(client);
  return await client.auth.passkey.verifyAuthentication({ challengeId, credential: key.get(options, lie) });
}

export function passkeyTargetForFile(options: Pick<TargetOptions, "rateLimits"> = {}) {
  const auth: AuthTarget = authTargetForFile({
    files: { "config.toml": `${FACTORS_TOML}${PASSKEYS_TOML}` },
    ...options,
  });
  const authenticator = (own: Partial<SoftwareAuthenticatorOptions> = {}) =>
    softwareAuthenticator({ rpId: RP_ID, origin: ORIGIN, ...own });
  return {
    ...auth,
    authenticator,
    /** Returns a signed-in user with a passkey. */
    async personWithPasskey(own: Partial<SoftwareAuthenticatorOptions> = {}) {
      const person = await auth.person();
      const key = authenticator(own);
      const passkey = await dataOf(register(person.client, key));
      return { ...person, key, passkey };
    },
  };
}
