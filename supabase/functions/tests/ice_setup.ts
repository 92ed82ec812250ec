/** The function `ice` with a scripted database and relay, and responses of Cloudflare. */
import { createHmac } from "node:crypto";
import type { Caller } from "../_shared/caller.ts";
import { type Failure, ok, type Result } from "../_shared/contracts/errors.ts";
import { ICE } from "../_shared/contracts/ice.ts";
import { type IceRequest, iceStatus } from "../_shared/contracts/iceRequest.ts";
import { createRateLimiter } from "../_shared/rateLimiter.ts";
import { createIceHandler } from "../ice/handler.ts";
import { type CredentialRequest, cloudflare, type RelaySource, stunOnly } from "../ice/relaySources.ts";
import { ANA, bearer } from "./callers.ts";
import { shortTimeout } from "./fakeServer.ts";

export const ICE_PEER_ID = "11111111-1111-4111-8111-111111111111";
export const ICE_MEETING_ID = "22222222-2222-4222-8222-222222222222";
export const MEETING_CODE = "k3f9-2mxa-7qpd";
export const PEER_CREDENTIAL: CredentialRequest = {
  userId: ANA,
  network: null,
  ttlMs: ICE.credentialTtlMs,
};
export const TOKEN = "not-a-token-of-cloudflare";
export const KEY_ID = "0123456789abcdef0123456789abcdef";
export const STUN = "stun:stun.example:3478";

/** Creates the function with the given database result, relay and rate limit. */
export function setupIce({
  may = ok(true),
  source = stunOnly([STUN]),
  turns = 5,
}: {
  may?: Result<boolean>;
  source?: RelaySource;
  turns?: number;
} = {}) {
  const seen = { authorized: [] as [IceRequest, Caller][], requests: [] as CredentialRequest[], log: [] as Failure[] };
  const handler = createIceHandler(
    {
      authorizeRelay: (request, caller) => {
        seen.authorized.push([request, caller]);
        return Promise.resolve(may);
      },
      source: {
        ...source,
        issueServers(request) {
          seen.requests.push(request);
          return source.issueServers(request);
        },
      },
      checkRateLimit: createRateLimiter({ limit: turns, windowMs: 1_000, now: () => 0 }),
    },
    (failure) => seen.log.push(failure),
  );
  const call = async (
    body: unknown = { meeting_id: ICE_MEETING_ID, peer_id: ICE_PEER_ID },
    authorization: string | null = bearer(),
    from: Record<string, string> = {},
  ) => {
    const headers: HeadersInit = authorization === null ? from : { ...from, authorization };
    const response = await handler(
      new Request("http://functions/ice", { method: "POST", body: JSON.stringify(body), headers }),
    );
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const state = async () => iceStatus.parse(await (await handler(new Request("http://functions/ice"))).json());
  const outcome = async (...args: Parameters<typeof call>) => {
    const { status, body } = await call(...args);
    return [status, body.error?.code ?? body];
  };
  return { call, outcome, state, seen };
}

/** Returns the credential that coturn expects for a username. */
export const credentialOf = (secret: string, username: string) => ({
  username,
  credential: createHmac("sha1", secret).update(username).digest("base64"),
});

/** An example of developers.cloudflare.com/realtime/turn/generate-credentials, with the port that browsers block. */
export const STUN_THERE = { urls: ["stun:stun.cloudflare.com:3478", "stun:stun.cloudflare.com:53"] };
export const RELAY_THERE = {
  urls: ["turn:turn.cloudflare.com:3478?transport=udp", "turn:turn.cloudflare.com:53?transport=udp"],
  username: "bc91b63e",
  credential: "ebd71f1d",
};
export const generated = (iceServers: unknown) => Response.json({ iceServers }, { status: 201 });
export const RELAY = { ...RELAY_THERE, urls: RELAY_THERE.urls.slice(0, 1) };
export const cloudflareAt = (url: string, stun: readonly string[] = []) =>
  cloudflare({ keyId: KEY_ID, token: TOKEN, stun, url, timeout: shortTimeout });
