/**
 * Sources of ICE servers: Cloudflare Realtime TURN, a TURN server with a shared secret (coturn's `static-auth-secret`), or
 * STUN alone. The long-lived secrets stay here; issued credentials expire soon.
 */
import * as z from "zod/mini";
import { readJson, readText } from "../_shared/body.ts";
import type { Caller } from "../_shared/caller.ts";
import { relayNameOf } from "../_shared/callerNetwork.ts";
import { type IceServer, iceServer, iceUrl } from "../_shared/contracts/ice.ts";

export type IceServersResult =
  | { readonly ok: true; readonly servers: readonly IceServer[] }
  /** The relay issued no credentials. `servers` are those without credentials; `cause` holds no secret. */
  | { readonly ok: false; readonly servers: readonly IceServer[]; readonly cause: string };

/** A source chooses the name under which its relay counts usage: the user or their network. */
export interface CredentialRequest extends Pick<Caller, "userId" | "network"> {
  readonly ttlMs: number;
}

export interface RelaySource {
  /** Never rejects. The caller must be authorized. */
  readonly issueServers: (request: CredentialRequest) => Promise<IceServersResult>;
  /** A relay is configured. */
  readonly hasRelay: boolean;
}

export const stunOnly = (urls: readonly string[]): RelaySource => ({
  issueServers: () => Promise.resolve({ ok: true, servers: stunServers(urls) }),
  hasRelay: false,
});

export interface SharedSecretOptions {
  /** With `turn:` or `turns:`. */
  readonly urls: readonly string[];
  readonly secret: string;
  readonly stun: readonly string[];
  /** Returns milliseconds since the epoch. */
  now(): number;
}

/**
 * Implements draft-uberti-behave-turn-rest-00: the username contains the expiry, the password is its HMAC. It also names the
 * caller's network, so that coturn's `user-quota` limits all users of an address together: an address can have a hundred
 * guests an hour. Without a known network it names the user.
 */
export const sharedSecret = ({ urls, secret, stun, now }: SharedSecretOptions): RelaySource => ({
  async issueServers({ userId, network, ttlMs }) {
    const until = Math.floor((now() + ttlMs) / 1_000);
    const name = network === null ? userId : await relayNameOf(secret, network);
    const username = `${until}:${name}`;
    const relay = { urls: [...urls], username, credential: await hmac(secret, username) };
    return { ok: true, servers: [...stunServers(stun), relay] };
  },
  hasRelay: true,
});

async function hmac(secret: string, text: string): Promise<string> {
  const bytes = (input: string) => new TextEncoder().encode(input);
  const key = await crypto.subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-1" }, false, ["sign"]);
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(text)))));
}

export interface CloudflareOptions {
  /** 32 hexadecimal digits. */
  readonly keyId: string;
  readonly token: string;
  readonly stun: readonly string[];
  readonly url?: string | undefined;
  /** Returns a signal that aborts after so many milliseconds. */
  timeout(milliseconds: number): AbortSignal;
}

const API_URL = "https://rtc.live.cloudflare.com";
const CLOUDFLARE_STUN = "stun:stun.cloudflare.com:3478";
const REQUEST_TIMEOUT_MS = 4_000;
const MAX_RESPONSE_BYTES = 20_000;

const cloudflareServer = z.extend(iceServer, { urls: z.array(z.string()) });
/** Older responses have one server with all addresses instead of a list. */
const cloudflareResponse = z.object({
  iceServers: z.union([
    z.array(cloudflareServer),
    z.pipe(
      cloudflareServer,
      z.transform((server) => [server]),
    ),
  ]),
});

/** Implements developers.cloudflare.com/realtime/turn/generate-credentials. */
export function cloudflare({ keyId, token, stun, url = API_URL, timeout }: CloudflareOptions): RelaySource {
  const address = new URL(`/v1/turn/keys/${keyId}/credentials/generate-ice-servers`, url);
  const request: RequestInit = {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    // A redirect could carry the token elsewhere.
    redirect: "error",
  };
  const withoutRelay = (cause: string): IceServersResult => ({
    ok: false,
    servers: stunServers(stun.length > 0 ? stun : [CLOUDFLARE_STUN]),
    cause,
  });
  const issueServers: RelaySource["issueServers"] = async ({ userId, ttlMs }) => {
    const signal = timeout(REQUEST_TIMEOUT_MS);
    let text: string | null;
    try {
      const response = await fetch(address, { ...request, body: bodyFor(userId, ttlMs), signal });
      text = await readText(response, MAX_RESPONSE_BYTES);
      if (!response.ok) return withoutRelay(`status ${response.status}`);
    } catch {
      return withoutRelay(signal.aborted ? "no response in time" : "no connection");
    }
    const parsed = cloudflareResponse.safeParse(text === null ? undefined : readJson(text));
    if (!parsed.success) return withoutRelay("not the JSON of this relay");
    const servers = parsed.data.iceServers.map(withSupportedUrls).filter(({ urls }) => urls.length > 0);
    if (!servers.some(isRelay)) return withoutRelay("no relay in the answer");
    return { ok: true, servers: [...stunServers(stun), ...servers] };
  };
  return { issueServers, hasRelay: true };
}

/** Cloudflare counts usage by `customIdentifier`. */
const bodyFor = (userId: string, ttlMs: number) => JSON.stringify({ ttl: ttlMs / 1_000, customIdentifier: userId });

const stunServers = (urls: readonly string[]): IceServer[] => (urls.length === 0 ? [] : [{ urls: [...urls] }]);

/** Removes URLs that browsers reject. They also block port 53, which would cost a timeout. */
const withSupportedUrls = (server: z.infer<typeof cloudflareServer>): IceServer => ({
  ...server,
  urls: server.urls.filter((url) => iceUrl.safeParse(url).success && !/:53(?:\?|$)/u.test(url)),
});

const isRelay = ({ urls, username, credential }: IceServer) =>
  urls.some((url) => url.startsWith("turn")) && username !== undefined && credential !== undefined;
