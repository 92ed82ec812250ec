/**
 * Sends the Worker's secret to `/auth/v1` only. With it GoTrue accepts the visitor's address, so its rate limits count
 * visitors instead of the edge; IPv6 visitors by their /64, which GoTrue does not group itself. GoTrue stores the visitor's
 * user agent with the session. Every other request passes unchanged, as the caller.
 */
import { addressGroup } from "#contracts/text/addressGroup.ts";
import type { Env } from "./env.ts";

type Fetch = typeof fetch;

/** Longer ones are no browser's. */
const MAX_USER_AGENT_CHARS = 400;

/** `visitor` has the headers of the request. Without Cloudflare's address (never at the edge) nothing is forwarded. */
export function authFetch(env: Env, visitor: Headers, send: Fetch = fetch): Fetch {
  const address = visitor.get("CF-Connecting-IP");
  const authBase = `${env.public.supabaseUrl}/auth/v1/`;
  return (input, init) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(authBase) || address === null) return send(request);
    const headers = new Headers(request.headers);
    headers.set("apikey", env.secretKey);
    // Without a user the client also sends its key as bearer token; a user's token stays.
    if (headers.get("authorization") === `Bearer ${env.public.publishableKey}`) headers.delete("authorization");
    headers.set("Sb-Forwarded-For", addressGroup(address));
    headers.set("User-Agent", visitor.get("User-Agent")?.slice(0, MAX_USER_AGENT_CHARS) ?? "");
    return send(new Request(request, { headers }));
  };
}
