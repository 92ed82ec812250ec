/** Authorized requests to Supabase with a timeout. Every failure becomes an error code of the catalogue. */

import * as z from "zod/mini";
import { BUSY_RETRY_DELAYS_MS } from "#contracts/busyRetry.ts";
import { BUSY_STATUS, type ErrorCode, type Failure, fail, isErrorCode, ok, type Result } from "#contracts/errors.ts";
import { cutLongClusters } from "#contracts/limits.ts";
import type { Clock } from "./clock.ts";
import { createRequestQueue, type RequestQueue } from "./requestQueue.ts";
import { retry } from "./retry.ts";

/**
 * Returns the page's short-lived token, or null without a session. `renew` requests a new one. Synchronous if the token is
 * known, so that a click sends its request before React re-renders.
 */
export type AccessToken = (options?: { renew: boolean }) => string | null | Promise<string | null>;

export interface SupabaseHttpOptions {
  /** Origin of Supabase, without a trailing slash. */
  supabaseUrl: string;
  publishableKey: string;
  accessToken: AccessToken;
  fetch: typeof fetch;
  clock: Clock;
  /** The queue of requests to the database, which all clients of a page share. Default: one of its own. */
  queue?: RequestQueue;
  /** The code for an unreachable server. A page is mostly offline then, a server never is. */
  unreachableCode?: "network/offline" | "network/timeout";
}

export interface PostOptions {
  signal?: AbortSignal;
  /** Sends the last used token, even after a sign-out or as another user, to end the session of its user. */
  useLastToken?: boolean;
}

export interface SupabaseHttp {
  /**
   * Posts `body` to `path`, a blob unchanged and anything else as JSON. Returns the parsed JSON response, or null if it is
   * empty. Errors: `network/offline`, `network/timeout`, codes of the catalogue from the server, and `bug/unexpected` for
   * the rest. `network/not-reached` means that something else responded, such as the sign-in page of a hotel.
   * `request/sign-in-needed` comes after one retry with a renewed token.
   */
  post(path: string, body: unknown, options?: PostOptions): Promise<Result<unknown>>;
  /** Reads public data without a token. Same errors as `post`. */
  get(path: string): Promise<Result<unknown>>;
}

export const REQUEST_TIMEOUT_MS = 15_000;

const DATABASE_PATH = "/rest/";

const databaseError = z.object({ code: z.string(), message: z.string() });
const functionError = z.object({ error: z.object({ code: z.string() }) });

const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: "request/invalid",
  401: "request/sign-in-needed",
  403: "request/not-allowed",
  404: "request/not-found",
  413: "request/too-large",
  429: "request/rate-limited",
  // A gateway that cannot reach its server: retry as after a timeout.
  502: "network/timeout",
  503: "network/timeout",
  504: "network/timeout",
};

/** Cloudflare and Supabase use their own statuses from here on for an unreachable origin. */
const ORIGIN_ERROR_STATUS = 520;

/** SQLSTATEs of transient errors: connection, rollback (includes deadlocks), resources, lock, operator (includes timeouts). */
const TRANSIENT_SQLSTATE = /^(?:08|40|53|55P03|57)/u;

/** Returns the code for an error response. The cause has status and SQLSTATE only, never text of the server. */
export function responseError(status: number, body: unknown): Failure {
  const database = databaseError.safeParse(body);
  if (database.success && isErrorCode(database.data.message)) return { code: database.data.message };
  const functionFailure = functionError.safeParse(body);
  if (functionFailure.success && isErrorCode(functionFailure.data.error.code))
    return { code: functionFailure.data.error.code };
  const cause = database.success ? `${status} ${database.data.code}` : String(status);
  const isTransient =
    status >= ORIGIN_ERROR_STATUS || (database.success && TRANSIENT_SQLSTATE.test(database.data.code));
  return { code: isTransient ? "network/timeout" : (CODE_BY_STATUS[status] ?? "bug/unexpected"), cause };
}

/** Statuses that gateways in front of Supabase send without JSON, and that `responseError` maps correctly. */
const GATEWAY_STATUSES: readonly number[] = [413, 429, 502, 503, 504];

/**
 * Returns the parsed JSON of a response, null if it is empty, or an error. A response that is not JSON comes from a proxy
 * or a captive portal, whatever its status says, so it is a network error.
 */
