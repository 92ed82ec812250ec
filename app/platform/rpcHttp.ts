/** One authorised request to Supabase: token, time limit, and every way it can fail as a code of the catalogue. */

import * as z from "zod/mini";
import { type ErrorCode, type Failure, fail, isErrorCode, ok, type Result } from "#contracts/errors.ts";
import type { Clock } from "./clock.ts";

/**
 * The page's short token; `null` for a visitor without a session. `renew` asks for one that was not used before. At once
 * where it is known: what is sent on a press leaves before the page is drawn anew.
 */
export type AccessToken = (options?: { renew: boolean }) => string | null | Promise<string | null>;

export interface HttpOptions {
  /** Origin of Supabase, without a slash at the end. */
  supabaseUrl: string;
  publishableKey: string;
  accessToken: AccessToken;
  fetch: typeof fetch;
  clock: Clock;
  /** What it means that nobody can be reached: in a page, mostly that one is offline. On a server nobody is. */
  unreachable?: "network/offline" | "network/timeout";
}

export interface PostOptions {
  signal?: AbortSignal;
  /** As whoever asked last, who may have signed out since, or be somebody else: to end what was theirs. */
  asBefore?: boolean;
}

export interface Http {
  /**
   * Posts `body` to `path`, a blob as it is and all else as JSON, and gives the parsed JSON of the answer (`null` when it is empty).
   * Errors: `network/offline`, `network/timeout`, `request/sign-in-needed` after one try with a renewed token, any
   * code of the catalogue that the server names, `bug/unexpected` for the rest.
   */
  post(path: string, body: unknown, options?: PostOptions): Promise<Result<unknown>>;
  /** Reads what anybody may. Errors as of `post`. */
  get(path: string): Promise<Result<unknown>>;
}

export const REQUEST_LIMIT = 15_000;

const databaseError = z.object({ code: z.string(), message: z.string() });
const functionError = z.object({ error: z.object({ code: z.string() }) });

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
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
const UNREACHABLE = 520;

/** SQLSTATEs of what passes: the connection, a rollback (a deadlock is one), resources, a lock, an operator (a time limit). */
const PASSING = /^(?:08|40|53|55P03|57)/u;

/** The catalogue's code for an error answer; the cause names status and SQLSTATE only, never the server's words. */
export function codeOfAnswer(status: number, body: unknown): Failure {
  const database = databaseError.safeParse(body);
  if (database.success && isErrorCode(database.data.message)) return { code: database.data.message };
  const called = functionError.safeParse(body);
  if (called.success && isErrorCode(called.data.error.code)) return { code: called.data.error.code };
  const cause = database.success ? `${status} ${database.data.code}` : String(status);
  const passes = status >= UNREACHABLE || (database.success && PASSING.test(database.data.code));
  return { code: passes ? "network/timeout" : (BY_STATUS[status] ?? "bug/unexpected"), cause };
}

export function createHttp({
  supabaseUrl,
  publishableKey,
  accessToken,
  fetch,
  clock,
  unreachable = "network/offline",
}: HttpOptions): Http {
  /** Of somebody: what is asked as nobody since changes nothing. */
  let lastToken: string | null = null;

  /** Without a body it reads. */
  async function once(
    path: string,
    body: unknown,
    token: string | null,
    options: PostOptions,
  ): Promise<Result<unknown> & { readonly status: number }> {
    const limit = new AbortController();
    let late = false;
    const cancel = clock.after(REQUEST_LIMIT, () => {
      late = true;
      limit.abort();
    });
    const given = options.signal;
    const stop = () => limit.abort();
    given?.addEventListener("abort", stop, { once: true });
    if (given?.aborted) stop();
    try {
      const answer = await fetch(`${supabaseUrl}${path}`, {
        headers: {
          apikey: publishableKey,
          ...(body === undefined ? {} : { "content-type": body instanceof Blob ? body.type : "application/json" }),
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { method: "POST", body: body instanceof Blob ? body : JSON.stringify(body) }),
        signal: limit.signal,
      });
      const text = await answer.text();
      const json = parseJson(text);
      if (!answer.ok) {
        return { ok: false, error: codeOfAnswer(answer.status, json.ok ? json.value : null), status: answer.status };
      }
      if (!json.ok) return { ...fail("bug/unexpected", "answer is no JSON"), status: answer.status };
      return { ...ok(json.value), status: answer.status };
    } catch {
      return { ...fail(late ? "network/timeout" : unreachable), status: 0 };
    } finally {
      cancel();
      given?.removeEventListener("abort", stop);
    }
  }

  function tokenFor(renew: boolean): Result<string | null> | Promise<Result<string | null>> {
    const token = accessToken({ renew });
    return token instanceof Promise ? token.then(took, () => fail(unreachable, "no access token")) : took(token);
  }

  function took(token: string | null): Result<string | null> {
    if (token !== null) lastToken = token;
    return ok(token);
  }

  return {
    async post(path, body, options = {}) {
      const asked = options.asBefore && lastToken !== null ? ok(lastToken) : tokenFor(false);
      const token = asked instanceof Promise ? await asked : asked;
      if (!token.ok) return token;
      const first = await once(path, body, token.value, options);
      if (first.status !== 401 || token.value === null) return withoutStatus(first);
      const renewed = await tokenFor(true);
      if (!renewed.ok) return renewed;
      return withoutStatus(await once(path, body, renewed.value, options));
    },
    get: async (path) => withoutStatus(await once(path, undefined, null, {})),
  };
}

const withoutStatus = (answer: Result<unknown>): Result<unknown> =>
  answer.ok ? ok(answer.value) : { ok: false, error: answer.error };

function parseJson(text: string): { ok: true; value: unknown } | { ok: false } {
  if (text === "") return { ok: true, value: null };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}
