/**
 * Stores where a session began and on which device, so that the page of devices shows the place, and a known
 * device sends no email. Users may not write either, so this sends the secret key.
 */
import * as z from "zod/mini";
import { base64Url } from "~/lib/base64Url.ts";
import type { CookieJar } from "./cookieJar.ts";
import type { Env } from "./env.ts";
import { tokenClaims } from "./tokenClaims.ts";

const DEVICE_COOKIE = "__Host-parley-device";
/** The longest time that browsers keep a cookie. Seconds. */
const DEVICE_COOKIE_TTL = 400 * 24 * 60 * 60;
const DEVICE = /^[A-Za-z0-9_-]{43}$/u;
/** Longer ones are no browser's. */
const MAX_USER_AGENT_CHARS = 400;
const TIMEOUT_MS = 5_000;

/** Cloudflare's facts about a request. `T1` stands for Tor, `XX` for an unknown place. */
const located = z.object({ cf: z.object({ country: z.string().check(z.regex(/^(?!XX)[A-Z]{2}$/u)) }) });

/** Returns the visitor's country as Cloudflare states it, or null. A loopback address is nowhere. */
export function countryOf(request: Request): string | null {
  const address = request.headers.get("CF-Connecting-IP");
  if (address === null || /^(?:127\.|::1$)/u.test(address)) return null;
  const parsed = located.safeParse({ cf: Reflect.get(request, "cf") });
  return parsed.success ? parsed.data.cf.country : null;
}

/** Records the sign-in that returned this access token. Sets the device's cookie at once; the request runs on its own. */
export type RecordSignIn = (accessToken: string) => void;

interface RecordSignInParts {
  env: Env;
  jar: CookieJar;
  country: string | null;
  /** The visitor's. Auth gets none: its gateway rejects a secret key with the user agent of a browser. */
  userAgent: string | null;
  /** Keeps the Worker running until the work settles. */
  waitUntil(work: Promise<unknown>): void;
}

export function createRecordSignIn({ env, jar, country, userAgent, waitUntil }: RecordSignInParts): RecordSignIn {
  return (accessToken) => {
    const claims = tokenClaims(accessToken);
    if (claims === null || claims.is_anonymous) return;
    const sent = jar.sent.find(({ name }) => name === DEVICE_COOKIE)?.value ?? "";
    const device = DEVICE.test(sent) ? sent : newDevice();
    jar.set(DEVICE_COOKIE, device, { maxAge: DEVICE_COOKIE_TTL });
    waitUntil(
      deviceHash(device, claims.sub)
        .then((p_device) =>
          send(env, {
            ...{ p_session_id: claims.session_id, p_country: country, p_device },
            p_user_agent: userAgent?.slice(0, MAX_USER_AGENT_CHARS) ?? null,
          }),
        )
        // The device stays new then, and its email is sent.
        .catch(() => {}),
    );
  };
}

const send = (env: Env, parameters: Readonly<Record<string, string | null>>): Promise<unknown> =>
  fetch(`${env.public.supabaseUrl}/rest/v1/rpc/record_sign_in`, {
    method: "POST",
    headers: { apikey: env.secretKey, "Content-Type": "application/json" },
    body: JSON.stringify(parameters),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });

const newDevice = (): string => base64Url(crypto.getRandomValues(new Uint8Array(32)));

/** Returns a hash that names the device for this user only, so that the database cannot find out who shares one. */
async function deviceHash(device: string, userId: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${device}:${userId}`));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
