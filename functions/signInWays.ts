/** The ways to sign in that Auth and the operator offer. */
import * as z from "zod/mini";
import type { SignInWays } from "~/lib/loadContext.ts";
import type { Env } from "./env.ts";

const settings = z.object({
  // By name; further entries are other ways.
  external: z.looseObject({ email: z.boolean() }),
  disable_signup: z.boolean(),
  /** Auth believes any address without a code, so anybody owns any. */
  mailer_autoconfirm: z._default(z.boolean(), false),
  /** Auth believes any number without a code. */
  phone_autoconfirm: z._default(z.boolean(), false),
  // Versions without passkeys do not name them.
  passkeys_enabled: z._default(z.boolean(), false),
  saml_enabled: z._default(z.boolean(), false),
});
type Settings = z.infer<typeof settings>;

/** Assumed while Auth cannot be asked. It rejects what it does not offer. */
const USUAL: Settings = {
  external: { email: true },
  disable_signup: false,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  passkeys_enabled: false,
  saml_enabled: false,
};

const CACHE_MS = 5 * 60_000;
const FAILURE_CACHE_MS = 30_000;
const TIMEOUT_MS = 2_000;

/** Settings only, never a promise: it would belong to one request, and never settle once that is aborted. */
const cache = new Map<string, { readonly until: number; readonly settings: Settings }>();

/** Returns Auth's public settings, which the isolate caches. Each request that finds none asks Auth itself. */
async function authSettings({ public: { supabaseUrl, publishableKey } }: Env): Promise<Settings> {
  const cached = cache.get(supabaseUrl);
  if (cached !== undefined && cached.until > Date.now()) return cached.settings;
  const found = await read(supabaseUrl, publishableKey).catch(() => null);
  // Earlier settings, or those that another request has read since, are better than a guess.
  const settings = found ?? cache.get(supabaseUrl)?.settings ?? USUAL;
  cache.set(supabaseUrl, { settings, until: Date.now() + (found === null ? FAILURE_CACHE_MS : CACHE_MS) });
  return settings;
}

async function read(supabaseUrl: string, apikey: string): Promise<Settings> {
  const response = await fetch(`${supabaseUrl}/auth/v1/settings`, {
    headers: { apikey },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return settings.parse(await response.json());
}

/** Browsers accept no IP address as the owner of passkeys. */
const isDomain = (hostname: string): boolean => !/^\[|^[\d.]+$/u.test(hostname);

/** `hostname`: that of the site. */
export async function signInWays(env: Env, hostname: string): Promise<SignInWays> {
  const {
    external,
    disable_signup,
    mailer_autoconfirm,
    phone_autoconfirm,
    passkeys_enabled,
    saml_enabled: sso,
  } = await authSettings(env);
  const code = external.email && !mailer_autoconfirm;
  const phone = external.phone === true && !phone_autoconfirm && env.withoutPhones !== true;
  const password = (code || phone) && env.withoutPasswords !== true;
  // Auth lists no custom ones. It rejects those that do not exist.
  const providers = (env.signInProviders ?? []).filter(({ id }) => id.startsWith("custom:") || external[id] === true);
  const passkey = passkeys_enabled && env.withoutPasskeys !== true && isDomain(hostname);
  return { code, phone, password, passkey, sso, providers, newAccounts: (code || phone) && !disable_signup };
}
