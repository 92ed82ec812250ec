/** An HTTP email provider with the API of Resend: one POST for each email, with an `Idempotency-Key`. */
import type { EmailOutcome } from "../contracts/email.ts";
import type { Environment } from "../env.ts";
import { createEnvReader } from "../envReader.ts";
import type { RenderedEmail } from "./renderedEmail.ts";

export interface ProviderConfig {
  readonly url: string;
  readonly key: string;
  /** `Parley <parley@your.address>` */
  readonly from: string;
}

/** Returns null if the operator has configured no provider. Throws if only a part is configured. */
export function providerConfigFrom(env: Environment): ProviderConfig | null {
  const reader = createEnvReader(env);
  const url = reader.url("EMAIL_URL");
  if (url === undefined) return null;
  const from = env("EMAIL_FROM")?.trim() ?? "";
  if (!from.includes("@") || /[\r\n]/u.test(from)) throw new Error("EMAIL_FROM is not an address.");
  return { url, key: reader.required("EMAIL_KEY"), from };
}

/** Returns the address of `Parley <parley@your.address>`. */
export const addressIn = (from: string): string => /<([^<>]+)>\s*$/u.exec(from)?.[1]?.trim() ?? from;

/** Returns the origin of Parley's pages for links in emails, or null if the operator has not configured it. */
export function originFrom(env: Environment): string | null {
  const url = createEnvReader(env).url("APP_URL");
  return url === undefined ? null : new URL(url).origin;
}

export interface SendResult {
  readonly outcome: EmailOutcome;
  /** For the log and the outbox: a status or the name of an error. */
  readonly error: string | null;
  /** The provider's limit for a second is used up, or a longer one. The same request may succeed after so many milliseconds. */
  readonly retryAfterMs?: number;
}

export interface Provider {
  send(id: string, recipient: string, email: RenderedEmail): Promise<SendResult>;
}

/** Also of an SMS. */
export const SEND_TIMEOUT_MS = 10_000;

/** `signal` aborts the requests of the run. */
export const createProvider = (
  { url, key, from }: ProviderConfig,
  signal: AbortSignal,
  timeout: (milliseconds: number) => AbortSignal,
): Provider => ({
  send: async (id, recipient, email) => {
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "idempotency-key": id },
        body: JSON.stringify({ from, to: [recipient], ...email }),
        redirect: "manual",
        signal: AbortSignal.any([signal, timeout(SEND_TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      const result = { outcome: outcomeOf(response.status), error: response.ok ? null : `status ${response.status}` };
      return response.status === 429 ? { ...result, retryAfterMs: retryAfterMs(response.headers) } : result;
    } catch (error) {
      return { outcome: "unknown", error: error instanceof Error ? error.name : "thrown" };
    }
  },
});

const SHORTEST_RETRY_MS = 1_000;

/** Reads `Retry-After` in seconds. A date, which few providers send, counts as a second. */
const retryAfterMs = (headers: Headers): number =>
  Math.max(SHORTEST_RETRY_MS, (Number(headers.get("retry-after")) || 0) * 1_000);

/** Statuses about the account or its limits, not about the email: wrong key, no credit, wrong address of the API. */
const ACCOUNT = new Set([401, 402, 403, 404, 405, 407, 429]);
/** Statuses after which the same request may succeed. 409: a request with the same key is being handled. */
const AGAIN = new Set([408, 409, 425]);

export function outcomeOf(status: number): EmailOutcome {
  if (status >= 200 && status < 300) return "sent";
  if (ACCOUNT.has(status) || (status >= 300 && status < 400)) return "account";
  return status >= 500 || AGAIN.has(status) ? "unknown" : "refused";
}
