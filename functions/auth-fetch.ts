/**
 * The one place that uses the Worker's secret, and for `/auth/v1` alone: with it GoTrue believes the visitor's address,
 * so that its rate limits count visitors and not the edge. Every other request passes unchanged, as the caller.
 */
import type { Env } from "./env.ts";

type Fetch = typeof fetch;

/** `address` is Cloudflare's `CF-Connecting-IP`; without one (never at the edge) nothing is forwarded. */
export function authFetch(env: Env, address: string | null, send: Fetch = fetch): Fetch {
  const authBase = `${env.public.supabaseUrl}/auth/v1/`;
  return (input, init) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(authBase) || address === null) return send(request);
    const headers = new Headers(request.headers);
    headers.set("apikey", env.secretKey);
    // Without a user the client sends its key as bearer too; a user's token stays what it is.
    if (headers.get("authorization") === `Bearer ${env.public.publishableKey}`) headers.delete("authorization");
    headers.set("Sb-Forwarded-For", address);
    return send(new Request(request, { headers }));
  };
}
