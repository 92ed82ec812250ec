/** The Worker: one `fetch` around Remix. Static files are served before it. */
import { createRequestHandler } from "@remix-run/cloudflare";
import * as build from "@remix-run/dev/server-build";
import type { Failure } from "#contracts/errors.ts";
import { type ExecutionWaiter, requestContext } from "./context.ts";
import { readEnv } from "./env.ts";
import { PERIOD_SECONDS, rateLimitError } from "./rate-limits.ts";
import { drainBody, withRequestGuards } from "./requestGuards.ts";
import {
  bodySizeError,
  contentSecurityPolicy,
  createNonce,
  rejectForeignRequest,
  setSecurityHeaders,
} from "./security.ts";

const handle = createRequestHandler(withRequestGuards(build), build.mode);

/** The development build reloads the page through its own socket. */
const devOrigin = build.mode === "development" ? (process.env.REMIX_DEV_ORIGIN ?? "").replace(/^http/u, "ws") : null;

export default {
  async fetch(request: Request, bindings: object, execution: ExecutionWaiter): Promise<Response> {
    const env = readEnv(bindings);
    const nonce = createNonce();
    const policy = contentSecurityPolicy(env.public, nonce, devOrigin);
    const stranger = rejectForeignRequest(request);
    if (stranger) {
      setSecurityHeaders(stranger.headers, policy);
      return stranger;
    }
    const { context, session, cookies } = requestContext(env, request, nonce, execution);
    const userId = async () => (await session.viewer())?.id ?? null;
    const failure = bodySizeError(request) ?? (await rateLimitError({ request, bindings, userId }));
    const refused = async (why: Failure) => {
      const reads = request.method === "GET" || request.method === "HEAD";
      const { request: bare, typed } = await drainBody(request);
      return handle(bare, context({ failure: why, reads, typed }));
    };
    const response = failure ? await refused(failure) : await handle(request, context(null));
    const headers = new Headers(response.headers);
    setSecurityHeaders(headers, policy);
    if (failure?.code === "request/rate-limited") headers.set("Retry-After", String(PERIOD_SECONDS));
    for (const cookie of cookies()) headers.append("Set-Cookie", cookie);
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
  },
};
