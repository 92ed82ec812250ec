/** Calls a hook by HTTP as supabase/auth does (internal/hooks/hookhttp, internal/hooks/hookerrors). */
import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import * as z from "zod";
import { AuthError } from "../errors.ts";

export interface HookTarget {
  readonly url: string;
  /** `v1,whsec_…`. Each signs every request. */
  readonly secrets: readonly string[];
}

/** Milliseconds and numbers of upstream, which tests shorten. */
export interface HookTimes {
  /** For all attempts together. */
  readonly timeout: number;
  /** After an attempt without a response. A response with `Retry-After` is followed by the next attempt at once. */
  readonly backoff: number;
}
export const HOOK_TIMES: HookTimes = { timeout: 5_000, backoff: 2_000 };
const ATTEMPTS = 3;
const MAX_RESPONSE_BYTES = 200 * 1024;

/** Sends the payload. Throws the error that Auth returns to its client. */
export async function dispatchHook(target: HookTarget, payload: object, times: HookTimes): Promise<void> {
  const body = JSON.stringify(payload);
  const deadline = AbortSignal.timeout(times.timeout);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const response = await attemptHook(target, body, deadline);
    if (response === null) {
      if (deadline.aborted) throw timedOut(times);
      if (attempt === ATTEMPTS) throw afterRetries();
      if (!(await pause(times.backoff, deadline))) throw timedOut(times);
      continue;
    }
    if (!shouldRetry(response)) return await readResponse(response);
    await response.body?.cancel();
  }
  throw internal("Service currently unavailable due to hook");
}

/** Returns null if there was no response. Each attempt has an id of its own. */
async function attemptHook({ url, secrets }: HookTarget, body: string, signal: AbortSignal): Promise<Response | null> {
  const id = randomUUID();
  const now = new Date();
  const signatures = secrets.map((secret) => new Webhook(secret.replace(/^v1,/u, "")).sign(id, now, body));
  try {
    return await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "accept-encoding": "identity",
        "webhook-id": id,
        "webhook-timestamp": `${Math.floor(now.getTime() / 1000)}`,
        "webhook-signature": signatures.join(", "),
      },
      body,
      signal,
    });
  } catch {
    return null;
  }
}

const shouldRetry = ({ status, headers }: Response): boolean =>
  (status === 429 || status === 503) && Boolean(headers.get("retry-after"));

/** Returns whether the time passed before the deadline. */
const pause = (milliseconds: number, deadline: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (inTime: boolean) => {
      clearTimeout(timer);
      deadline.removeEventListener("abort", abort);
      resolve(inTime);
    };
    const abort = () => end(false);
    const timer = setTimeout(() => end(true), milliseconds);
    deadline.addEventListener("abort", abort);
    if (deadline.aborted) abort();
  });

const hookError = z.object({
  error: z.object({ http_code: z.int().min(0).default(0), message: z.string().default("") }).nullish(),
});

async function readResponse(response: Response): Promise<void> {
  const { status } = response;
  if (status !== 200 && status !== 202 && status !== 204) {
    await response.body?.cancel();
    throw internal(MESSAGES[status] ?? `Unexpected status code returned from hook: ${status}`);
  }
  const contentType = response.headers.get("content-type");
  if (contentType === null && status === 204) return;
  if (contentType === null) throw contentTypeError("Invalid Content-Type: Missing Content-Type header");
  if (contentType.split(";")[0]?.trim().toLowerCase() !== "application/json") {
    await response.body?.cancel();
    throw contentTypeError(`Invalid JSON response. Received content-type: ${contentType}`);
  }
  const bytes = await response.arrayBuffer().catch(() => {
    throw internal("Unexpected failure, please check server logs");
  });
  if (bytes.byteLength > MAX_RESPONSE_BYTES) {
    const message = `Payload size exceeded size limit of ${MAX_RESPONSE_BYTES} bytes`;
    throw new AuthError(422, "hook_payload_over_size_limit", message);
  }
  const { error } = parseOutput(new TextDecoder().decode(bytes));
  // An error without a message is none.
  if (!error?.message) return;
  const httpStatus = error.http_code === 0 ? 500 : error.http_code;
  throw new AuthError(httpStatus, httpStatus === 500 ? "unexpected_failure" : "unknown", error.message);
}

function parseOutput(text: string): z.infer<typeof hookError> {
  try {
    const output: unknown = JSON.parse(text);
    return hookError.safeParse(output).data ?? {};
  } catch {
    throw internal("Error unmarshaling JSON output.");
  }
}

const MESSAGES: Readonly<Record<number, string>> = {
  400: "Invalid payload sent to hook",
  401: "Hook requires authorization token",
  429: "Service currently unavailable due to hook",
  503: "Service currently unavailable due to hook",
};

const internal = (message: string) => new AuthError(500, "unexpected_failure", message);
const contentTypeError = (message: string) => new AuthError(400, "hook_payload_invalid_content_type", message);
const timedOut = ({ timeout }: HookTimes) =>
  new AuthError(
    422,
    "hook_timeout",
    `Failed to reach hook within maximum time of ${(timeout / 1000).toFixed(6)} seconds`,
  );
const afterRetries = () => new AuthError(422, "hook_timeout_after_retry", "Failed to reach hook after maximum retries");
