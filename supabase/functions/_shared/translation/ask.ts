/** Asks a server of others, an engine's or a recogniser's, and parses its answer: whatever else comes back is a failure in words. */
import type * as z from "zod/mini";
import { readJson, readText } from "../body.ts";
import { away, cannot, down, type EngineResult, type Failed, late, spent, type Within } from "./engine.ts";

/** Bytes. Fifty translations at their longest fit, even with every character escaped. */
const ANSWER_LIMIT = 8_000_000;

/** The request itself was refused, and so would be every other: a wrong key, an unpaid bill, a wrong address. */
const REFUSES_ALL: readonly number[] = [401, 403, 404, 405, 407, 408, 429];
const PAYMENT_REQUIRED = 402;

/** A form, a form with files, JSON; or nothing, and then it is a GET. */
type Body = URLSearchParams | FormData | Readonly<Record<string, unknown>> | null;

export interface Manner {
  readonly headers?: Readonly<Record<string, string>>;
  /** What this server means by an answer that is no success, where that says more than its status; `body` is JSON. */
  refusal?(status: number, body: unknown): Failed | null;
}

/**
 * A server that does not answer, answers with its own error (5xx), or says something that is not the JSON it should be, is
 * down; one that is not there or refuses us whatever we ask (401, 403, 429, …) is away: it has not worked at anything. One
 * that refuses this request (other 4xx) cannot do this one. Never rejects; follows no redirect, which could carry a key
 * elsewhere.
 */
export async function ask<T>(
  url: URL,
  body: Body,
  shape: z.ZodMiniType<T>,
  signal: AbortSignal,
  { headers = {}, refusal = () => null }: Manner = {},
): Promise<EngineResult<T>> {
  let text: string | null;
  let status: number | undefined;
  try {
    const response = await fetch(url, { ...request(body, headers), signal, redirect: "error" });
    status = response.status;
    text = await readText(response, ANSWER_LIMIT);
  } catch {
    if (signal.aborted) return down("no answer in time");
    return (status === undefined ? away : down)("no connection");
  }
  if (text === null) return down("too long an answer");
  if (status < 200 || status >= 300) return refusal(status, readJson(text)) ?? refused(status);
  const answer = shape.safeParse(readJson(text));
  return answer.success ? { ok: true, value: answer.data } : down("not the JSON of this engine");
}

/** As `ask`, as long as a request may still begin. */
export function askWithin<T>(
  within: Within,
  url: URL,
  body: Body,
  shape: z.ZodMiniType<T>,
  manner?: Manner,
): Promise<EngineResult<T>> {
  const signal = within.begin();
  return signal === null ? Promise.resolve(late()) : ask(url, body, shape, signal, manner);
}

function refused(status: number): Failed {
  const cause = `status ${status}`;
  if (status === PAYMENT_REQUIRED) return spent(cause);
  if (REFUSES_ALL.includes(status)) return away(cause);
  return status >= 500 ? down(cause) : cannot(cause);
}

function request(body: Body, headers: Readonly<Record<string, string>>): RequestInit {
  if (body === null) return { headers };
  if (body instanceof URLSearchParams || body instanceof FormData) return { method: "POST", body, headers };
  return {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  };
}
