/** Parley at the edge: one `fetch` around Remix. Static files are served before it. */
import { type AppLoadContext, createRequestHandler, logDevReady } from "@remix-run/cloudflare";
import * as build from "@remix-run/dev/server-build";
import { systemClock } from "~/platform/clock.ts";
import { createRpc } from "~/platform/rpc.ts";
import { createHttp } from "~/platform/rpcHttp.ts";
import { authClient, cookieJar } from "./auth-client.ts";
import { readEnv } from "./env.ts";
import { chooseLocale } from "./locale.ts";
import { contentSecurityPolicy, makeNonce, refuse, secure } from "./security.ts";
import { requestSession } from "./session.ts";

const handle = createRequestHandler(build, build.mode);
if (build.mode === "development") logDevReady(build);

/** The development build reloads the page over a socket of its own. */
const devOrigin = build.mode === "development" ? (process.env.REMIX_DEV_ORIGIN ?? "").replace(/^http/u, "ws") : null;

export default {
  async fetch(request: Request, bindings: object): Promise<Response> {
    const env = readEnv(bindings);
    const nonce = makeNonce();
    const policy = contentSecurityPolicy(env.public, nonce, devOrigin);
    const refused = refuse(request);
    if (refused) {
      secure(refused.headers, policy);
      return refused;
    }
    const locale = chooseLocale(request.headers);
    const jar = cookieJar(request);
    const session = requestSession(authClient(env, request, jar), locale);
    const context: AppLoadContext = {
      nonce,
      env: env.public,
      locale,
      session,
      rpc: createRpc(
        createHttp({
          supabaseUrl: env.public.supabaseUrl,
          publishableKey: env.public.publishableKey,
          accessToken: async (options) => (await session.token(options))?.accessToken ?? null,
          // Here nobody is offline: who cannot be reached did not answer.
          fetch: (input, init) => fetch(input, init).catch(() => new Response(null, { status: 503 })),
          clock: systemClock,
        }),
      ),
    };
    const answer = await handle(request, context);
    const headers = new Headers(answer.headers);
    secure(headers, policy);
    for (const cookie of jar.headers()) headers.append("Set-Cookie", cookie);
    return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
  },
};
