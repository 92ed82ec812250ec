/** One authorised request to Supabase: token, time limit, and every way it can fail as a code of the catalogue. */

import * as z from "zod/mini";
import { type ErrorCode, type Failure, fail, isErrorCode, ok, type Result } from "#contracts/errors.ts";
import type { Clock } from "./clock.ts";

/**
 * The page's short token; `null` for a visitor without a session. `renew` asks for one that was not used before. At once
 * where it is known: what is sent on a press leaves before the page is drawn anew.
 */
export type AccessToken = (options?: { renew: boolean }) => string | null | Promise<string | null>;

export interface SupabaseHttpOptions {
  /** Origin of Supabase, without a slash at the end. */
  supabaseUrl: string;
  publishableKey: string;
  accessToken: AccessToken;
  fetch: typeof fetch;
  clock: Clock;
  /** What it means that nobody can be reached: in a page, mostly that one is offline. On a server nobody is. */
  unreachableCode?: "network/offline" | "network/timeout";
}

export interface PostOptions {
  signal?: AbortSignal;
  /** As whoever asked last, who may have signed out since, or be somebody else: to end what was theirs. */
  useLastToken?: boolean;
}

export interface SupabaseHttp {
  /**
   * Posts `body` to `path`, a blob as it is and all else as JSON, and gives the parsed JSON of the answer (`null` when it is empty).
   * Errors: `network/offline`, `network/timeout`, `request/sign-in-needed` after one try with a renewed token, any
   * code of the catalogue that the server names, `bug/unexpected` for the rest.
   */
  post(path: string, body: unknown, options?: PostOptions): Promise<Result<unknown>>;
  /** Reads what anybody may. Errors as of `post`. */
  get(path: string): Promise<Result<unknown>>;
}

export const REQUEST_TIMEOUT_MS = 15_000;

const databaseError = z.object({ code: z.string(), message: z.string() });
const functionError = z.object({ error: z.object({ code: z.string() }) });

const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: "request/invalid",
  401: "request/sign-in-needed",
  403: "request/not-allowed",
  404: "request/not-found",
  413: "request/too-large",
  429: "request/rate-limited",
  // A gateway that cannot reach its server: worth another try, as a time limit is.
  502: "network/timeout",
  503: "network/timeout",
  504: "network/timeout",
};

/** From here on Cloudflare and Supabase say, each in numbers of its own, that a server behind them is not to be had. */
const ORIGIN_ERROR_STATUS = 520;

/** SQLSTATEs of what passes: the connection, a rollback (a deadlock is one), resources, a lock, an operator (a time limit). */
const TRANSIENT_SQLSTATE = /^(?:08|40|53|55P03|57)/u;

/** The catalogue's code for an error answer; the cause names status and SQLSTATE only, never the server's words. */
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

export function createSupabaseHttp({
  supabaseUrl,
  publishableKey,
  accessToken,
  fetch,
  clock,
  unreachableCode = "network/offline",
}: SupabaseHttpOptions): SupabaseHttp {
  /** Of somebody: what is asked as nobody since changes nothing. */
  let lastToken: string | null = null;

  /** Without a body it reads. */
  async function sendRequest(
    path: string,
    body: unknown,
    token: string | null,
    options: PostOptions,
  ): Promise<Result<unknown> & { readonly status: number }> {
    const controller = new AbortController();
    let timedOut = false;
    const cancel = clock.after(REQUEST_TIMEOUT_MS, () => {
      timedOut = true;
      controller.abort();
    });
    const callerSignal = options.signal;
    const abort = () => controller.abort();
    callerSignal?.addEventListener("abort", abort, { once: true });
    if (callerSignal?.aborted) abort();
    try {
      const response = await fetch(`${supabaseUrl}${path}`, {
        headers: {
          apikey: publishableKey,
          ...(body === undefined ? {} : { "content-type": body instanceof Blob ? body.type : "application/json" }),
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { method: "POST", body: body instanceof Blob ? body : JSON.stringify(body) }),
        signal: controller.signal,
      });
      const text = await response.text();
      const json = parseJson(text);
      if (!response.ok) {
        return {
          ok: false,
          error: responseError(response.status, json.ok ? json.value : null),
          status: response.status,
        };
      }
      if (!json.ok) return { ...fail("bug/unexpected", "answer is no JSON"), status: response.status };
      return { ...ok(json.value), status: response.status };
    } catch {
      return { ...fail(timedOut ? "network/timeout" : unreachableCode), status: 0 };
    } finally {
      cancel();
      callerSignal?.removeEventListener("abort", abort);
    }
  }

  function tokenFor(renew: boolean): Result<string | null> | Promise<Result<string | null>> {
    const token = accessToken({ renew });
    return token instanceof Promise
      ? token.then(rememberToken, () => fail(unreachableCode, "no access token"))
      : rememberToken(token);
  }

  function rememberToken(token: string | null): Result<string | null> {
    if (token !== null) lastToken = token;
    return ok(token);
  }

  return {
    async post(path, body, options = {}) {
      const current = options.useLastToken && lastToken !== null ? ok(lastToken) : tokenFor(false);
      const token = current instanceof Promise ? await current : current;
      if (!token.ok) return token;
      const first = await sendRequest(path, body, token.value, options);
      if (first.status !== 401 || token.value === null) return withoutStatus(first);
      const renewed = await tokenFor(true);
      if (!renewed.ok) return renewed;
      return withoutStatus(await sendRequest(path, body, renewed.value, options));
    },
    get: async (path) => withoutStatus(await sendRequest(path, undefined, null, {})),
  };
}

const withoutStatus = (result: Result<unknown>): Result<unknown> =>
  result.ok ? ok(result.value) : { ok: false, error: result.error };

function parseJson(text: string): { ok: true; value: unknown } | { ok: false } {
  if (text === "") return { ok: true, value: null };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}
