/** Shared steps of the tests of second factors. */
import type { SupabaseClient } from "@supabase/supabase-js";
import { TOTP } from "otpauth";
import { type AuthTarget, authTargetForFile } from "./auth.support.ts";
import type { TargetOptions } from "./target.ts";

export const FACTORS_TOML = "[auth.mfa.totp]\nenroll_enabled = true\nverify_enabled = true\n";

/** An authenticator app with one secret. `drift`: how many intervals its clock is ahead. */
export const codeOf = (secret: string, drift = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + drift * 30_000 });

/** Returns another code than those that are accepted now. */
export function wrongCode(secret: string): string {
  const accepted = [-2, -1, 0, 1, 2].map((drift) => codeOf(secret, drift));
  for (let code = 0; ; code++) {
    const text = String(code).padStart(6, "0");
    if (!accepted.includes(text)) return text;
  }
}

export interface EnrolledFactor {
  readonly factorId: string;
  readonly secret: string;
}

/** Adds an unverified factor. Parley's database permits its verification within a minute. */
export async function enroll(client: SupabaseClient, friendlyName = "Phone"): Promise<EnrolledFactor> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  await client.rpc("allow_new_factor", { p_factor_id: data.id });
  return { factorId: data.id, secret: data.totp.secret };
}

export const verifyWith = (client: SupabaseClient, { factorId, secret }: EnrolledFactor, code = codeOf(secret)) =>
  client.auth.mfa.challengeAndVerify({ factorId, code });

/** Adds a verified factor, which raises the client's session to `aal2`. */
export async function addFactor(client: SupabaseClient, friendlyName?: string): Promise<EnrolledFactor> {
  const factor = await enroll(client, friendlyName);
  const { error } = await verifyWith(client, factor);
  if (error) throw error;
  return factor;
}

export async function claimsOf(client: SupabaseClient) {
  const { data, error } = await client.auth.getClaims();
  if (error || data === null) throw error ?? new Error("No session.");
  return data.claims;
}

export function factorTargetForFile(options: Pick<TargetOptions, "rateLimits" | "recoveryCodes"> = {}) {
  const auth: AuthTarget = authTargetForFile({ files: { "config.toml": FACTORS_TOML }, ...options });
  return {
    ...auth,
    /** A client whose flag permits recovery codes. */
    flagged: () => auth.target().client({ auth: { experimental: { recoveryCodes: true } } }),
    /** Signs the person in in another browser. */
    async elsewhere({ email }: { email: string }, client: SupabaseClient = auth.client()) {
      await auth.advanceClock(61);
      const { data, error } = await auth.verify(email, (await auth.requestCode(email)).code, client);
      if (error) throw error;
      if (!data.session) throw new Error("No session after signing in.");
      return { client, accessToken: data.session.access_token, refreshToken: data.session.refresh_token };
    },
  };
}
