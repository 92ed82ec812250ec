/** Asks a server of others, an engine's or a recogniser's, and parses its answer: whatever else comes back is a failure in words. */
import type * as z from "zod/mini";
import { readJson, readText } from "../body.ts";
import {
  type EngineError,
  type EngineResult,
  engineError,
  outOfTime,
  quotaExceeded,
  type TimeBudget,
  textRejected,
  unreachable,
} from "./engine.ts";

/** Bytes. Fifty translations at their longest fit, even with every character escaped. */
const MAX_RESPONSE_BYTES = 8_000_000;

/** The request itself was refused, and so would be every other: a wrong key, an unpaid bill, a wrong address. */
const SERVICE_REJECTED_STATUSES: readonly number[] = [401, 403, 404, 405, 407, 408, 429];
const PAYMENT_REQUIRED_STATUS = 402;

/** A form, a form with files, JSON; or nothing, and then it is a GET. */
type RequestBody = URLSearchParams | FormData | Readonly<Record<string, unknown>> | null;

export interface HttpRequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** What this server means by an answer that is no success, where that says more than its status; `body` is JSON. */
  parseFailure?(status: number, body: unknown): EngineError | null;
}

/**
 * A server that does not answer, answers with its own error (5xx), or says something that is not the JSON it should be, is
 * down; one that is not there or refuses us whatever we ask (401, 403, 429, …) is away: it has not worked at anything. One
 * that refuses this request (other 4xx) cannot do this one. Never rejects; follows no redirect, which could carry a key
 * elsewhere.
 */
export async function requestJson<T>(
  url: URL,
  body: RequestBody,
  schema: z.ZodMiniType<T>,
  signal: AbortSignal,
  { headers = {}, parseFailure = () => null }: HttpRequestOptions = {},
): Promise<EngineResult<T>> {
  let text: string | null;
  let status: number | undefined;
  try {
    const response = await fetch(url, { ...requestInit(body, headers), signal, redirect: "error" });
    status = response.status;
    text = await readText(response, MAX_RESPONSE_BYTES);
  } catch {
    if (signal.aborted) return engineError("no answer in time");
    return (status === undefined ? unreachable : engineError)("no connection");
  }
  if (text === null) return engineError("too long an answer");
  if (status < 200 || status >= 300) return parseFailure(status, readJson(text)) ?? failureForStatus(status);
  const parsed = schema.safeParse(readJson(text));
  return parsed.success ? { ok: true, value: parsed.data } : engineError("not the JSON of this engine");
}

/** As `ask`, as long as a request may still begin. */
export function requestJsonWithin<T>(
  within: TimeBudget,
  url: URL,
  body: RequestBody,
  shape: z.ZodMiniType<T>,
  options?: HttpRequestOptions,
): Promise<EngineResult<T>> {
  const signal = within.startRequest();
  return signal === null ? Promise.resolve(outOfTime()) : requestJson(url, body, shape, signal, options);
}

function failureForStatus(status: number): EngineError {
  const cause = `status ${status}`;
  if (status === PAYMENT_REQUIRED_STATUS) return quotaExceeded(cause);
  if (SERVICE_REJECTED_STATUSES.includes(status)) return unreachable(cause);
  return status >= 500 ? engineError(cause) : textRejected(cause);
}

function requestInit(body: RequestBody, headers: Readonly<Record<string, string>>): RequestInit {
  if (body === null) return { headers };
  if (body instanceof URLSearchParams || body instanceof FormData) return { method: "POST", body, headers };
  return {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  };
}
