/** The Worker: one `fetch` around Remix, and the schedule. Static files are served before it. */
import { createRequestHandler } from "@remix-run/cloudflare";
import * as build from "@remix-run/dev/server-build";
import { errorStatus } from "#contracts/errorStatuses.ts";
import type { Failure } from "#contracts/errors.ts";
import { isGlossary } from "~/lib/requestLimits.ts";
import { type ExecutionWaiter, requestContext } from "./context.ts";
import { type Env, EnvError, readEnv } from "./env.ts";
import { createMailboxLimits } from "./mailboxLimits.ts";
import { createMailCount, missingLimiters, PERIOD_SECONDS, rateLimitError } from "./rate-limits.ts";
import { drainBody, MAX_DRAINED_BYTES, MAX_KEPT_BYTES, withRequestGuards } from "./requestGuards.ts";
import { runScheduled } from "./scheduled.ts";
import {
  bodySizeError,
  contentSecurityPolicy,
  createNonce,
  leaveByPage,
  rejectForeignRequest,
  rejectLargeHead,
  rejectPlainHttp,
  setSecurityHeaders,
} from "./security.ts";

const handle = createRequestHandler(withRequestGuards(build), build.mode);

/** The development build reloads the page through its own socket. */
const devOrigin = build.mode === "development" ? (process.env.REMIX_DEV_ORIGIN ?? "").replace(/^http/u, "ws") : null;

export default {
  async fetch(request: Request, bindings: object, execution: ExecutionWaiter): Promise<Response> {
    const env = envOrResponse(bindings);
    if (env instanceof Response) return env;
    const { pathname, origin } = new URL(request.url);
    const nonce = createNonce();
    const policy = contentSecurityPolicy(env.public, {
      ...{ nonce, devOrigin },
      pushOrigin: env.pushKey === undefined ? null : origin,
    });
    const rejected = rejectPlainHttp(request) ?? rejectLargeHead(request) ?? rejectForeignRequest(request);
    if (rejected) {
      setSecurityHeaders(rejected.headers, policy, pathname);
      return rejected;
    }
    const { context, session, cookies } = requestContext(env, request, nonce, execution, {
      countMailbox: createMailboxLimits(env, bindings),
      countMail: createMailCount(request, bindings),
    });
    const { viewer } = session;
    const limited = await rateLimitError({ request, bindings, viewer });
    const failure = limited ?? bodySizeError(request);
    const respondRejected = async (rejection: Failure) => {
      const reads = request.method === "GET" || request.method === "HEAD";
      // The page of a rejected form costs as much as any visit of it. Scripts only get the error.
      const loadsPage = !reads && !pathname.endsWith(".data");
      const visit = loadsPage ? await rateLimitError({ request, bindings, viewer, method: "GET" }) : null;
      const { request: bare, typed } = await drainBody(request, await keptBytes(request, limited !== null, viewer));
      if (visit !== null) return new Response("Too many requests\n", { status: errorStatus(visit.code) });
      return handle(bare, context({ failure: rejection, reads, typed }));
    };
    const response = failure
      ? await respondRejected(failure)
      : leaveByPage(request, await handle(request, context(null)));
    const headers = new Headers(response.headers);
    setSecurityHeaders(headers, policy, pathname);
    if (failure?.code === "request/rate-limited") headers.set("Retry-After", String(PERIOD_SECONDS));
    for (const cookie of cookies()) headers.append("Set-Cookie", cookie);
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
  },

  async scheduled({ cron }: { readonly cron: string }, bindings: object): Promise<void> {
    await runScheduled(cron, {
      env: readEnv(bindings),
      fetch: (input, init) => fetch(input, init),
      log: (entry) => console[entry.ok ? "log" : "error"](JSON.stringify(entry)),
    });
  },
};

/** Returns the environment, or a response that names what is wrong with it, for the operator and for `/health`. */
function envOrResponse(bindings: object): Env | Response {
  try {
    const missing = missingLimiters(bindings);
    if (missing.length > 0) throw new EnvError(`wrangler.toml binds no rate limiter ${missing.join(", ")}`);
    return readEnv(bindings);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    console.error(error.message);
    return new Response(`${error.message}\n`, { status: 503, headers: { "Cache-Control": "no-store" } });
  }
}

/** Returns how much of a rejected body is kept for its page. Only accounts import glossaries, which may be large. */
const keptBytes = async (
  request: Request,
  isLimited: boolean,
  viewer: () => Promise<object | null>,
): Promise<number> =>
  !isLimited && isGlossary(new URL(request.url).pathname) && (await viewer()) !== null
    ? MAX_DRAINED_BYTES
    : MAX_KEPT_BYTES;
