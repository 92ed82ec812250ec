/** The Worker's environment, parsed once per isolate. A wrong value stops every request, so that it is not overlooked. */
import * as z from "zod/mini";
import { MIN_JOBS_SECRET_CHARS } from "#contracts/jobs.ts";
import type { PublicEnv, SignInProvider, TranslationPrices } from "~/lib/loadContext.ts";
import { type ApiKeyKind, apiKeyKind } from "./apiKeys.ts";
import { providerList } from "./providers.ts";

const ICE_ERROR = 'is no list of {"urls":"stun:…"} (relays and credentials belong to the edge function ice)';
const stunUrl = z.string().check(z.regex(/^stuns?:[^\s@]+$/iu));
/** Every page contains them, so they hold no credentials. */
const iceServers = z.array(
  z.strictObject({ urls: z.union([stunUrl, z.array(stunUrl)], ICE_ERROR) }, ICE_ERROR),
  ICE_ERROR,
);

const jsonText = z.pipe(
  z.string(),
  z.transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.issues.push({ code: "custom", message: "is not JSON", input: text });
      return z.NEVER;
    }
  }),
);

export const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);
/** The embedded Supabase has public keys; they are valid for loopback addresses only. */
const EMBEDDED_KEY = /^sb_(publishable|secret)_local_/u;

const TURNSTILE_ERROR = "is no key of Turnstile (0x4…)";

const PRICES_ERROR =
  'is no list such as {"currency":"EUR","perMillion":{"deepl":20}} of prices for a million characters, with "speechHour" for an hour of speech';
const price = z.number(PRICES_ERROR).check(z.nonnegative(PRICES_ERROR));
const translationPrices = z.strictObject(
  {
    currency: z.string(PRICES_ERROR).check(z.regex(/^[A-Z]{3}$/u, PRICES_ERROR)),
    perMillion: z.record(z.string().check(z.regex(/^[a-z][a-z-]{1,30}$/u, PRICES_ERROR)), price, PRICES_ERROR),
    speechHour: z.optional(price),
  },
  PRICES_ERROR,
);

/** A key in the wrong variable would put the secret key into every page. */
const apiKey = (kind: ApiKeyKind, role: string) =>
  z.string("is missing").check(
    z.minLength(1, { error: "is missing", abort: true }),
    z.refine((key) => apiKeyKind(key) === kind, `is no ${kind} key (sb_${kind}_… or a legacy key of role ${role})`),
  );

const shape = z
  .object({
    SUPABASE_URL: z.pipe(
      z.string("is missing").check(
        z.minLength(1, { error: "is missing", abort: true }),
        z.url({ protocol: /^https?$/u, error: "is not an address", abort: true }),
        z.refine(
          (url) => new URL(url).username === "" && new URL(url).password === "",
          "contains a user or a password",
        ),
        z.refine((url) => {
          const { protocol, hostname } = new URL(url);
          return protocol === "https:" || LOOPBACK.has(hostname);
        }, "is not https, so the secret key would travel in clear"),
      ),
      z.transform((url: string) => url.replace(/\/+$/u, "")),
    ),
    SUPABASE_PUBLISHABLE_KEY: apiKey("publishable", "anon"),
    SUPABASE_SECRET_KEY: apiKey("secret", "service_role"),
    JOBS_SECRET: z.optional(
      z.string().check(
        z.minLength(MIN_JOBS_SECRET_CHARS, "is too short"),
        z.refine((secret) => apiKeyKind(secret) === "unknown", "is an API key"),
      ),
    ),
    TURNSTILE_SITE_KEY: z._default(z.string().check(z.regex(/^(?:[0-3]x[\w-]{10,60})?$/u, TURNSTILE_ERROR)), ""),
    TURNSTILE_SECRET_KEY: z._default(z.string().check(z.regex(/^(?:[0-3]x[\w-]{10,60})?$/u, TURNSTILE_ERROR)), ""),
    ICE_SERVERS: z._default(z.pipe(jsonText, iceServers), []),
    PASSWORD_SIGN_IN: z._default(z.enum(["on", "off"], 'is neither "on" nor "off"'), "on"),
    SIGN_IN_PROVIDERS: z._default(providerList, []),
    PHONE_SIGN_IN: z._default(z.enum(["on", "off"], 'is neither "on" nor "off"'), "on"),
    PASSKEY_SIGN_IN: z._default(z.enum(["on", "off"], 'is neither "on" nor "off"'), "on"),
    TRANSLATION_PRICES: z.optional(z.pipe(jsonText, translationPrices)),
    // A private key has 43 characters.
    VAPID_PUBLIC_KEY: z._default(z.string().check(z.regex(/^(?:B[\w-]{86})?$/u, "is no public key of P-256")), ""),
  })
  .check(
    z.refine(
      ({ SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY }) =>
        LOOPBACK.has(new URL(SUPABASE_URL).hostname) ||
        !(EMBEDDED_KEY.test(SUPABASE_PUBLISHABLE_KEY) || EMBEDDED_KEY.test(SUPABASE_SECRET_KEY)),
      { message: "the embedded Supabase's keys are for this machine only", path: ["SUPABASE_SECRET_KEY"] },
    ),
    z.refine(
      ({ TURNSTILE_SITE_KEY, TURNSTILE_SECRET_KEY }) => (TURNSTILE_SITE_KEY === "") === (TURNSTILE_SECRET_KEY === ""),
      {
        message: "is set without the other key of Turnstile, or missing beside it",
        path: ["TURNSTILE_SECRET_KEY"],
      },
    ),
    // The secret key is longer. As site key, every page would contain it.
    z.refine(({ TURNSTILE_SITE_KEY }) => TURNSTILE_SITE_KEY.length < 30, {
      message: "is the secret key of Turnstile",
      path: ["TURNSTILE_SITE_KEY"],
    }),
  );

