/** Requests a third-party server (engine, model, recogniser) and parses its response. Everything else becomes a failure. */
import type * as z from "zod/mini";
import { readJson, readText } from "../body.ts";
import {
  type EngineError,
  type EngineResult,
  engineError,
  quotaExceeded,
  requestWithin,
  type TimeBudget,
  textRejected,
  unreachable,
} from "./engine.ts";

/** Fits fifty translations of maximum length, even with every character escaped. */
const MAX_RESPONSE_BYTES = 8_000_000;

/** The server would reject every request: a wrong key, an unpaid bill, a wrong address. */
const SERVICE_REJECTED_STATUSES: readonly number[] = [401, 403, 404, 405, 407, 408, 429];
const PAYMENT_REQUIRED_STATUS = 402;

/** A form, a form with files, JSON, or null for a GET. */
type RequestBody = URLSearchParams | FormData | Readonly<Record<string, unknown>> | null;

export interface HttpRequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Interprets this server's error response if it says more than its status. `body` is parsed JSON. */
  parseFailure?(status: number, body: unknown): EngineError | null;
}

/**
 * Requests JSON and maps failures. A timeout, a 5xx or unexpected JSON is `engineError`. No connection or a general
 * rejection (401, 403, 429, …) is `unreachable`, because the server processed nothing. Another 4xx is `textRejected`.
 * Never rejects. Follows no redirect, which could carry a key elsewhere.
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
    if (signal.aborted) return engineError("no response in time");
    return (status === undefined ? unreachable : engineError)("no connection");
  }
  if (text === null) return engineError("too long a response");
  if (status < 200 || status >= 300) return parseFailure(status, readJson(text)) ?? failureForStatus(status);
  const parsed = schema.safeParse(readJson(text));
  return parsed.success ? { ok: true, value: parsed.data } : engineError("not the JSON of this engine");
}

/** Does the same as `requestJson`, as long as the budget lets a request begin. */
export function requestJsonWithin<T>(
  within: TimeBudget,
  url: URL,
  body: RequestBody,
  shape: z.ZodMiniType<T>,
  options?: HttpRequestOptions,
): Promise<EngineResult<T>> {
  return requestWithin(within, (signal) => requestJson(url, body, shape, signal, options));
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
