/**
 * Where the servers come from: Cloudflare Realtime TURN, a TURN server that shares a secret with us (coturn's
 * `static-auth-secret`), or STUN alone. The long-lived secrets stay here; what goes out ends soon.
 */
import * as z from "zod/mini";
import { readJson, readText } from "../_shared/body.ts";
import { type IceServer, iceServer, iceUrl } from "../_shared/contracts/ice.ts";

export type IceServersResult =
  | { readonly ok: true; readonly servers: readonly IceServer[] }
  /** The relay gives nothing this time. `servers` are those that need no credentials; `cause` holds no secret. */
  | { readonly ok: false; readonly servers: readonly IceServer[]; readonly cause: string };

export interface CredentialRequest {
  /** Goes into the name under which a relay counts what is used. */
  readonly name: string;
  /** Milliseconds. */
  readonly ttlMs: number;
}

export interface RelaySource {
  /** Servers for one who may have them. Never rejects. */
  readonly issueServers: (wish: CredentialRequest) => Promise<IceServersResult>;
  /** Whether a relay is among them, while it gives credentials. */
  readonly hasRelay: boolean;
}

export const stunOnly = (urls: readonly string[]): RelaySource => ({
  issueServers: () => Promise.resolve({ ok: true, servers: stunServers(urls) }),
  hasRelay: false,
});

export interface SharedSecretOptions {
  /** `turn:` and `turns:`. */
  readonly urls: readonly string[];
  readonly secret: string;
  readonly stun: readonly string[];
  /** Milliseconds since 1970. */
  now(): number;
}

/** draft-uberti-behave-turn-rest-00: the name is the time until which it holds, the password its HMAC by the secret. */
export const sharedSecret = ({ urls, secret, stun, now }: SharedSecretOptions): RelaySource => ({
  async issueServers({ name, ttlMs }) {
    const until = Math.floor((now() + ttlMs) / 1_000);
    const username = `${until}:${name}`;
    const relay = { urls: [...urls], username, credential: await hmac(secret, username) };
    return { ok: true, servers: [...stunServers(stun), relay] };
  },
  hasRelay: true,
});

async function hmac(secret: string, text: string): Promise<string> {
  const bytes = (word: string) => new TextEncoder().encode(word);
  const key = await crypto.subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-1" }, false, ["sign"]);
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(text)))));
}

export interface CloudflareOptions {
  /** 32 hexadecimal digits. */
  readonly keyId: string;
  readonly token: string;
  readonly stun: readonly string[];
  readonly url?: string | undefined;
  /** A signal that aborts after so many milliseconds. */
  timeout(milliseconds: number): AbortSignal;
}

const API_URL = "https://rtc.live.cloudflare.com";
const CLOUDFLARE_STUN = "stun:stun.cloudflare.com:3478";
const REQUEST_TIMEOUT_MS = 4_000;
const MAX_RESPONSE_BYTES = 20_000;

const cloudflareServer = z.extend(iceServer, { urls: z.array(z.string()) });
/** A list; an older answer was one server with all addresses. */
const cloudflareResponse = z.object({
  iceServers: z.union([
    z.array(cloudflareServer),
    z.pipe(
      cloudflareServer,
      z.transform((one) => [one]),
    ),
  ]),
});

/** developers.cloudflare.com/realtime/turn/generate-credentials. */
export function cloudflare({ keyId, token, stun, url = API_URL, timeout }: CloudflareOptions): RelaySource {
  const address = new URL(`/v1/turn/keys/${keyId}/credentials/generate-ice-servers`, url);
  const request: RequestInit = {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    // A redirect could carry the token elsewhere.
    redirect: "error",
  };
  const without = (cause: string): IceServersResult => ({
    ok: false,
    servers: stunServers(stun.length > 0 ? stun : [CLOUDFLARE_STUN]),
    cause,
  });
  const issueServers: RelaySource["issueServers"] = async ({ ttlMs }) => {
    const signal = timeout(REQUEST_TIMEOUT_MS);
    let text: string | null;
    try {
      const response = await fetch(address, { ...request, body: JSON.stringify({ ttl: ttlMs / 1_000 }), signal });
      text = await readText(response, MAX_RESPONSE_BYTES);
      if (!response.ok) return without(`status ${response.status}`);
    } catch {
      return without(signal.aborted ? "no answer in time" : "no connection");
    }
    const answer = cloudflareResponse.safeParse(text === null ? undefined : readJson(text));
    if (!answer.success) return without("not the JSON of this relay");
    const servers = answer.data.iceServers.map(withSupportedUrls).filter(({ urls }) => urls.length > 0);
    if (!servers.some(isRelay)) return without("no relay in the answer");
    return { ok: true, servers: [...stunServers(stun), ...servers] };
  };
  return { issueServers, hasRelay: true };
}

const stunServers = (urls: readonly string[]): IceServer[] => (urls.length === 0 ? [] : [{ urls: [...urls] }]);

/** Without what no browser would take, or would break over; port 53 they block, and asking there costs a timeout. */
const withSupportedUrls = (server: z.infer<typeof cloudflareServer>): IceServer => ({
  ...server,
  urls: server.urls.filter((url) => iceUrl.safeParse(url).success && !/:53(?:\?|$)/u.test(url)),
});

const isRelay = ({ urls, username, credential }: IceServer) =>
  urls.some((url) => url.startsWith("turn")) && username !== undefined && credential !== undefined;