export interface Env {
  /** Turnstile's secret, if the forms contain it. */
  readonly turnstileSecret?: string;
  readonly public: PublicEnv;
  /** Set if the operator offers codes and links only. */
  readonly withoutPasswords?: true;
  /** Set if the operator offers no sign-in by phone number. */
  readonly withoutPhones?: true;
  /** Set if the operator offers any. */
  readonly signInProviders?: readonly SignInProvider[];
  /** Set if the operator offers no passkeys. */
  readonly withoutPasskeys?: true;
  /** For `/auth/v1` only: `auth-fetch.ts` sends it, and `dailyKey` and `passwordKey` derive keys from it. */
  readonly secretKey: string;
  /** If the operator set any. */
  readonly translationPrices?: TranslationPrices;
  /** The key by which push services recognize Parley, if the operator set one. Then people can switch on reminders. */
  readonly pushKey?: string;
  /** For the schedule only. Null if the operator has set none: then no job runs. */
  readonly jobsSecret: string | null;
}

const parsed = new WeakMap<object, Env>();

/** An environment with which the Worker cannot run. The message names variables, never a value. */
export class EnvError extends Error {}

/** Parses the environment. Throws an `EnvError` with the names of missing or invalid variables. */
export function readEnv(bindings: object): Env {
  const cached = parsed.get(bindings);
  if (cached) return cached;
  const result = shape.safeParse(bindings);
  if (!result.success) {
    const wrong = result.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`).join("; ");
    throw new EnvError(`The Worker's environment is not right: ${wrong}`);
  }
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, JOBS_SECRET, ICE_SERVERS, TRANSLATION_PRICES } =
    result.data;
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secret } = result.data;
  const env: Env = {
    public: {
      ...{ supabaseUrl: SUPABASE_URL, publishableKey: SUPABASE_PUBLISHABLE_KEY, iceServers: ICE_SERVERS },
      ...(siteKey !== "" && { turnstileSiteKey: siteKey }),
    },
    secretKey: SUPABASE_SECRET_KEY,
    jobsSecret: JOBS_SECRET ?? null,
    ...(TRANSLATION_PRICES !== undefined && { translationPrices: TRANSLATION_PRICES }),
    ...(result.data.VAPID_PUBLIC_KEY !== "" && { pushKey: result.data.VAPID_PUBLIC_KEY }),
    ...(secret !== "" && { turnstileSecret: secret }),
    ...(result.data.PASSWORD_SIGN_IN === "off" && { withoutPasswords: true }),
    ...(result.data.SIGN_IN_PROVIDERS.length > 0 && { signInProviders: result.data.SIGN_IN_PROVIDERS }),
    ...(result.data.PHONE_SIGN_IN === "off" && { withoutPhones: true }),
    ...(result.data.PASSKEY_SIGN_IN === "off" && { withoutPasskeys: true }),
  };
  parsed.set(bindings, env);
  return env;
}

const HMAC = { name: "HMAC", hash: "SHA-256" } as const;

/** Returns 32 bytes for one purpose, which only the Worker can derive. */
async function deriveBytes({ secretKey }: Env, purpose: string): Promise<ArrayBuffer> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const master = await crypto.subtle.importKey("raw", bytes(secretKey), HMAC, false, ["sign"]);
  return await crypto.subtle.sign("HMAC", master, bytes(purpose));
}

/**
 * Returns an address of no network, which stands for a session in the visitor's network. Nobody else can compute it, and a copy of
 * the session elsewhere has another.
 */
export async function sessionAddress(env: Env, sessionId: string, network: string): Promise<string> {
  const bytes = new Uint8Array(await deriveBytes(env, `parley session ${sessionId} ${network}`)).subarray(0, 15);
  const hex = `fd${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  return hex.replaceAll(/(.{4})(?=.)/gu, "$1:");
}

/** Returns a key that changes with the day. */
export const dailyKey = async (env: Env, day: string): Promise<CryptoKey> =>
  await crypto.subtle.importKey("raw", await deriveBytes(env, `parley mailbox ${day}`), HMAC, false, ["sign"]);

/** Returns the key that encrypts passwords of pending sign-ups. */
export const passwordKey = async (env: Env): Promise<CryptoKey> =>
  await crypto.subtle.importKey("raw", await deriveBytes(env, "parley password"), "AES-GCM", false, [
    "encrypt",
    "decrypt",
  ]);
