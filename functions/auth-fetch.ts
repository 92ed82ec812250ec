/**
 * Drops the tokens of providers from the responses to authorization codes: nobody needs them, and they would become a part of the
 * session's cookie. Sends the Worker's secret to `/auth/v1` only. With it GoTrue accepts the visitor's address, so its
 * rate limits count visitors instead of the edge; IPv6 visitors by their /64, which GoTrue does not group itself. Every
 * other request passes unchanged, as the caller.
 */
import * as z from "zod/mini";
import { addressGroup } from "#contracts/text/addressGroup.ts";
import type { Env } from "./env.ts";

type Fetch = typeof fetch;

/** `address` is Cloudflare's `CF-Connecting-IP`; without it (never at the edge) nothing is forwarded. */
export function authFetch(env: Env, address: string | null, send: Fetch = fetch): Fetch {
  const authBase = `${env.public.supabaseUrl}/auth/v1/`;
  const sendAsVisitor = sendWithAddress(env, authBase, address, send);
  return async (input, init) => {
    const request = new Request(input, init);
    const isExchange = request.url.startsWith(`${authBase}token?grant_type=pkce`);
    const response = await sendAsVisitor(request);
    return isExchange && response.ok ? await withoutProviderTokens(response) : response;
  };
}

const session = z.record(z.string(), z.unknown());

async function withoutProviderTokens(response: Response): Promise<Response> {
  const { provider_token: _token, provider_refresh_token: _refresh, ...rest } = session.parse(await response.json());
  return Response.json(rest, { status: response.status });
}

function sendWithAddress(env: Env, authBase: string, address: string | null, send: Fetch) {
  return (request: Request): Promise<Response> => {
    if (!request.url.startsWith(authBase) || address === null) return send(request);
    const headers = new Headers(request.headers);
    headers.set("apikey", env.secretKey);
    // Without a user the client also sends its key as bearer token; a user's token stays.
    if (headers.get("authorization") === `Bearer ${env.public.publishableKey}`) headers.delete("authorization");
    headers.set("Sb-Forwarded-For", addressGroup(address));
    return send(new Request(request, { headers }));
  };
}
