/** Parley at the edge: one `fetch` around Remix. Static files are served before it. */
import { createRequestHandler } from "@remix-run/cloudflare";
import * as build from "@remix-run/dev/server-build";
import type { Failure } from "#contracts/errors.ts";
import { type Execution, requestContext } from "./context.ts";
import { readEnv } from "./env.ts";
import { guarded, unheard } from "./guard.ts";
import { overLimit, PERIOD } from "./rate-limits.ts";
import { contentSecurityPolicy, makeNonce, refuse, secure, tooLarge } from "./security.ts";

const handle = createRequestHandler(guarded(build), build.mode);

/** The development build reloads the page over a socket of its own. */
const devOrigin = build.mode === "development" ? (process.env.REMIX_DEV_ORIGIN ?? "").replace(/^http/u, "ws") : null;

export default {
  async fetch(request: Request, bindings: object, execution: Execution): Promise<Response> {
    const env = readEnv(bindings);
    const nonce = makeNonce();
    const policy = contentSecurityPolicy(env.public, nonce, devOrigin);
    const stranger = refuse(request);
    if (stranger) {
      secure(stranger.headers, policy);
      return stranger;
    }
    const { context, session, cookies } = requestContext(env, request, nonce, execution);
    const userId = async () => (await session.viewer())?.id ?? null;
    const failure = tooLarge(request) ?? (await overLimit({ request, bindings, userId }));
    const refused = async (why: Failure) => {
      const reads = request.method === "GET" || request.method === "HEAD";
      const { request: bare, typed } = await unheard(request);
      return handle(bare, context({ failure: why, reads, typed }));
    };
    const answer = failure ? await refused(failure) : await handle(request, context(null));
    const headers = new Headers(answer.headers);
    secure(headers, policy);
    if (failure?.code === "request/rate-limited") headers.set("Retry-After", String(PERIOD));
    for (const cookie of cookies()) headers.append("Set-Cookie", cookie);
    return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
  },
};
