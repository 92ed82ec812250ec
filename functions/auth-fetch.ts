/**
 * Drops the tokens of providers from the responses to authorization codes: nobody needs them, and they would become a part of the
 * session's cookie. Sends the Worker's secret to `/auth/v1` only. With it GoTrue accepts the visitor's address, so its
 * rate limits count visitors instead of the edge; IPv6 visitors by their /64, which GoTrue does not group itself. Renewals count by
 * session, so that a visitor does not use up those of everybody behind their address. Every other request passes unchanged, as the caller.
 */
import * as z from "zod/mini";
import { addressGroup } from "#contracts/text/addressGroup.ts";
import type { Env } from "./env.ts";

type Fetch = typeof fetch;

interface ForwardedAddresses {
  /** Cloudflare's `CF-Connecting-IP`. Without it (never at the edge) nothing is forwarded. */
  readonly visitor: string | null;
  /** Returns an address that stands for the session to renew in this network, or null if the visitor may have made it up. */
  session(network: string): Promise<string | null>;
}

export function authFetch(env: Env, addresses: ForwardedAddresses, send: Fetch = fetch): Fetch {
  const authBase = `${env.public.supabaseUrl}/auth/v1/`;
  const sendAsVisitor = sendWithAddress(env, authBase, addresses, send);
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

function sendWithAddress(env: Env, authBase: string, { visitor, session }: ForwardedAddresses, send: Fetch) {
  return async (request: Request): Promise<Response> => {
    if (!request.url.startsWith(authBase) || visitor === null) return await send(request);
    const isRenewal = request.url.startsWith(`${authBase}token?grant_type=refresh_token`);
    const headers = new Headers(request.headers);
    headers.set("apikey", env.secretKey);
    // Without a user the client also sends its key as bearer token; a user's token stays.
    if (headers.get("authorization") === `Bearer ${env.public.publishableKey}`) headers.delete("authorization");
    const network = addressGroup(visitor);
    headers.set("Sb-Forwarded-For", (isRenewal ? await session(network) : null) ?? network);
    return await send(new Request(request, { headers }));
  };
}