export async function readResponse(response: Response): Promise<Result<unknown>> {
  const { status } = response;
  const text = await response.text();
  const type = response.headers.get("content-type");
  const json = type === null || /[/+]json\b/iu.test(type) ? parseJson(text) : null;
  // A successful function without a result has an empty body, an error never has.
  const isOurs = json !== null && (text !== "" || response.ok);
  if (isOurs && response.ok && status !== BUSY_STATUS) return ok(json.value);
  const isGateway = GATEWAY_STATUSES.includes(status) || status >= ORIGIN_ERROR_STATUS;
  if (!isOurs && !isGateway) return fail("network/not-reached", String(status));
  return { ok: false, error: responseError(status, json?.value ?? null) };
}

export function createSupabaseHttp({
  supabaseUrl,
  publishableKey,
  accessToken,
  fetch,
  clock,
  queue = createRequestQueue(),
  unreachableCode = "network/offline",
}: SupabaseHttpOptions): SupabaseHttp {
  /** The last token that was not null. */
  let lastToken: string | null = null;

  /** Sends a GET without a body, else a POST. */
  async function sendRequest(
    path: string,
    body: unknown,
    token: string | null,
    options: PostOptions,
  ): Promise<Result<unknown> & { readonly status: number }> {
    const timeout = new AbortController();
    const cancel = clock.after(REQUEST_TIMEOUT_MS, () => timeout.abort());
    try {
      const response = await fetch(`${supabaseUrl}${path}`, {
        headers: {
          apikey: publishableKey,
          ...(body === undefined ? {} : { "content-type": body instanceof Blob ? body.type : "application/json" }),
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { method: "POST", body: body instanceof Blob ? body : JSON.stringify(body) }),
        signal: AbortSignal.any([timeout.signal, options.signal ?? timeout.signal]),
      });
      const result = await readResponse(response);
      const isForeign = !result.ok && result.error.code === "network/not-reached";
      return { ...result, status: isForeign ? 0 : response.status };
    } catch {
      return { ...fail(timeout.signal.aborted ? "network/timeout" : unreachableCode), status: 0 };
    } finally {
      cancel();
    }
  }

  function tokenFor(renew: boolean): Result<string | null> | Promise<Result<string | null>> {
    const token = accessToken({ renew });
    return token instanceof Promise ? token.then(rememberToken, () => fail(unreachableCode)) : rememberToken(token);
  }

  function rememberToken(token: string | null): Result<string | null> {
    if (token !== null) lastToken = token;
    return ok(token);
  }

  /** Sends a request to the database in turn, and again while the database runs too many of this user's. */
  async function sendInTurn(...request: Parameters<typeof sendRequest>): ReturnType<typeof sendRequest> {
    if (!request[0].startsWith(DATABASE_PATH)) return sendRequest(...request);
    const isTransient = ({ code }: Failure) => code === "request/busy";
    const result = await queue(() =>
      retry(() => sendRequest(...request), { clock, delaysMs: BUSY_RETRY_DELAYS_MS, isTransient }),
    );
    return result.ok || !isTransient(result.error) ? result : { ...result, ...fail("request/rate-limited") };
  }

  return {
    async post(path, body, options = {}) {
      const current = options.useLastToken && lastToken !== null ? ok(lastToken) : tokenFor(false);
      const token = current instanceof Promise ? await current : current;
      if (!token.ok) return token;
      const first = await sendInTurn(path, body, token.value, options);
      if (first.status !== 401 || token.value === null) return withoutStatus(first);
      const renewed = await tokenFor(true);
      if (!renewed.ok) return renewed;
      return withoutStatus(await sendInTurn(path, body, renewed.value, options));
    },
    get: async (path) => withoutStatus(await sendRequest(path, undefined, null, {})),
  };
}

const withoutStatus = ({ status, ...result }: Result<unknown> & { readonly status: number }): Result<unknown> => result;

/**
 * Returns null if `text` is no JSON. The value of an empty text is null. Everything that a page or the Worker shows of other
 * people passes here, `realtime.ts` or the data channel. Servers escape no character that joins.
 */
function parseJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: text === "" ? null : JSON.parse(cutLongClusters(text)) };
  } catch {
    return null;
  }
}
