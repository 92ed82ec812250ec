/** Requests of the doctor: with a timeout, without redirects, and never with an exception. */
const TIMEOUT_MS = 15_000;

export interface Reply {
  /** 0 if nothing responded. */
  readonly status: number;
  /** Null if the body is no JSON. */
  readonly json: unknown;
  readonly text: string;
  readonly headers: Headers;
}

export async function request(url: string, init: RequestInit = {}): Promise<Reply> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS), ...init });
    const text = await response.text();
    return { status: response.status, json: parseJson(text), text, headers: response.headers };
  } catch {
    return { status: 0, json: null, text: "", headers: new Headers() };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
