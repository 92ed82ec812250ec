/** Asks an engine's server and parses its answer: whatever else comes back is a failure in words. */
import type * as z from "zod";
import { cannot, down, type EngineResult } from "./engine.ts";

/**
 * Posts a form or JSON, or gets when there is no body. A server that does not answer, answers with its own error
 * (5xx, 429), or with something that is not the JSON it should be, is down; one that refuses the request (other 4xx)
 * cannot do this one. Never rejects.
 */
export async function ask<T>(
  url: URL,
  body: URLSearchParams | Readonly<Record<string, unknown>> | null,
  shape: z.ZodType<T>,
  signal: AbortSignal,
): Promise<EngineResult<T>> {
  let text: string;
  try {
    const response = await fetch(url, { ...request(body), signal, redirect: "error" });
    text = await response.text();
    if (response.status >= 500 || response.status === 429) return down(`status ${response.status}`);
    if (!response.ok) return cannot(`status ${response.status}`);
  } catch {
    return down(signal.aborted ? "no answer in time" : "no connection");
  }
  const answer = shape.safeParse(parsed(text));
  return answer.success ? { ok: true, value: answer.data } : down("not the JSON of this engine");
}

function request(body: URLSearchParams | Readonly<Record<string, unknown>> | null): RequestInit {
  if (body === null) return {};
  if (body instanceof URLSearchParams) return { method: "POST", body };
  return { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
